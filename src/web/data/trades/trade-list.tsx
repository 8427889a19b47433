// Lists of insider trades: the columns of all such lists, and the trades of one company or of one insider, newest
// filing first, as a panel of a record's page.
import type { ReactNode } from "react";
import { count, dollars, exact, signed } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { ListPanel, pageSize } from "../../frame/panel.tsx";
import type { Column, DataTableProps } from "../../frame/table/data-table.tsx";
import { type InsiderTradeFilter, Trades, type TradesQuery } from "../../generated/operations.ts";
import classes from "../cells.module.css";
import {
  CompanyName,
  InsiderName,
  LongText,
  marksColumn,
  Price,
  returnColumns,
  Side,
  sideOfCode,
  Tier,
} from "../cells.tsx";
import { transactionLabel } from "../list/api-request.tsx";
import { insiderMarks } from "../trade-marks.ts";
import { type Order, ordersOf, singleLots } from "./orders.ts";

// The columns of insider trades, for the list of all and for the lists of one company and of one insider.

export type TradeRow = Order<TradesQuery["insiderTrades"]["nodes"][number]>;

/** Where the column of the role is left out, the role is below the name. */
function InsiderWithRole({ insider, title }: Pick<TradeRow, "insider" | "title">) {
  return (
    <>
      <InsiderName insider={insider} />
      {title !== null && (
        <div className={classes.below}>
          <LongText>{title}</LongText>
        </div>
      )}
    </>
  );
}

/** Codes without a payment: gifts, inheritances, voting trusts, expirations. A form states their price as 0 or not at all. */
const unpaid = new Set(["G", "W", "Z", "E", "H"]);
const paid = (amount: string | null, { transactionCode }: TradeRow) =>
  unpaid.has(transactionCode) && Number(amount) === 0 ? null : amount;

/** In the order of the list of all trades. */
export const tradeColumns: Column<TradeRow>[] = [
  { id: "signal", head: "Signal", narrow: "second", cell: ({ signal }) => <Tier signal={signal} /> },
  { id: "filed", head: "Filed", narrow: "second", cell: ({ filedOn }) => filedOn },
  { id: "traded", head: "Traded", cell: ({ tradedOn }) => tradedOn ?? "–" },
  {
    id: "delay",
    head: "Delay (days)",
    number: true,
    shownFrom: "huge",
    cell: ({ filingDelayDays }) => count(filingDelayDays),
  },
  {
    id: "company",
    head: "Company",
    narrow: "first",
    cell: ({ company, ticker }) => <CompanyName company={{ ...company, ticker }} />,
  },
  { id: "insider", head: "Insider", narrow: "second", cell: (row) => <InsiderWithRole {...row} /> },
  { id: "role", head: "Role", shownFrom: "huge", cell: ({ title }) => <LongText>{title}</LongText> },
  {
    id: "type",
    head: "Type",
    narrow: "second",
    cell: ({ transactionCode }) => <Side kind={sideOfCode(transactionCode)}>{transactionLabel(transactionCode)}</Side>,
  },
  { id: "shares", head: "Shares", number: true, cell: ({ shares }) => exact(shares) },
  { id: "price", head: "Price ($)", number: true, cell: (row) => <Price price={paid(row.price, row)} /> },
  { id: "value", head: "Value", number: true, narrow: "second", cell: (row) => dollars(paid(row.value, row)) },
  {
    id: "delta",
    head: "Change of holding (%)",
    number: true,
    shownFrom: "huge",
    cell: ({ deltaOwnPct }) => signed(deltaOwnPct),
  },
  ...returnColumns,
  marksColumn(uniqueMarks),
];

/** A row of several lots shows them on request. */
export const tradeLots: DataTableProps<TradeRow>["parts"] = {
  of: ({ lots }) => singleLots(lots),
  column: "type",
  label: (lots: number) => `${lots} lots`,
};

/** The marks of all lots of an order, each once. */
function uniqueMarks({ lots }: TradeRow) {
  const marks = lots.flatMap(insiderMarks);
  return [...new Map(marks.map((mark) => [mark.word, mark])).values()];
}

interface TradeListProps {
  label: string;
  filter: InsiderTradeFilter;
  /** the column of the record itself */
  without: "company" | "insider";
  /** why there are no rows */
  empty: string;
  actions?: ReactNode;
  /** false until the filter is known */
  isReady?: boolean;
  page: number;
  /** the parameter of the URL that has the page; default: `page` */
  pageParameter?: string;
  /** id of the open row */
  row: string | undefined;
  onOpen(row: string): void;
}

export function TradeList(props: TradeListProps) {
  const { label, filter, without, isReady = true, page, row, onOpen, ...shown } = props;
  const columns = tradeColumns.filter(({ id }) => id !== without);
  return (
    <ListPanel
      title="Trades"
      label={label}
      query={useRead(Trades, { filter, includeDerivative: false, page, pageSize }, { enabled: isReady })}
      listOf={({ insiderTrades: { total, nodes } }) => ({ total, nodes: ordersOf(nodes) })}
      height={240}
      keyOf={({ id }: TradeRow) => String(id)}
      onOpen={({ id }) => onOpen(String(id))}
      openBy={({ id }) => ({ row: String(id) })}
      isMarked={({ id }) => String(id) === row}
      columns={columns}
      parts={tradeLots}
      page={page}
      {...shown}
    />
  );
}
