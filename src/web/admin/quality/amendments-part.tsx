// Amendments that need a decision, rows that an amendment left out, amendments whose filing is not stored, and
// decisions.
import { Button, Group, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { count, instant, shortened } from "../../frame/format.ts";
import { FormFailure } from "../../frame/forms.tsx";
import { useChange, useRead } from "../../frame/operation.ts";
import { ListPanel, Panel, pageSize } from "../../frame/panel.tsx";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  AmendmentDecisions,
  type AmendmentDecisionsQuery,
  DecideAmendment as decideAmendment,
  NotRestatedTrades,
  type NotRestatedTradesQuery,
  type QualityQuery,
  ReopenAmendment as reopenAmendment,
  UndecidedTrades,
  type UndecidedTradesQuery,
  WaitingAmendments,
  type WaitingAmendmentsQuery,
} from "../../generated/operations.ts";
import type { PartProps } from "./search.ts";

interface Kind {
  kind: string;
  words: string;
  total: number;
}

const kindsOf = (data: QualityQuery): Kind[] => [
  { kind: "undecided", words: "undecided: restates a row or adds one", total: data.undecidedTrades.total },
  { kind: "left_out", words: "not restated by the amendment", total: data.notRestatedTrades.total },
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
  { id: "kind", head: "Kind", narrow: "first", cell: ({ words }) => words },
  { id: "rows", head: "Rows or forms", number: true, narrow: "second", cell: ({ total }) => count(total) },
];

interface ListProps {
  page: number;
  onPage(page: number): void;
}

function UndecidedList(paging: ListProps) {
  return (
    <ListPanel
      title="Undecided rows"
      query={useRead(UndecidedTrades, { page: paging.page, pageSize })}
      listOf={({ undecidedTrades }) => undecidedTrades}
      keyOf={({ trade }) => String(trade.id)}
      columns={undecidedColumns}
      empty="✓ No row of an amendment is undecided."
      {...paging}
    />
  );
}

function LeftOutList(paging: ListProps) {
  return (
    <ListPanel
      title="Rows not restated"
      query={useRead(NotRestatedTrades, { page: paging.page, pageSize })}
      listOf={({ notRestatedTrades }) => notRestatedTrades}
      keyOf={({ id }) => String(id)}
      columns={leftOutColumns}
      empty="✓ Every row of an amended group was restated."
      {...paging}
    />
  );
}

function WaitingList(paging: ListProps) {
  return (
    <ListPanel
      title="Waiting amendments"
      query={useRead(WaitingAmendments, { page: paging.page, pageSize })}
      listOf={({ waitingAmendments }) => waitingAmendments}
      keyOf={({ accessionNumber }) => accessionNumber}
      columns={waitingColumns}
      empty="✓ No amendment is waiting for its original."
      {...paging}
    />
  );
}

function DecidedList(paging: ListProps) {
  return (
    <ListPanel
      title="Decisions"
      query={useRead(AmendmentDecisions, { page: paging.page, pageSize })}
      listOf={({ amendmentDecisions }) => amendmentDecisions}
      keyOf={({ trade }) => String(trade.id)}
      columns={decidedColumns}
      empty="No decisions yet."
      {...paging}
    />
  );
}

type Trade = NotRestatedTradesQuery["notRestatedTrades"]["nodes"][number];
type Undecided = UndecidedTradesQuery["undecidedTrades"]["nodes"][number];
type Decision = AmendmentDecisionsQuery["amendmentDecisions"]["nodes"][number];
type Waiting = WaitingAmendmentsQuery["waitingAmendments"]["nodes"][number];

const filing = (accession: string) => (
  <Link to="/admin/filings" search={{ ref: accession }}>
    <ForeignText>{accession}</ForeignText>
  </Link>
);

/** `S 500 @ 10.1, then 8500` */
const amounts = ({ transactionCode, shares, price, sharesOwnedAfter }: Trade) =>
  `${transactionCode} ${shares ?? "–"} @ ${price ?? "–"}${sharesOwnedAfter === null ? "" : `, then ${sharesOwnedAfter}`}`;

const columnsOf = <Row,>(tradeOf: (row: Row) => Trade): Column<Row>[] => [
  { id: "filing", head: "Filing", narrow: "first", cell: (row) => filing(tradeOf(row).accessionNumber) },
  { id: "filed", head: "Filed", narrow: "second", cell: (row) => tradeOf(row).filedOn },
  { id: "traded", head: "Traded", narrow: "second", cell: (row) => tradeOf(row).tradedOn ?? "–" },
  { id: "trade", head: "Trade", narrow: "second", cell: (row) => amounts(tradeOf(row)) },
  {
    id: "security",
    head: "Security",
    cell: (row) => <ForeignText>{shortened(tradeOf(row).securityTitle, 40)}</ForeignText>,
  },
  {
    id: "who",
    head: "Insider, company",
    cell: (row) => (
      <ForeignText>{`${tradeOf(row).insider.name}, ${shortened(tradeOf(row).company.name, 30)}`}</ForeignText>
    ),
  },
];

const leftOutColumns: Column<Trade>[] = columnsOf((trade) => trade);

const undecidedColumns: Column<Undecided>[] = [
  ...columnsOf<Undecided>(({ trade }) => trade),
  { id: "decide", head: "Decide", narrow: "second", cell: (row) => <Decide row={row} /> },
];

const decidedColumns: Column<Decision>[] = [
  ...columnsOf<Decision>(({ trade }) => trade),
  {
    id: "decision",
    head: "Decision",
    narrow: "second",
    cell: ({ restatesAccession }) => (restatesAccession ? <>restates {filing(restatesAccession)}</> : "adds a trade"),
  },
  { id: "by", head: "By", cell: ({ decidedBy }) => <ForeignText>{decidedBy}</ForeignText> },
  { id: "at", head: "Time (UTC)", cell: ({ decidedAt }) => instant(decidedAt) },
  { id: "reopen", head: "Reopen", cell: ({ trade }) => <Reopen id={trade.id} /> },
];

const waitingColumns: Column<Waiting>[] = [
  { id: "amendment", head: "Amendment", narrow: "first", cell: ({ accessionNumber }) => filing(accessionNumber) },
  { id: "form", head: "Form", narrow: "second", cell: ({ formType }) => formType },
  { id: "filed", head: "Filed", narrow: "second", cell: ({ filedOn }) => filedOn },
  {
    id: "waits",
    head: "Waits for",
    narrow: "second",
    cell: ({ namedBy, named, originalSubmittedOn }) =>
      namedBy === "accession_number" ? (
        <ForeignText>{named.join(", ")}</ForeignText>
      ) : originalSubmittedOn ? (
        `the form of ${originalSubmittedOn}`
      ) : (
        "a form with its trade date"
      ),
  },
  {
    id: "who",
    head: "Insider, company",
    cell: ({ insiderName, companyName }) => <ForeignText>{`${insiderName}, ${companyName}`}</ForeignText>,
  },
  { id: "trades", head: "Trades", number: true, cell: ({ trades }) => String(trades) },
];

function Decide({ row: { trade, candidates } }: { row: Undecided }) {
  const decide = useChange(decideAmendment);
  const choose = (restates: number | null) => decide.mutate({ tradeId: trade.id, restates });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {candidates.map((one) => (
          <Button
            key={one.id}
            size="compact-xs"
            variant="default"
            loading={decide.isPending}
            onClick={() => choose(one.id)}
          >
            {`Restates ${amounts(one)} of ${one.filedOn}`}
          </Button>
        ))}
        <Button size="compact-xs" variant="default" loading={decide.isPending} onClick={() => choose(null)}>
          Adds a trade
        </Button>
      </Group>
      <FormFailure error={decide.error} />
    </Stack>
  );
}

function Reopen({ id }: { id: number }) {
  const reopen = useChange(reopenAmendment);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={reopen.isPending}
        onClick={() => reopen.mutate({ tradeId: id })}
      >
        Reopen
      </Button>
      <FormFailure error={reopen.error} />
    </>
  );
}
