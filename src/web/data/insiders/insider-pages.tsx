// /insiders: reporting owners with their trades and their 90-day track record. /insiders/:cik: the track record and the
// trades of one of them.
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import listInsiders from "../../../../rest/routes/list-insiders.ts";
import { asCik } from "../../../domain/identifiers.ts";
import { personName } from "../../../domain/shown-names.ts";
import { insiderSorts } from "../../../filters/directories.ts";
import { Statistics } from "../../frame/facts.tsx";
import { count, dollars, exact, madeVisible, signed } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { type Column, DataTable, pageOf } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  type InsiderPageQuery,
  Insiders,
  type InsidersQuery,
  InsiderPage as Operation,
} from "../../generated/operations.ts";
import { DataLink, InsiderName } from "../cells.tsx";
import { ApiRequestButton } from "../list/api-request.tsx";
import { ListPage, type ListView, sortedBy } from "../list/list-page.tsx";
import { TwoPanels, UnknownRecord } from "../record-page.tsx";
import { RowDrawer } from "../trade-drawer.tsx";
import { TradeDetails } from "../trades/trade-details.tsx";
import { TradeList } from "../trades/trade-list.tsx";
import { ReturnsPanel, WinRatePanel } from "./track-record-panel.tsx";

// /insiders: reporting owners with their trades and their 90-day track record. A name opens the insider's page.

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

type Insider = NonNullable<InsiderPageQuery["insider"]>;

interface Search {
  page?: string | undefined;
  row?: string | undefined;
}

export function InsiderPage() {
  const { cik = "" } = useParams({ strict: false });
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const show = (next: Search) =>
    void navigate({ to: `/insiders/${encodeURIComponent(cik)}`, search: next, resetScroll: false });
  const query = useRead(Operation, { cik: asCik(cik) });
  const insider = query.data?.insider;
  if (insider === null) return <UnknownRecord kind="insider" id={cik} to="/search" />;
  return (
    <Page
      waiting={query.isPending}
      title={insider ? madeVisible(personName(insider.name)) : "Insider"}
      heading={insider && <ForeignText>{personName(insider.name)}</ForeignText>}
      summary={
        insider ? (
          <>
            CIK <code>{insider.cik}</code>, filed as <ForeignText>{insider.name}</ForeignText> · Includes joint filings
          </>
        ) : (
          " "
        )
      }
      actions={<ApiRequestButton path={`/insider/${cik}`} />}
    >
      <Panel title="Trade summary" query={query} height={76}>
        {() => insider && <Head insider={insider} />}
      </Panel>
      <TwoPanels even>
        <WinRatePanel query={query} />
        <ReturnsPanel query={query} />
      </TwoPanels>
      <Panel
        title="Companies"
        query={query}
        height={60}
        empty={{ when: () => insider?.companies.length === 0, say: "No forms of this owner are stored." }}
      >
        {() => insider && <Companies companies={insider.companies} />}
      </Panel>
      <TradeList
        label="Trades of this insider"
        filter={{ insiderCik: [asCik(cik)] }}
        without="insider"
        empty="No trades: this owner is known only from a Form 3 or from derivatives."
        page={pageOf(search.page)}
        row={search.row}
        onOpen={(row) => show({ ...search, row })}
      />
      <RowDrawer title="Insider trade" row={search.row} onClose={() => show({ ...search, row: undefined })}>
        {(id) => <TradeDetails id={id} />}
      </RowDrawer>
    </Page>
  );
}

function Head({ insider: { cik, stats } }: { insider: Insider }) {
  const { totalTrades, buyCount, sellCount, totalBuyValue, totalSellValue, avgTradeValue } = stats;
  const leading = (tradeTypes?: string) => ({ to: "/trades", search: { q: cik, tradeTypes } });
  return (
    <Statistics
      statistics={[
        {
          label: "Trades",
          value: count(totalTrades),
          note: `${stats.firstTradedOn ?? "–"} to ${stats.lastTradedOn ?? "–"}`,
          ...leading(),
        },
        { label: "▲ Bought", value: dollars(totalBuyValue), note: `${count(buyCount)} purchases`, ...leading("P") },
        { label: "▼ Sold", value: dollars(totalSellValue), note: `${count(sellCount)} sales`, ...leading("S") },
        {
          label: "Mean trade",
          value: dollars(avgTradeValue),
          note: `$${exact(avgTradeValue)}${stats.suspectCount > 0 ? `; ${count(stats.suspectCount)} suspect, excluded` : ""}`,
          ...leading("P,S"),
        },
        { label: "Tickers", value: count(stats.uniqueTickers), note: "traded", ...leading() },
      ]}
    />
  );
}

function Companies({ companies }: Pick<Insider, "companies">) {
  return (
    <DataTable
      label="Companies"
      rows={companies}
      keyOf={({ cik }) => cik}
      columns={[
        {
          id: "company",
          head: "Company",
          narrow: "first",
          cell: ({ cik, companyName }) => (
            <DataLink to="companies" id={cik}>
              {companyName}
            </DataLink>
          ),
        },
        {
          id: "ticker",
          head: "Ticker",
          narrow: "second",
          cell: ({ ticker }) => <ForeignText>{ticker ?? "–"}</ForeignText>,
        },
        { id: "role", head: "Role", narrow: "second", cell: ({ title }) => <ForeignText>{title ?? "–"}</ForeignText> },
        { id: "from", head: "First trade", cell: ({ firstTradedOn }) => firstTradedOn ?? "–" },
        { id: "to", head: "Last trade", narrow: "second", cell: ({ lastTradedOn }) => lastTradedOn ?? "–" },
      ]}
    />
  );
}
