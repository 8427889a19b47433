// /admin/data/trades: trades of insiders, one per row. A row opens its source, its history and its signal's reasons.

import { Button } from "@mantine/core";
import listTrades from "../../../../../rest/routes/list-trades.ts";
import { insiderTradeSorts } from "../../../../filters/insider-trades.ts";
import { count, dollars, exact, perShare, signed } from "../../../frame/format.ts";
import { useRead } from "../../../frame/operation.ts";
import type { Column } from "../../../frame/table/data-table.tsx";
import { ForeignText } from "../../../frame/text.tsx";
import {
  type InsiderTradeFilter,
  TradeFacets as TradeFacetsRead,
  Trades,
  type TradesQuery,
} from "../../../generated/operations.ts";
import { CompanySymbol, Filed, InsiderName, Side, sideOfCode, Tier } from "../cells.tsx";
import classes from "../facets.module.css";
import { ListPage, type ListView, sortedBy } from "../list/list-page.tsx";
import { transactionLabel } from "../list/request.ts";
import { Doubt, ifInDoubt, TradeDetails } from "./trade-details.tsx";

// The number of filtered trades by transaction code: one count per code.
const codes = ["P", "S", "A", "M", "F", "G"] as const;

function TradeFacets({ view: { search, request, change } }: { view: ListView }) {
  const filter = (request.variables?.filter ?? {}) as InsiderTradeFilter;
  const of = (code: string): InsiderTradeFilter => ({ ...filter, transactionCodes: [code] });
  const facets = useRead(
    TradeFacetsRead,
    {
      all: { ...filter, transactionCodes: undefined },
      purchases: of("P"),
      sales: of("S"),
      awards: of("A"),
      exercises: of("M"),
      taxes: of("F"),
      gifts: of("G"),
      includeDerivative: request.variables?.includeDerivative === true,
    },
    { enabled: request.variables !== undefined },
  ).data;
  const isChosen = (code: string | undefined) => search.tradeTypes === code;
  const show = (code: string | undefined) => change({ tradeTypes: code });
  return (
    <fieldset className={classes.facets} aria-label="Kinds of trades">
      <Button
        size="compact-sm"
        variant={isChosen(undefined) ? "light" : "default"}
        aria-pressed={isChosen(undefined)}
        onClick={() => show(undefined)}
      >
        All {count(facets?.all.total)}
      </Button>
      {codes.map((code) => (
        <Button
          key={code}
          size="compact-sm"
          variant={isChosen(code) ? "light" : "default"}
          aria-pressed={isChosen(code)}
          onClick={() => show(isChosen(code) ? undefined : code)}
        >
          {transactionLabel(code)} {count(facets?.[code].total)}
        </Button>
      ))}
    </fieldset>
  );
}

type Row = TradesQuery["insiderTrades"]["nodes"][number];

export function TradesPage() {
  return (
    <ListPage
      title="Insider trades"
      place="/admin/data/trades"
      route={listTrades}
      operation={Trades}
      rowsOf={({ insiderTrades }) => insiderTrades}
      keyOf={({ id }) => String(id)}
      searched="q"
      hint="Ticker, company, insider or CIK"
      columns={columnsOf}
      above={(view) => <TradeFacets view={view} />}
      drawer={{ title: "Insider trade", content: (id) => <TradeDetails id={Number(id)} /> }}
    />
  );
}

function columnsOf(view: ListView): Column<Row>[] {
  const by = sortedBy(view, insiderTradeSorts);
  return [
    {
      id: "tier",
      head: "Signal",
      narrow: "second",
      cell: ({ signal }) => <Tier signal={signal} />,
      ...by("SIGNAL_SCORE"),
    },
    { id: "filed", head: "Filed", narrow: "second", cell: (trade) => <Filed trade={trade} />, ...by("FILED_ON") },
    {
      id: "traded",
      head: "Traded",
      narrow: ifInDoubt("date"),
      cell: (trade) => <Traded trade={trade} />,
      ...by("TRADED_ON"),
    },
    {
      id: "delay",
      head: "Delay (days)",
      number: true,
      cell: ({ filingDelayDays }) => count(filingDelayDays),
      ...by("DELAY_DAYS"),
    },
    {
      id: "ticker",
      head: "Ticker",
      narrow: "first",
      cell: ({ company, ticker }) => <CompanySymbol company={{ ...company, ticker }} />,
    },
    { id: "insider", head: "Insider", narrow: "second", cell: ({ insider }) => <InsiderName insider={insider} /> },
    { id: "role", head: "Role", cell: ({ title }) => <Role title={title} /> },
    {
      id: "type",
      head: "Type",
      narrow: "second",
      cell: (trade) => (
        <>
          <Side kind={sideOfCode(trade.transactionCode)}>{transactionLabel(trade.transactionCode)}</Side>
          <Doubt trade={trade} about="direction" />
        </>
      ),
    },
    { id: "shares", head: "Shares", number: true, cell: ({ shares }) => exact(shares) },
    {
      id: "price",
      head: "Price ($)",
      number: true,
      narrow: ifInDoubt("price"),
      cell: (trade) => <Price trade={trade} />,
    },
    { id: "value", head: "Value", number: true, narrow: "second", cell: ({ value }) => dollars(value), ...by("VALUE") },
    { id: "delta", head: "Change of holding (%)", number: true, cell: ({ deltaOwnPct }) => signed(deltaOwnPct) },
  ];
}

function Traded({ trade }: { trade: Row }) {
  return (
    <>
      {trade.tradedOn ?? "–"}
      <Doubt trade={trade} about="date" />
    </>
  );
}

function Price({ trade }: { trade: Row }) {
  return (
    <>
      {perShare(trade.price)}
      <Doubt trade={trade} about="price" />
    </>
  );
}

function Role({ title }: { title: string | null }) {
  if (title === null) return <>–</>;
  return <ForeignText>{title}</ForeignText>;
}
