// /admin/data/trades: what was traded by insiders? A line a trade; a row opens with its source, its history and its signal's reasons.
import listTrades from "../../../../../rest/routes/list-trades.ts";
import { ForeignText } from "../../../frame/foreign-text.tsx";
import { count, dollars, exact, shortened, signed } from "../../../frame/format.ts";
import type { Column } from "../../../frame/table/data-table.tsx";
import { Trades, type TradesQuery } from "../../../generated/operations.ts";
import { ListPage } from "../list/list-page.tsx";
import { transactionLabel } from "../list/use-vocabulary.ts";
import { CompanySymbol, InsiderName } from "../names.tsx";
import { Side, sideOfCode } from "../side.tsx";
import { Tier } from "../tier.tsx";
import { TradeDetails } from "./trade-details.tsx";
import { TradeFacets } from "./trade-facets.tsx";

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
      columns={() => columns}
      above={(view) => <TradeFacets view={view} />}
      drawer={{ title: "Insider trade", content: (id) => <TradeDetails id={Number(id)} /> }}
    />
  );
}

const columns: Column<Row>[] = [
  { id: "tier", head: "signal", narrow: "second", cell: ({ signal }) => <Tier signal={signal} /> },
  { id: "filed", head: "filed", narrow: "second", cell: ({ filedOn }) => filedOn },
  { id: "traded", head: "traded", cell: ({ tradedOn }) => tradedOn ?? "–" },
  { id: "delay", head: "+days", number: true, cell: ({ filingDelayDays }) => count(filingDelayDays) },
  { id: "ticker", head: "ticker", narrow: "first", cell: ({ company }) => <CompanySymbol company={company} /> },
  { id: "insider", head: "insider", narrow: "second", cell: ({ insider }) => <InsiderName insider={insider} /> },
  { id: "role", head: "role", cell: ({ title }) => <Role title={title} /> },
  {
    id: "type",
    head: "type",
    narrow: "second",
    cell: ({ transactionCode }) => <Side kind={sideOfCode(transactionCode)}>{transactionLabel(transactionCode)}</Side>,
  },
  { id: "shares", head: "shares", number: true, cell: ({ shares }) => exact(shares) },
  { id: "price", head: "price ($)", number: true, cell: ({ price }) => exact(price) },
  { id: "value", head: "value", number: true, narrow: "second", cell: ({ value }) => dollars(value) },
  { id: "delta", head: "Δ own (%)", number: true, cell: ({ deltaOwnPct }) => signed(deltaOwnPct) },
];

function Role({ title }: { title: string | null }) {
  if (title === null) return <>–</>;
  return <ForeignText>{shortened(title, 28)}</ForeignText>;
}
