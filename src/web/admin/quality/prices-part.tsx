// Companies and symbols with trades but no prices: the reason, and the trades whose returns are therefore unknown.
import type { UseQueryResult } from "@tanstack/react-query";
import { count } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Panel } from "../../frame/panel.tsx";
import { stringifySearch } from "../../frame/search.ts";
import { type Column, DataTable, ShowAll } from "../../frame/table/data-table.tsx";
import { ListPanel, pageSize } from "../../frame/table/list-panel.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { type QualityQuery, UnpricedSymbols, type UnpricedSymbolsQuery } from "../../generated/operations.ts";
import type { PartProps } from "./search.ts";

type Reason = QualityQuery["unpricedReasons"][number];
type Row = UnpricedSymbolsQuery["unpricedSymbols"]["nodes"][number];

const words: Record<string, string> = {
  no_ticker: "the company has no ticker",
  no_series: "no prices were ingested",
  not_adjusted: "the prices are not adjusted for splits",
  symbol_reused: "the ticker belonged to another company at the time",
};

const reasonWords = (reason: string) => words[reason] ?? reason;

export function PricesPart({
  reasons,
  search,
  page,
  show,
}: PartProps & { reasons: UseQueryResult<QualityQuery, Error> }) {
  const { reason } = search;
  const all = <ShowAll onClick={() => show({})} />;
  return (
    <>
      <Panel
        title="By reason"
        query={reasons}
        height={120}
        empty={{
          when: ({ unpricedReasons }) => unpricedReasons.length === 0,
          say: "✓ Every traded security has prices.",
        }}
      >
        {({ unpricedReasons }) => (
          <DataTable
            label="Reasons"
            rows={unpricedReasons}
            keyOf={(one) => one.reason}
            columns={reasonColumns}
            isMarked={(one) => one.reason === reason}
            onOpen={(one) => show({ reason: one.reason })}
          />
        )}
      </Panel>
      <ListPanel
        title="Symbols"
        note={reason && ` (${reasonWords(reason)})`}
        query={useRead(UnpricedSymbols, { reason, page, pageSize })}
        listOf={({ unpricedSymbols }) => unpricedSymbols}
        keyOf={keyOfRow}
        columns={columns}
        actions={reason && all}
        empty={reason ? <>None for this reason. {all}</> : "✓ Every traded security has prices."}
        page={page}
        onPage={(next) => show({ reason, page: String(next) })}
      />
    </>
  );
}

const keyOfRow = ({ companyCik, symbol }: Row) => `${companyCik} ${symbol}`;

const reasonColumns: Column<Reason>[] = [
  { id: "reason", head: "Reason", narrow: "first", cell: ({ reason }) => `! ${reasonWords(reason)}` },
  { id: "symbols", head: "Tickers", number: true, narrow: "second", cell: ({ symbols }) => count(symbols) },
  {
    id: "newest",
    head: "Newest trade",
    number: true,
    narrow: "second",
    cell: ({ newestTradedOn }) => newestTradedOn ?? "–",
  },
];

const columns: Column<Row>[] = [
  { id: "symbol", head: "Ticker", narrow: "first", cell: ({ symbol }) => <ForeignText>{symbol ?? "–"}</ForeignText> },
  {
    id: "company",
    head: "Company",
    narrow: "second",
    cell: ({ companyName }) => (companyName ? <ForeignText>{companyName}</ForeignText> : "–"),
  },
  { id: "reason", head: "Why", narrow: "second", cell: ({ reason }) => `! ${reasonWords(reason)}` },
  {
    id: "insiders",
    head: "Insider trades",
    number: true,
    narrow: "second",
    cell: ({ insiderTrades, symbol, companyCik }) =>
      insiderTrades > 0 ? (
        <a href={`/trades${stringifySearch(symbol ? { ticker: symbol } : { q: companyCik })}`}>
          {count(insiderTrades)}
        </a>
      ) : (
        "0"
      ),
  },
  {
    id: "congress",
    head: "Politician trades",
    number: true,
    narrow: "second",
    cell: ({ politicianTrades, symbol }) =>
      politicianTrades > 0 && symbol ? (
        <a href={`/congress${stringifySearch({ ticker: symbol })}`}>{count(politicianTrades)}</a>
      ) : (
        count(politicianTrades)
      ),
  },
  { id: "newest", head: "Newest trade", number: true, cell: ({ newestTradedOn }) => newestTradedOn ?? "–" },
];
