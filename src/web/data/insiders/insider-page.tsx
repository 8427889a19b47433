// /insiders/:cik: the track record and the trades of one insider.
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { asCik } from "../../../domain/cik.ts";
import { personName } from "../../../domain/person-names.ts";
import { Statistics } from "../../frame/facts.tsx";
import { count, dollars, exact, madeVisible } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { DataTable, pageOf } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { type InsiderPageQuery, InsiderPage as Operation } from "../../generated/operations.ts";
import { DataLink } from "../cells.tsx";
import { ApiRequestButton } from "../list/api-request-button.tsx";
import { TwoPanels, UnknownRecord } from "../record-page.tsx";
import { RowDrawer } from "../trade-drawer.tsx";
import { TradeDetails } from "../trades/trade-details.tsx";
import { TradeList } from "../trades/trade-list.tsx";
import { ReturnsPanel, WinRatePanel } from "./track-record-panel.tsx";

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
      actions={<ApiRequestButton path={`/insiders/${cik}`} />}
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
