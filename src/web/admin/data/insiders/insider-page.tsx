// /admin/data/insiders/:cik: the track record and the trades of one insider.
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { asCik } from "../../../../domain/cik.ts";
import { Statistics } from "../../../frame/facts.tsx";
import { count, dollars, exact, madeVisible, perShare } from "../../../frame/format.ts";
import { useRead } from "../../../frame/operation.ts";
import { Page } from "../../../frame/page.tsx";
import { Panel } from "../../../frame/panel.tsx";
import { DataTable } from "../../../frame/table/data-table.tsx";
import { ForeignText } from "../../../frame/text.tsx";
import { type InsiderPageQuery, InsiderPage as Operation } from "../../../generated/operations.ts";
import { DataLink, Filed, Side, sideOfCode, Tier } from "../cells.tsx";
import { TwoPanels, UnknownRecord } from "../record-page.tsx";
import { RowDrawer } from "../trade-drawer.tsx";
import { TradeDetails } from "../trades/trade-details.tsx";
import { ReturnsPanel, WinRatePanel } from "./track-record-panel.tsx";

type Insider = NonNullable<InsiderPageQuery["insider"]>;

export function InsiderPage() {
  const { cik = "" } = useParams({ strict: false });
  const { row } = useSearch({ strict: false }) as { row?: string };
  const navigate = useNavigate();
  const show = (id: string | undefined) =>
    void navigate({ to: `/admin/data/insiders/${encodeURIComponent(cik)}`, search: { row: id }, resetScroll: false });
  const query = useRead(Operation, { cik: asCik(cik) });
  const insider = query.data?.insider;
  if (insider === null) return <UnknownRecord kind="insider" id={cik} to="/admin/data/find" />;
  return (
    <Page
      waiting={query.isPending}
      title={insider ? madeVisible(insider.name) : "Insider"}
      heading={insider && <ForeignText>{insider.name}</ForeignText>}
      summary={
        insider ? (
          <>
            CIK <code>{insider.cik}</code> · includes joint filings
          </>
        ) : (
          " "
        )
      }
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
      <Panel
        title="Newest trades"
        query={query}
        height={120}
        empty={{
          when: () => insider?.recentTrades.length === 0,
          say: "No trades: this owner is known only from a Form 3 or from derivatives.",
        }}
      >
        {() => insider && <RecentTrades trades={insider.recentTrades} row={row} onOpen={show} />}
      </Panel>
      <RowDrawer title="Insider trade" row={row} onClose={() => show(undefined)}>
        {(id) => <TradeDetails id={id} />}
      </RowDrawer>
    </Page>
  );
}

function Head({ insider: { cik, stats } }: { insider: Insider }) {
  const { totalTrades, buyCount, sellCount, totalBuyValue, totalSellValue, avgTradeValue } = stats;
  const leading = (tradeTypes?: string) => ({ to: "/admin/data/trades", search: { q: cik, tradeTypes } });
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

interface RecentTradesProps {
  trades: Insider["recentTrades"];
  row: string | undefined;
  onOpen(id: string): void;
}

function RecentTrades({ trades, row, onOpen }: RecentTradesProps) {
  return (
    <DataTable
      label="Newest trades"
      rows={trades}
      keyOf={({ id }) => String(id)}
      onOpen={({ id }) => onOpen(String(id))}
      isMarked={({ id }) => String(id) === row}
      columns={[
        { id: "filed", head: "Filed", narrow: "first", cell: (trade) => <Filed trade={trade} /> },
        { id: "traded", head: "Traded", narrow: "second", cell: ({ tradedOn }) => tradedOn ?? "–" },
        { id: "delay", head: "Delay (days)", number: true, cell: ({ filingDelayDays }) => count(filingDelayDays) },
        {
          id: "company",
          head: "Company",
          narrow: "second",
          cell: ({ company: { cik, ticker, name } }) => (
            <DataLink to="companies" id={cik}>
              {ticker ?? name}
            </DataLink>
          ),
        },
        {
          id: "code",
          head: "Trade",
          narrow: "second",
          cell: ({ transactionCode }) => <Side kind={sideOfCode(transactionCode)}>{transactionCode}</Side>,
        },
        { id: "shares", head: "Shares", number: true, cell: ({ shares }) => exact(shares) },
        { id: "price", head: "Price ($)", number: true, cell: ({ price }) => perShare(price) },
        { id: "value", head: "Value ($)", number: true, narrow: "second", cell: ({ value }) => dollars(value) },
        { id: "signal", head: "Signal", cell: ({ signal }) => <Tier signal={signal} /> },
      ]}
    />
  );
}
