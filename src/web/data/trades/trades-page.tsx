// /trades: trades of insiders, the lots of an order as one row. A row opens its source, its history and its
// signal's reasons.

import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import listTrades from "../../../../rest/routes/list-trades.ts";
import { type InsiderTradeSort, insiderTradeSorts } from "../../../filters/insider-trades.ts";
import { count } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import type { Column } from "../../frame/table/data-table.tsx";
import { type InsiderTradeFilter, TradeFacets as TradeFacetsRead, Trades } from "../../generated/operations.ts";
import classes from "../facets.module.css";
import { transactionLabel } from "../list/api-request.tsx";
import type { Preset } from "../list/filters.tsx";
import { ListPage, type ListView, sortedBy, sortedColumns } from "../list/list-page.tsx";
import { certainlyLateAfterDays } from "../trade-marks.ts";
import { ordersOf, singleLots } from "./orders.ts";
import { TradeDetails } from "./trade-details.tsx";
import { type TradeRow, tradeColumns, tradeLots } from "./trade-list.tsx";

// The number of filtered trades by transaction code: one count per code.
const codes = ["P", "S", "A", "M", "F", "G"] as const;

function TradeFacets({ view: { search, request } }: { view: ListView }) {
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
  const facet = (code: string | undefined, label: string) => {
    const isChosen = search.tradeTypes === code;
    return (
      <Button
        key={label}
        size="compact-sm"
        variant={isChosen ? "light" : "default"}
        aria-current={isChosen || undefined}
        renderRoot={(props) => (
          <Link
            {...props}
            to="."
            search={{ ...search, tradeTypes: isChosen ? undefined : code, page: undefined, row: undefined }}
            resetScroll={false}
          />
        )}
      >
        {label}
      </Button>
    );
  };
  return (
    <nav className={classes.facets} aria-label="Kinds of trades">
      {facet(undefined, `All ${count(facets?.all.total)}`)}
      {codes.map((code) => facet(code, `${transactionLabel(code)} ${count(facets?.[code].total)}`))}
    </nav>
  );
}

const presets: Preset[] = [
  { label: "Open-market purchases", filters: { tradeTypes: "P" } },
  { label: "Officers and directors", filters: { role: "officer,director" } },
  { label: "Over $100k", filters: { minValue: "100000" } },
  { label: "Last 30 days", filters: { days: "30" } },
  { label: "Outside a plan", filters: { is10b51: "false" } },
  {
    label: "Late",
    filters: { formType: "4,4/A", minDelayDays: String(certainlyLateAfterDays + 1), dateQuality: "ok" },
  },
];

export function TradesPage() {
  return (
    <ListPage
      title="Insider trades"
      path="/trades"
      route={listTrades}
      operation={Trades}
      rowsOf={({ insiderTrades: { total, nodes } }, { request }) => ({
        total,
        // the sum of an order would stand among the values of single lots
        nodes: request.variables?.sort === sorts.value ? singleLots(nodes) : ordersOf(nodes),
      })}
      keyOf={({ id }) => String(id)}
      searched="q"
      hint="Ticker, company, insider or CIK"
      presets={presets}
      usual={["tradeTypes", "role", "signalTier", "sectors", "securityClass", "filedFrom", "filedTo"]}
      columns={columnsOf}
      parts={tradeLots}
      above={(view) => <TradeFacets view={view} />}
      drawer={{ title: "Insider trade", content: (id) => <TradeDetails id={Number(id)} /> }}
    />
  );
}

/** column -> what the list is sorted by */
const sorts: Record<string, InsiderTradeSort> = {
  signal: "SIGNAL_SCORE",
  filed: "FILED_ON",
  traded: "TRADED_ON",
  delay: "DELAY_DAYS",
  value: "VALUE",
};

const columnsOf = (view: ListView): Column<TradeRow>[] =>
  sortedColumns(tradeColumns, sorts, sortedBy(view, insiderTradeSorts));
