// /account/plan: the plans as rows, the user's own marked, with a warning for plans that today's use would exceed.
import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { bytes, count, price } from "../frame/format.ts";
import { FormFailure } from "../frame/forms.tsx";
import { useChange, useRead } from "../frame/operation.ts";
import { Page } from "../frame/page.tsx";
import { Panel } from "../frame/panel.tsx";
import { type Column, DataTable } from "../frame/table/data-table.tsx";
import { ChoosePlan as choosePlan, Plans, type PlansQuery } from "../generated/operations.ts";

// Chooses a plan. The change is immediate, or a request to the operator, depending on the service's settings.
interface ChoosePlanProps {
  plan: PlansQuery["plans"][number];
  /** the change is a request that the operator decides on */
  asks: boolean;
  onClose(): void;
  onDone(message: string): void;
}

function ChoosePlan({ plan, asks, onClose, onDone }: ChoosePlanProps) {
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
    <Modal opened onClose={onClose} title={`${asks ? "Request" : "Change to"} ${plan.name}?`}>
      <Stack>
        <div>
          {plan.name} includes {count(plan.perDay)} requests per day, {count(plan.perMinute)} per minute,{" "}
          {count(plan.perMonth)} per month and {bytes(Number(plan.bytesPerDay))} of files per day, for{" "}
          {price(plan.pricePerMonth)}
          {plan.pricePerMonth && Number(plan.pricePerMonth) > 0 ? " per month" : ""}.{" "}
          {asks
            ? "The operator of this service decides. Until then you keep your current plan."
            : "It applies from your next request. Requests already made today and this month still count."}
        </div>
        <FormFailure error={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={change.isPending} onClick={choose} data-autofocus>
            {asks ? `Request ${plan.name}` : `Change to ${plan.name}`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type Plan = PlansQuery["plans"][number];

export function PlanPage() {
  const plans = useRead(Plans, {});
  const [chosen, setChosen] = useState<Plan>();
  const [said, setSaid] = useState<string>();
  const viewer = plans.data?.viewer;
  return (
    <Page
      waiting={plans.isPending}
      title="Plan"
      summary={
        viewer ? (
          <>
            Your plan is <strong>{viewer.plan.name}</strong>
            {viewer.requestedPlan && `; ${viewer.requestedPlan.name} requested`}.
          </>
        ) : (
          " "
        )
      }
    >
      {said && (
        <Alert
          variant="default"
          role="status"
          title="✓ Done"
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => setSaid(undefined)}
        >
          {said}
        </Alert>
      )}
      <Panel title="Plans" query={plans} height={190}>
        {(data) => (
          <DataTable
            label="Plans"
            rows={rowsOf(data)}
            columns={columnsOf(data, setChosen)}
            keyOf={({ id }) => id}
            isMarked={({ id }) => id === data.viewer.plan.id}
          />
        )}
      </Panel>
      <p>
        Max includes commercial use of the SEC data. By 5 U.S.C. 13107(c) no plan can include it for House and Senate
        disclosures: see <a href="/docs/guides/use-of-the-data">use of the data</a>.
      </p>
      {chosen && viewer && (
        <ChoosePlan
          plan={chosen}
          asks={plans.data?.planChanges === "ask"}
          onClose={() => setChosen(undefined)}
          onDone={setSaid}
        />
      )}
    </Page>
  );
}

/** The listed plans, and the user's own if it is not listed. */
function rowsOf({ plans, viewer }: PlansQuery): Plan[] {
  return plans.some(({ id }) => id === viewer.plan.id) ? plans : [viewer.plan, ...plans];
}

function columnsOf({ viewer }: PlansQuery, choose: (plan: Plan) => void): Column<Plan>[] {
  const { day, month } = viewer.limits;
  const usageOn = (plan: Plan) => {
    if (month.used >= plan.perMonth) return "! Limit reached this month";
    return day.used >= plan.perDay ? "! Limit reached today" : "✓ Enough for your usage";
  };
  return [
    { id: "name", head: "Plan", narrow: "first", cell: ({ name }) => <strong>{name}</strong> },
    { id: "price", head: "Price per month", number: true, narrow: "second", cell: (plan) => price(plan.pricePerMonth) },
    { id: "day", head: "Requests per day", number: true, narrow: "second", cell: ({ perDay }) => count(perDay) },
    { id: "minute", head: "Per minute", number: true, narrow: "second", cell: ({ perMinute }) => count(perMinute) },
    { id: "month", head: "Per month", number: true, narrow: "second", cell: ({ perMonth }) => count(perMonth) },
    {
      id: "files",
      head: "Files per day",
      number: true,
      narrow: "second",
      cell: (plan) => bytes(Number(plan.bytesPerDay)),
    },
    {
      id: "commercial",
      head: "Commercial use",
      narrow: "second",
      cell: ({ commercialUse }) => (commercialUse ? "SEC data" : "not included"),
    },
    { id: "fits", head: "Your usage", narrow: "second", cell: usageOn },
    {
      id: "choose",
      head: "Choose",
      actions: true,
      narrow: "second",
      cell: (plan) => <Choice plan={plan} viewer={viewer} choose={choose} />,
    },
  ];
}

function Choice({ plan, viewer, choose }: { plan: Plan; viewer: PlansQuery["viewer"]; choose: (plan: Plan) => void }) {
  if (plan.id === viewer.plan.id) return <strong>your plan</strong>;
  if (plan.id === viewer.requestedPlan?.id) return <>requested</>;
  return (
    <Button size="compact-sm" variant="default" aria-label={`Choose ${plan.name}`} onClick={() => choose(plan)}>
      Choose
    </Button>
  );
}
