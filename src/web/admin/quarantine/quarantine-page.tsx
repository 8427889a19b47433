// /admin/quarantine: the refused filings, grouped by reason and one by one. A group can be retried as a whole, e.g. once
// missing members are known.
import { Button, Group, NativeSelect } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { filingOf } from "../../../domain/shown-names.ts";
import { sourceNames } from "../../../sources/sources.ts";
import { count, instant, shortened } from "../../frame/format.ts";
import { FormFailure } from "../../frame/forms.tsx";
import { useChange, useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { sourceName } from "../../frame/sources.tsx";
import { DataTable, Pager, pageOf } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  Quarantine,
  type QuarantineQuery,
  RetryQuarantineGroup as retryQuarantineGroup,
} from "../../generated/operations.ts";
import { FindFiling } from "../filings/find-filing.tsx";
import classes from "./quarantine.module.css";
import { formatStatus, RetryOutcome, recordOf, statuses } from "./status.tsx";

// Filings in quarantine, each as one row, that of the newest refusal first.
type Filing = QuarantineQuery["quarantine"]["nodes"][number];

function FilingTable({ filings }: { filings: Filing[] }) {
  const navigate = useNavigate();
  return (
    <DataTable
      label="Quarantined filings"
      rows={filings}
      keyOf={({ item: { id } }) => String(id)}
      onOpen={({ item: { id } }) => void navigate({ to: "/admin/quarantine/$id", params: { id: String(id) } })}
      columns={[
        {
          id: "filing",
          head: "Filing",
          narrow: "first",
          cell: ({ item }) => <ForeignText>{filingOf(item)}</ForeignText>,
        },
        {
          id: "record",
          head: "Record",
          narrow: "second",
          cell: ({ item, refusals }) => (
            <ForeignText>
              {refusals > 1 ? `${recordOf(item)} and ${count(refusals - 1)} more` : recordOf(item)}
            </ForeignText>
          ),
        },
        { id: "source", head: "Source", cell: ({ item: { source } }) => sourceName(source) },
        { id: "reason", head: "Reason", narrow: "second", cell: ({ item: { reason } }) => <code>{reason}</code> },
        { id: "status", head: "Status", narrow: "second", cell: ({ item: { status } }) => formatStatus(status) },
        {
          id: "message",
          head: "Why",
          cell: ({ item: { message } }) => <ForeignText>{shortened(message, 60)}</ForeignText>,
        },
        {
          id: "at",
          head: "Refused (UTC)",
          narrow: "second",
          cell: ({ item: { createdAt } }) => instant(createdAt),
        },
      ]}
    />
  );
}

// The URL parameters of the quarantine page.
interface QuarantineSearch {
  source?: string;
  reason?: string;
  /** `open` by default; `all` for every status */
  status?: string;
  page?: string;
}

// Shown if the list is empty: says that there are no refusals, or which filter hides them.
function NoRefusals({ search, onShow }: { search: QuarantineSearch; onShow(next: QuarantineSearch): void }) {
  const status = search.status ?? "open";
  const drop = (label: string, next: QuarantineSearch) => (
    <Button key={label} size="compact-sm" variant="default" mr={8} onClick={() => onShow(next)}>
      {label}
    </Button>
  );
  if (search.source || search.reason)
    return (
      <>
        No filings match. {search.reason && drop("Any reason", { ...search, reason: undefined, page: undefined })}
        {search.source && drop("All sources", { status: search.status })}
      </>
    );
  return (
    <>
      {status === "open" ? "✓ Quarantine is empty. " : "No filings have this status. "}
      {status !== "all" && drop("Show all statuses", { status: "all" })}
    </>
  );
}

const pageSize = 25;

export function QuarantinePage() {
  const search = useSearch({ strict: false }) as QuarantineSearch;
  const navigate = useNavigate();
  const show = (next: QuarantineSearch) => void navigate({ to: "/admin/quarantine", search: next, resetScroll: false });
  const page = pageOf(search.page);
  const status = statuses.find((one) => one === search.status) ?? "open";
  const source = sourceNames.find((one) => one === search.source);
  const wanted = { source, status: status === "all" ? undefined : status };
  const quarantine = useRead(Quarantine, { ...wanted, reason: search.reason, page, pageSize });
  const total = quarantine.data?.quarantine.total;
  const groups = quarantine.data?.quarantineGroups;
  const nothing = <NoRefusals search={search} onShow={show} />;
  return (
    <Page
      title="Quarantine"
      summary="Filings and rows that could not be read. Originals are kept. Correct and retry each one here."
      actions={<FindFiling />}
    >
      <Panel
        title={groups ? `By reason: ${count(groups.length)}` : "By reason"}
        query={quarantine}
        height={120}
        actions={
          <Filters source={source} status={status} onShow={(next) => show({ ...search, ...next, page: undefined })} />
        }
        empty={{ when: ({ quarantineGroups }) => quarantineGroups.length === 0, say: nothing }}
      >
        {({ quarantineGroups }) => (
          <GroupTable
            groups={quarantineGroups}
            chosen={search.reason}
            onChoose={(group) => show({ ...search, ...group, page: undefined })}
          />
        )}
      </Panel>
      <Panel
        title={
          total === undefined
            ? "Filings in quarantine"
            : `Filings in quarantine: ${count(total)}${search.reason ? ` (${search.reason})` : ""}`
        }
        query={quarantine}
        height={160}
        actions={
          search.reason && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => show({ ...search, reason: undefined, page: undefined })}
            >
              Any reason
            </Button>
          )
        }
        empty={{ when: ({ quarantine: { nodes } }) => nodes.length === 0, say: nothing }}
      >
        {({ quarantine: { nodes } }) => <FilingTable filings={nodes} />}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={(next) => show({ ...search, page: String(next) })} />
    </Page>
  );
}

interface FiltersProps {
  source: string | undefined;
  status: string;
  onShow(next: QuarantineSearch): void;
}

function Filters({ source, status, onShow }: FiltersProps) {
  return (
    <Group gap={8} className={classes.filters}>
      <NativeSelect
        size="xs"
        aria-label="Source"
        value={source ?? ""}
        data={[
          { value: "", label: "All sources" },
          ...sourceNames.map((value) => ({ value, label: sourceName(value) })),
        ]}
        onChange={(event) => onShow({ source: event.currentTarget.value, reason: undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label="Status"
        value={status}
        data={statuses}
        onChange={(event) => onShow({ status: event.currentTarget.value, reason: undefined })}
      />
    </Group>
  );
}

type RefusalGroup = QuarantineQuery["quarantineGroups"][number];

interface GroupTableProps {
  groups: RefusalGroup[];
  chosen: string | undefined;
  onChoose(group: { source: string; reason: string }): void;
}

/** limit of one retry; see maxAtOnce in src/graph/types/quarantine.ts */
const maxAtOnce = 500;

function GroupTable({ groups, chosen, onChoose }: GroupTableProps) {
  const retry = useChange(retryQuarantineGroup);
  const isBusy = ({ source, reason }: RefusalGroup) =>
    retry.isPending && retry.variables.source === source && retry.variables.reason === reason;
  return (
    <>
      <FormFailure error={retry.error} />
      {retry.data && <RetryOutcome outcome={retry.data.retryQuarantineGroup} />}
      <div className={retry.data || retry.error ? classes.list : undefined}>
        <DataTable
          label="Reasons"
          rows={groups}
          keyOf={({ source, reason }) => `${source} ${reason}`}
          onOpen={({ source, reason }) => onChoose({ source, reason })}
          isMarked={({ reason }) => reason === chosen}
          columns={[
            { id: "reason", head: "Reason", narrow: "first", cell: ({ reason }) => <code>{reason}</code> },
            { id: "source", head: "Source", narrow: "second", cell: ({ source }) => sourceName(source) },
            { id: "count", head: "Filings", number: true, narrow: "second", cell: (group) => count(group.count) },
            {
              id: "message",
              head: "Latest message",
              cell: ({ message }) => <ForeignText>{shortened(message, 90)}</ForeignText>,
            },
            { id: "last", head: "Last seen (UTC)", narrow: "second", cell: ({ lastAt }) => instant(lastAt) },
            {
              id: "retry",
              head: "Retry",
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
