// Chooses a plan. The change is immediate, or a request to the operator, depending on the service's settings.
import { Button, Group, Modal, Stack } from "@mantine/core";
import { FormFailure } from "../../frame/form-failure.tsx";
import { bytes, count, price } from "../../frame/format.ts";
import { useChange } from "../../frame/use-operation.ts";
import { ChoosePlan as choosePlan, type PlansQuery } from "../../generated/operations.ts";

interface ChoosePlanProps {
  plan: PlansQuery["plans"][number];
  /** the change is a request that the operator decides on */
  asks: boolean;
  onClose(): void;
  onDone(message: string): void;
}

export function ChoosePlan({ plan, asks, onClose, onDone }: ChoosePlanProps) {
  const change = useChange(choosePlan);
  const choose = () =>
    change.mutate(
      { plan: plan.id },
      {
        onSuccess(data) {
          onDone(data.choosePlan.message);
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={`${asks ? "Ask for" : "Change to"} ${plan.name}?`}>
      <Stack>
        <div>
          {plan.name} brings {count(plan.perDay)} requests a day, {count(plan.perMinute)} a minute,{" "}
          {count(plan.perMonth)} a month and {bytes(Number(plan.bytesPerDay))} of files a day, for{" "}
          {price(plan.pricePerMonth)}
          {plan.pricePerMonth && Number(plan.pricePerMonth) > 0 ? " a month" : ""}.{" "}
          {asks
            ? "The operator of this service decides; until then your plan stays."
            : "It holds for your next request. What is used today and this month stays counted."}
        </div>
        <FormFailure error={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={change.isPending} onClick={choose} data-autofocus>
            {asks ? `Ask for ${plan.name}` : `Change to ${plan.name}`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
