// Refusals grouped by reason. A group can be retried as a whole, e.g. once missing members are known.
import { Button } from "@mantine/core";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { count, instant, shortened } from "../../frame/format.ts";
import { FormFailure } from "../../frame/forms.tsx";
import { useChange } from "../../frame/operation.ts";
import { DataTable } from "../../frame/table/data-table.tsx";
import { type QuarantineQuery, RetryQuarantineGroup as retryQuarantineGroup } from "../../generated/operations.ts";
import { sourceName } from "../ingestion/sources.ts";
import classes from "./quarantine.module.css";
import { RetryOutcome } from "./retry-outcome.tsx";

type Group = QuarantineQuery["quarantineGroups"][number];

interface GroupTableProps {
  groups: Group[];
  chosen: string | undefined;
  onChoose(group: { source: string; reason: string }): void;
}

/** limit of one retry; see mostAtOnce in src/graph/types/quarantine.ts */
const maxAtOnce = 500;

export function GroupTable({ groups, chosen, onChoose }: GroupTableProps) {
  const retry = useChange(retryQuarantineGroup);
  const isBusy = ({ source, reason }: Group) =>
    retry.isPending && retry.variables.source === source && retry.variables.reason === reason;
  return (
    <>
      <FormFailure error={retry.error} />
      {retry.data && <RetryOutcome outcome={retry.data.retryQuarantineGroup} />}
      <div className={retry.data || retry.error ? classes.list : undefined}>
        <DataTable
          label="Refusals by reason"
          rows={groups}
          keyOf={({ source, reason }) => `${source} ${reason}`}
          onOpen={({ source, reason }) => onChoose({ source, reason })}
          isMarked={({ reason }) => reason === chosen}
          columns={[
            { id: "reason", head: "reason", narrow: "first", cell: ({ reason }) => <code>{reason}</code> },
            { id: "source", head: "source", narrow: "second", cell: ({ source }) => sourceName(source) },
            { id: "count", head: "n", number: true, narrow: "second", cell: (group) => count(group.count) },
            {
              id: "message",
              head: "the newest says",
              cell: ({ message }) => <ForeignText>{shortened(message, 90)}</ForeignText>,
            },
            { id: "last", head: "last seen (UTC)", narrow: "second", cell: ({ lastAt }) => instant(lastAt) },
            {
              id: "retry",
              head: "retry",
              actions: true,
              narrow: "second",
              cell: (group) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={isBusy(group)}
                  disabled={retry.isPending}
                  onClick={(event) => {
                    event.stopPropagation();
                    retry.mutate({ source: group.source, reason: group.reason });
                  }}
                >
                  {group.count > maxAtOnce ? `Retry ${maxAtOnce}` : "Retry group"}
                </Button>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}
