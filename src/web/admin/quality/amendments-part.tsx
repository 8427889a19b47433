// Amendments that need a decision, rows that an amendment left out, amendments whose filing is not stored, and decisions.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { count } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Panel } from "../../frame/panel.tsx";
import { type Column, DataTable, Pager } from "../../frame/table/data-table.tsx";
import {
  AmendmentDecisions,
  NotRestatedTrades,
  type QualityQuery,
  UndecidedTrades,
  WaitingAmendments,
} from "../../generated/operations.ts";
import { decidedColumns, leftOutColumns, undecidedColumns, waitingColumns } from "./amendment-columns.tsx";
import { type PartProps, pageSize } from "./search.ts";

interface Kind {
  kind: string;
  words: string;
  total: number;
}

const kindsOf = (data: QualityQuery): Kind[] => [
  { kind: "undecided", words: "restates a row or adds one: not known", total: data.undecidedTrades.total },
  { kind: "left_out", words: "left out by an amendment of its group", total: data.notRestatedTrades.total },
  { kind: "waiting", words: "amends a filing that is not stored", total: data.waitingAmendments.total },
  { kind: "decided", words: "decided by an operator", total: data.amendmentDecisions.total },
];

const lists: Record<string, (props: ListProps) => ReactNode> = {
  undecided: UndecidedList,
  left_out: LeftOutList,
  waiting: WaitingList,
  decided: DecidedList,
};

export function AmendmentsPart({
  counts,
  search,
  page,
  show,
}: PartProps & { counts: UseQueryResult<QualityQuery, Error> }) {
  const kind = search.reason && search.reason in lists ? search.reason : "undecided";
  const List = lists[kind] ?? UndecidedList;
  return (
    <>
      <Panel title="By kind" query={counts} height={160}>
        {(data) => (
          <DataTable
            label="Kinds"
            rows={kindsOf(data)}
            keyOf={(one) => one.kind}
            columns={kindColumns}
            isMarked={(one) => one.kind === kind}
            onOpen={(one) => show({ reason: one.kind })}
          />
        )}
      </Panel>
      <List page={page} onPage={(next) => show({ reason: kind, page: String(next) })} />
    </>
  );
}

const kindColumns: Column<Kind>[] = [
  { id: "kind", head: "kind", narrow: "first", cell: ({ words }) => words },
  { id: "rows", head: "rows or forms", number: true, narrow: "second", cell: ({ total }) => count(total) },
];

interface ListProps {
  page: number;
  onPage(page: number): void;
}

const titleOf = (title: string, total: number | undefined) =>
  total === undefined ? title : `${title}: ${count(total)}`;

function UndecidedList({ page, onPage }: ListProps) {
  const query = useRead(UndecidedTrades, { page, pageSize });
  const total = query.data?.undecidedTrades.total;
  return (
    <>
      <Panel
        title={titleOf("Undecided rows", total)}
        query={query}
        height={300}
        empty={{
          when: (data) => data.undecidedTrades.nodes.length === 0,
          say: "✓ No row of an amendment is undecided.",
        }}
      >
        {({ undecidedTrades }) => (
          <DataTable
            label="Undecided rows"
            rows={undecidedTrades.nodes}
            keyOf={({ trade }) => String(trade.id)}
            columns={undecidedColumns}
          />
        )}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />
    </>
  );
}

function LeftOutList({ page, onPage }: ListProps) {
  const query = useRead(NotRestatedTrades, { page, pageSize });
  const total = query.data?.notRestatedTrades.total;
  return (
    <>
      <Panel
        title={titleOf("Rows left out", total)}
        query={query}
        height={300}
        empty={{ when: (data) => data.notRestatedTrades.nodes.length === 0, say: "✓ No amendment left out a row." }}
      >
        {({ notRestatedTrades }) => (
          <DataTable
            label="Rows left out"
            rows={notRestatedTrades.nodes}
            keyOf={({ id }) => String(id)}
            columns={leftOutColumns}
          />
        )}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />
    </>
  );
}

function WaitingList({ page, onPage }: ListProps) {
  const query = useRead(WaitingAmendments, { page, pageSize });
  const total = query.data?.waitingAmendments.total;
  return (
    <>
      <Panel
        title={titleOf("Waiting amendments", total)}
        query={query}
        height={300}
        empty={{
          when: (data) => data.waitingAmendments.nodes.length === 0,
          say: "✓ No amendment waits for its filing.",
        }}
      >
        {({ waitingAmendments }) => (
          <DataTable
            label="Waiting amendments"
            rows={waitingAmendments.nodes}
            keyOf={({ accessionNumber }) => accessionNumber}
            columns={waitingColumns}
          />
        )}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />
    </>
  );
}

function DecidedList({ page, onPage }: ListProps) {
  const query = useRead(AmendmentDecisions, { page, pageSize });
  const total = query.data?.amendmentDecisions.total;
  return (
    <>
      <Panel
        title={titleOf("Decisions", total)}
        query={query}
        height={300}
        empty={{ when: (data) => data.amendmentDecisions.nodes.length === 0, say: "Nothing was decided yet." }}
      >
        {({ amendmentDecisions }) => (
          <DataTable
            label="Decisions"
            rows={amendmentDecisions.nodes}
            keyOf={({ trade }) => String(trade.id)}
            columns={decidedColumns}
          />
        )}
      </Panel>
      <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />
    </>
  );
}
