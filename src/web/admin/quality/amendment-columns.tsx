// The columns of the lists of amendments, and the buttons that decide about an undecided row.
import { Button, Group, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { instant, shortened } from "../../frame/format.ts";
import { FormFailure } from "../../frame/forms.tsx";
import { useChange } from "../../frame/operation.ts";
import type { Column } from "../../frame/table/data-table.tsx";
import {
  type AmendmentDecisionsQuery,
  DecideAmendment as decideAmendment,
  type NotRestatedTradesQuery,
  ReopenAmendment as reopenAmendment,
  type UndecidedTradesQuery,
  type WaitingAmendmentsQuery,
} from "../../generated/operations.ts";

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
  { id: "filing", head: "filing", narrow: "first", cell: (row) => filing(tradeOf(row).accessionNumber) },
  { id: "filed", head: "filed", narrow: "second", cell: (row) => tradeOf(row).filedOn },
  { id: "traded", head: "traded", narrow: "second", cell: (row) => tradeOf(row).tradedOn ?? "–" },
  { id: "trade", head: "trade", narrow: "second", cell: (row) => amounts(tradeOf(row)) },
  {
    id: "security",
    head: "security",
    cell: (row) => <ForeignText>{shortened(tradeOf(row).securityTitle, 40)}</ForeignText>,
  },
  {
    id: "who",
    head: "insider, company",
    cell: (row) => (
      <ForeignText>{`${tradeOf(row).insider.name}, ${shortened(tradeOf(row).company.name, 30)}`}</ForeignText>
    ),
  },
];

export const leftOutColumns: Column<Trade>[] = columnsOf((trade) => trade);

export const undecidedColumns: Column<Undecided>[] = [
  ...columnsOf<Undecided>(({ trade }) => trade),
  { id: "decide", head: "decide", narrow: "second", cell: (row) => <Decide row={row} /> },
];

export const decidedColumns: Column<Decision>[] = [
  ...columnsOf<Decision>(({ trade }) => trade),
  {
    id: "decision",
    head: "decision",
    narrow: "second",
    cell: ({ restatesAccession }) => (restatesAccession ? <>restates {filing(restatesAccession)}</> : "adds a trade"),
  },
  { id: "by", head: "by", cell: ({ decidedBy }) => <ForeignText>{decidedBy}</ForeignText> },
  { id: "at", head: "at (UTC)", cell: ({ decidedAt }) => instant(decidedAt) },
  { id: "reopen", head: "reopen", cell: ({ trade }) => <Reopen id={trade.id} /> },
];

export const waitingColumns: Column<Waiting>[] = [
  { id: "amendment", head: "amendment", narrow: "first", cell: ({ accessionNumber }) => filing(accessionNumber) },
  { id: "form", head: "form", narrow: "second", cell: ({ formType }) => formType },
  { id: "filed", head: "filed", narrow: "second", cell: ({ filedOn }) => filedOn },
  {
    id: "waits",
    head: "waits for",
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
    head: "insider, company",
    cell: ({ insiderName, companyName }) => <ForeignText>{`${insiderName}, ${companyName}`}</ForeignText>,
  },
  { id: "trades", head: "trades", number: true, cell: ({ trades }) => String(trades) },
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
