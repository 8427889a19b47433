// /admin/data/companies/:cik: the trades in one company, and the insiders who bought and sold its shares.
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { asCik } from "../../../../domain/cik.ts";
import { count, dollars, exact, madeVisible, perShare } from "../../../frame/format.ts";
import { useRead } from "../../../frame/operation.ts";
import { Page } from "../../../frame/page.tsx";
import { Panel } from "../../../frame/panel.tsx";
import { type Column, DataTable, pageOf } from "../../../frame/table/data-table.tsx";
import { ListPanel, pageSize } from "../../../frame/table/list-panel.tsx";
import { ForeignText } from "../../../frame/text.tsx";
import {
  type CompanyInsidersQuery,
  type CompanyPageQuery,
  CompanyInsiders as companyInsiders,
  CompanyPage as Operation,
} from "../../../generated/operations.ts";
import { DataLink, InsiderName, Side, sideOfCode } from "../cells.tsx";
import { dateColumns, memberColumn, rangeColumn, typeColumn } from "../politician-trades/columns.tsx";
import { PricesPanel, type PricesWithTrades, sinceOf, yearsOf } from "../prices-panel.tsx";
import { TwoPanels, UnknownRecord } from "../record-page.tsx";

type Company = NonNullable<CompanyPageQuery["company"]>;

interface Search {
  years?: string | undefined;
  page?: string | undefined;
}

export function CompanyPage() {
  const { cik: given = "" } = useParams({ strict: false });
  const cik = asCik(given);
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const show = (next: Search) =>
    void navigate({ to: `/admin/data/companies/${cik}`, search: { ...search, ...next }, resetScroll: false });
  const years = yearsOf(search.years);
  const query = useRead(Operation, { cik, from: sinceOf(years) });
  const company = query.data?.company;
  if (company === null) return <UnknownRecord kind="company" id={given} to="/admin/data/find" />;
  return (
    <Page
      waiting={query.isPending}
      title={company ? madeVisible(company.name) : "Company"}
      heading={company && <ForeignText>{company.name}</ForeignText>}
      summary={company ? <Summary company={company} /> : " "}
    >
      <TwoPanels>
        <PricesPanel
          title={company?.ticker ? `Price of ${company.ticker}` : "Price"}
          query={query}
          read={marked}
          years={years}
          onYears={(span) => show({ years: span })}
        />
        <Panel
          title="Clusters"
          query={query}
          height={330}
          empty={{
            when: () => company?.clusters.total === 0,
            say: "No two insiders bought or sold within 30 days of each other.",
          }}
        >
          {() => company && <Clusters company={company} />}
        </Panel>
      </TwoPanels>
      <CompanyInsiders cik={cik} page={pageOf(search.page)} onPage={(page) => show({ page: String(page) })} />
      <TwoPanels>
        <Panel
          title={company ? `Members of Congress: ${count(company.disclosures.total)}` : "Members of Congress"}
          query={query}
          height={120}
          empty={{
            when: () => company?.disclosures.total === 0,
            say: "No member of Congress disclosed a trade in this company.",
          }}
        >
          {() => company && <Disclosures company={company} />}
        </Panel>
        <Panel
          title="Tickers over time"
          query={query}
          height={120}
          empty={{ when: () => company?.tickers.length === 0, say: "No form of this company states a ticker." }}
        >
          {() => company && <Symbols company={company} />}
        </Panel>
      </TwoPanels>
    </Page>
  );
}

function Summary({ company: { cik, ticker, exchange, sector, industry } }: { company: Company }) {
  return (
    <>
      CIK <code>{cik}</code> ·{" "}
      <ForeignText>{[ticker ?? "no ticker", exchange, sector, industry].filter(Boolean).join(" · ")}</ForeignText>
    </>
  );
}

function marked({ company }: CompanyPageQuery): PricesWithTrades {
  if (!company) return { line: nothing, marks: [], trades: 0 };
  const { priceLine, trades } = company;
  return {
    line: priceLine,
    trades: trades.total,
    marks: trades.nodes.flatMap(({ tradedOn, filedOn, transactionCode, shares, price, value, insider }) =>
      tradedOn
        ? {
            day: tradedOn,
            side: transactionCode === "S" ? "sell" : "buy",
            words: madeVisible(
              `${insider.name} ${transactionCode === "S" ? "sold" : "bought"} ${exact(shares)} at $${perShare(price)}, ${dollars(value)}, filed ${filedOn}`,
            ),
          }
        : [],
    ),
  };
}

const nothing = { symbol: null, provider: null, dividends: null, step: null, reason: "no_ticker", points: [] };

function Clusters({ company: { clusters } }: { company: Company }) {
  return (
    <DataTable
      label="Clusters"
      rows={clusters.nodes}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          id: "days",
          head: "Days",
          narrow: "first",
          cell: ({ id, startOn, endOn }) => (
            <DataLink to="clusters" id={String(id)}>
              {`${startOn} to ${endOn}`}
            </DataLink>
          ),
        },
        {
          id: "side",
          head: "Side",
          narrow: "second",
          cell: ({ transactionCode }) => <Side kind={sideOfCode(transactionCode)}>{transactionCode}</Side>,
        },
        { id: "people", head: "People", number: true, narrow: "second", cell: ({ size }) => count(size) },
        {
          id: "value",
          head: "Value ($)",
          number: true,
          narrow: "second",
          cell: ({ totalValue }) => dollars(totalValue),
        },
      ]}
    />
  );
}

function Disclosures({ company: { disclosures } }: { company: Company }) {
  return (
    <DataTable
      label="Newest congressional trades"
      rows={disclosures.nodes}
      keyOf={({ id }) => String(id)}
      columns={[...dateColumns, memberColumn, typeColumn, rangeColumn]}
    />
  );
}

function Symbols({ company: { tickers } }: { company: Company }) {
  return (
    <DataTable
      label="Tickers"
      rows={tickers}
      keyOf={({ symbol }) => symbol}
      columns={[
        { id: "symbol", head: "Ticker", narrow: "first", cell: ({ symbol }) => <ForeignText>{symbol}</ForeignText> },
        { id: "from", head: "First seen", narrow: "second", cell: ({ firstSeenOn }) => firstSeenOn },
        { id: "to", head: "Last seen", narrow: "second", cell: ({ lastSeenOn }) => lastSeenOn },
      ]}
    />
  );
}

type Trader = NonNullable<CompanyInsidersQuery["company"]>["insiders"]["nodes"][number];

// Insiders who bought and sold shares of the company, latest first.
interface CompanyInsidersProps {
  cik: string;
  page: number;
  onPage(page: number): void;
}

function CompanyInsiders({ cik, page, onPage }: CompanyInsidersProps) {
  return (
    <ListPanel
      title="Insiders"
      label="Insiders who bought or sold"
      query={useRead(companyInsiders, { cik, page, pageSize })}
      listOf={({ company }) => company?.insiders}
      height={200}
      keyOf={(row) => row.cik}
      columns={insiderColumns}
      empty="No insider bought or sold on the market. Grants, gifts and options are not counted."
      page={page}
      onPage={onPage}
    />
  );
}

const insiderColumns: Column<Trader>[] = [
  { id: "name", head: "Insider", narrow: "first", cell: (row) => <InsiderName insider={row} /> },
  {
    id: "role",
    head: "Role",
    narrow: "second",
    cell: ({ title }) => <ForeignText>{title ?? "–"}</ForeignText>,
  },
  { id: "last", head: "Last trade", narrow: "second", cell: ({ lastTradedOn }) => lastTradedOn ?? "–" },
  { id: "buys", head: "▲ buys", number: true, cell: ({ buyCount }) => count(buyCount) },
  {
    id: "bought",
    head: "▲ bought ($)",
    number: true,
    narrow: "second",
    cell: ({ buyValue }) => dollars(buyValue),
  },
  { id: "sells", head: "▼ sales", number: true, cell: ({ sellCount }) => count(sellCount) },
  {
    id: "sold",
    head: "▼ sold ($)",
    number: true,
    narrow: "second",
    cell: ({ sellValue }) => dollars(sellValue),
  },
  { id: "suspect", head: "! Excluded as suspect", number: true, cell: ({ suspectCount }) => count(suspectCount) },
];
