// /admin/quality: flagged rows, amendments in doubt, titles without a security class, filers that match no member,
// symbols without prices.
import type { UseQueryResult } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Statistics } from "../../frame/facts.tsx";
import { count, instant, shortened } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { ListPanel, Panel, pageSize } from "../../frame/panel.tsx";
import { stringifySearch } from "../../frame/search.ts";
import { type Column, DataTable, pageOf, ShowAll } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  Quality,
  type QualityQuery,
  UnmatchedFilers,
  type UnmatchedFilersQuery,
  UnpricedSymbols,
  type UnpricedSymbolsQuery,
} from "../../generated/operations.ts";
import { AmendmentsPart } from "./amendments-part.tsx";
import { ClassesPart, FlagsPart } from "./flags-part.tsx";
import { type PartProps, type QualitySearch, type Shown, shownOf } from "./search.ts";

// Filer names that match no known member, each with a link to their reports in quarantine.
type Filer = UnmatchedFilersQuery["unmatchedFilers"]["nodes"][number];

function FilersPart({ page, show }: PartProps) {
  return (
    <ListPanel
      title="Filers"
      query={useRead(UnmatchedFilers, { page, pageSize })}
      listOf={({ unmatchedFilers }) => unmatchedFilers}
      keyOf={({ source, name, reason }) => `${source} ${name} ${reason}`}
      columns={columns}
      empty="✓ Every report belongs to a known member. Filers who are on no roster are listed here."
      page={page}
      onPage={(next) => show({ page: String(next) })}
    />
  );
}

const columns: Column<Filer>[] = [
  { id: "name", head: "Name as filed", narrow: "first", cell: ({ name }) => <ForeignText>{name || "–"}</ForeignText> },
  { id: "source", head: "Source", narrow: "second", cell: ({ source }) => source },
  {
    id: "reports",
    head: "Reports",
    number: true,
    narrow: "second",
    cell: ({ source, reason, reports }) => (
      <Link to="/admin/quarantine" search={{ source, reason, status: "open" }}>
        {count(reports)}
      </Link>
    ),
  },
  {
    id: "newest",
    head: "Newest document",
    narrow: "second",
    cell: ({ document }) =>
      document ? (
        <Link to="/admin/filings" search={{ ref: document }}>
          <ForeignText>{document}</ForeignText>
        </Link>
      ) : (
        "–"
      ),
  },
  {
    id: "why",
    head: "Why",
    cell: ({ message }) => <ForeignText>{shortened(message, 90)}</ForeignText>,
  },
  { id: "seen", head: "Last seen (UTC)", number: true, cell: ({ lastSeenAt }) => instant(lastSeenAt) },
];

export function QualityPage() {
  const search = useSearch({ strict: false }) as QualitySearch;
  const navigate = useNavigate();
  const quality = useRead(Quality, {});
  const shown = shownOf(search.show);
  const show = (next: QualitySearch) =>
    void navigate({ to: "/admin/quality", search: { show: shown, ...next }, resetScroll: false });
  const part = { search, page: pageOf(search.page), show };
  const version = quality.data?.dataVersion;
  return (
    <Page
      waiting={quality.isPending}
      title="Data quality"
      summary={
        version
          ? `As of data version ${count(Number(version.version))}, ${instant(version.asOf)} UTC. Values are kept as filed.`
          : " "
      }
    >
      <Panel title="Summary" query={quality} height={94}>
        {(data) => <Statistics statistics={statisticsOf(data, shown)} />}
      </Panel>
      {shown === "flags" && <FlagsPart flags={quality} {...part} />}
      {shown === "amendments" && <AmendmentsPart counts={quality} {...part} />}
      {shown === "classes" && <ClassesPart {...part} />}
      {shown === "filers" && <FilersPart {...part} />}
      {shown === "prices" && <PricesPart reasons={quality} {...part} />}
    </Page>
  );
}

function statisticsOf(data: QualityQuery, shown: Shown) {
  const { qualityFlags, notJudgedTitles, unmatchedFilers, unpricedReasons } = data;
  const { undecidedTrades, notRestatedTrades, waitingAmendments } = data;
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const recent = sum(qualityFlags.map(({ last90Days }) => last90Days));
  const before = sum(qualityFlags.map(({ the90DaysBefore }) => the90DaysBefore));
  const statistic = (which: Shown, label: string, value: number, note: string) => ({
    label,
    value: value > 0 ? `! ${count(value)}` : "✓ 0",
    note,
    to: "/admin/quality",
    search: { show: which },
    shown: shown === which,
  });
  return [
    statistic(
      "flags",
      "Rows with a flag",
      sum(qualityFlags.map(({ rows }) => rows)),
      `last 90 days ${count(recent)}, 90 days before ${count(before)}`,
    ),
    statistic(
      "amendments",
      "Undecided amendments",
      undecidedTrades.total + notRestatedTrades.total + waitingAmendments.total,
      `${count(undecidedTrades.total)} rows need a decision`,
    ),
    statistic("classes", "Titles without a class", notJudgedTitles.total, "securities that no pattern covers"),
    statistic("filers", "Unmatched filers", unmatchedFilers.total, "names on quarantined reports"),
    statistic(
      "prices",
      "Tickers without prices",
      sum(unpricedReasons.map(({ symbols }) => symbols)),
      "companies and tickers with trades",
    ),
  ];
}

// Companies and symbols with trades but no prices: the reason, and the trades whose returns are therefore unknown.

type Reason = QualityQuery["unpricedReasons"][number];
type Row = UnpricedSymbolsQuery["unpricedSymbols"]["nodes"][number];

const words: Record<string, string> = {
  no_ticker: "the company has no ticker",
  no_series: "no prices were ingested",
  not_adjusted: "the prices are not adjusted for splits",
  symbol_reused: "the ticker belonged to another company at the time",
};

const reasonWords = (reason: string) => words[reason] ?? reason;

function PricesPart({ reasons, search, page, show }: PartProps & { reasons: UseQueryResult<QualityQuery, Error> }) {
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
        columns={priceColumns}
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

const priceColumns: Column<Row>[] = [
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
