// /insiders: reporting owners with their trades and their 90-day track record. A name opens the insider's page.
import listInsiders from "../../../../rest/routes/list-insiders.ts";
import { insiderSorts } from "../../../filters/insiders.ts";
import { count, dollars, signed } from "../../frame/format.ts";
import type { Column } from "../../frame/table/data-table.tsx";
import { Insiders, type InsidersQuery } from "../../generated/operations.ts";
import { InsiderName } from "../cells.tsx";
import { ListPage, type ListView, sortedBy } from "../list/list-page.tsx";

type Row = InsidersQuery["insiders"]["nodes"][number];

export function InsidersPage() {
  return (
    <ListPage
      title="Insiders"
      path="/insiders"
      route={listInsiders}
      operation={Insiders}
      rowsOf={({ insiders }) => insiders}
      keyOf={({ cik }) => cik}
      searched="q"
      hint="Name or CIK"
      columns={columnsOf}
    />
  );
}

/** A rate is never shown without its number of trades and its interval. */
function winRate({ trackRecord90: { resolvedTrades, winRatePct, winRateLowPct, winRateHighPct } }: Row): string {
  if (winRatePct === null) return "–";
  const [rate, low, high] = [winRatePct, winRateLowPct, winRateHighPct].map((pct) => Number(pct).toFixed(0));
  return `${rate} % of ${count(resolvedTrades)} (${low} to ${high} %)`;
}

function columnsOf(view: ListView): Column<Row>[] {
  const by = sortedBy(view, insiderSorts);
  return [
    { id: "name", head: "Insider", narrow: "first", cell: (row) => <InsiderName insider={row} /> },
    {
      id: "trades",
      head: "Trades",
      number: true,
      narrow: "second",
      cell: ({ stats }) => count(stats.totalTrades),
      ...by("TRADES"),
    },
    { id: "buys", head: "▲ Purchases", number: true, cell: ({ stats }) => count(stats.buyCount) },
    { id: "sales", head: "▼ Sales", number: true, cell: ({ stats }) => count(stats.sellCount) },
    {
      id: "value",
      head: "Value",
      number: true,
      narrow: "second",
      cell: ({ totalValue }) => dollars(totalValue),
      ...by("VALUE"),
    },
    { id: "last", head: "Last trade", cell: ({ stats }) => stats.lastTradedOn ?? "–" },
    {
      id: "rose",
      head: "Purchases that rose in 90 days (95 % interval)",
      number: true,
      narrow: "second",
      cell: winRate,
      ...by("WIN_RATE_LOW_90"),
    },
    {
      id: "alpha",
      head: "Return over SPY, 90 days (%)",
      number: true,
      cell: ({ trackRecord90 }) => signed(trackRecord90.avgAlphaPct),
      ...by("ALPHA_90"),
    },
  ];
}
