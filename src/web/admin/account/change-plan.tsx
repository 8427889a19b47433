// Changes the plan of an account, from its next request on.
import { Button, Group, Modal, NativeSelect, Stack } from "@mantine/core";
import { useState } from "react";
import { FormFailure } from "../../frame/form-failure.tsx";
import { count, price } from "../../frame/format.ts";
import { useChange } from "../../frame/use-operation.ts";
import { type AccountQuery, SetAccountPlan } from "../../generated/operations.ts";

interface ChangePlanProps {
  account: NonNullable<AccountQuery["account"]>;
  plans: AccountQuery["allPlans"];
  onClose(): void;
}

export function ChangePlan({ account, plans, onClose }: ChangePlanProps) {
  const [id, setId] = useState(account.requestedPlan?.id ?? account.plan.id);
  const change = useChange(SetAccountPlan);
  const plan = plans.find((one) => one.id === id);
  const isSame = id === account.plan.id;
  return (
    <Modal opened onClose={onClose} title="Change the plan">
      <Stack>
        <div>
          <strong>{account.email}</strong> is on {account.plan.name}
          {account.requestedPlan && ` and asks for ${account.requestedPlan.name}`}.
        </div>
        <NativeSelect
          label="Plan"
          data-autofocus
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          data={plans.map((one) => ({ value: one.id, label: `${one.name}${one.listed ? "" : " (by arrangement)"}` }))}
        />
        {plan && (
          <div>
            {count(plan.perDay)} requests a day, {count(plan.perMinute)} a minute, {count(plan.perMonth)} a month;{" "}
            {price(plan.pricePerMonth)}. It holds for the next request; what is used already stays counted.
          </div>
        )}
        <FormFailure error={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={change.isPending}
            disabled={isSame}
            onClick={() => change.mutate({ id: account.id, plan: id }, { onSuccess: onClose })}
          >
            Change to {plan?.name}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
