// /companies/:tickerOrCik: the trades in one company, the insiders who bought and sold its shares, and, for
// administrators, its price with the trades on it: the API gives no prices, and providers allow no others.
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { asCik } from "../../../domain/identifiers.ts";
import { personName } from "../../../domain/shown-names.ts";
import { count, dollars, exact, madeVisible, perShare } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { ListPanel, Panel, pageSize } from "../../frame/panel.tsx";
import { type Column, DataTable, pageOf } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  type CompanyInsidersQuery,
  CompanyOfTicker,
  type CompanyPageQuery,
  CompanyPrices,
  type CompanyPricesQuery,
  CompanyInsiders as companyInsiders,
  CompanyPage as Operation,
} from "../../generated/operations.ts";
import { ClusterDates, InsiderName, LongText, Side, sideOfCode } from "../cells.tsx";
import { ApiRequestButton } from "../list/api-request.tsx";
import {
  dateColumns,
  memberColumn,
  memberMarksColumn,
  rangeColumn,
  typeColumn,
} from "../politician-trades/columns.tsx";
import { PricesPanel, type PricesWithTrades, sinceOf, type Years, yearsOf } from "../prices-panel.tsx";
import { UnknownRecord } from "../record-page.tsx";
import { ForAdministrators, RowDrawer } from "../trade-drawer.tsx";
import { TradeDetails } from "../trades/trade-details.tsx";
import { TradeList } from "../trades/trade-list.tsx";

type Company = NonNullable<CompanyPageQuery["company"]>;

interface Search {
  row?: string | undefined;
  years?: string | undefined;
  /** of the insiders */
  page?: string | undefined;
  /** page of the trades */
  trades?: string | undefined;
}

export function CompanyPage() {
  const { tickerOrCik = "" } = useParams({ strict: false });
  const isTicker = !/^\d{1,10}$/.test(tickerOrCik);
  const found = useRead(CompanyOfTicker, { cikOrTicker: tickerOrCik }, { enabled: isTicker });
  const cik = isTicker ? found.data?.companyProfile?.cik : asCik(tickerOrCik);
  if (isTicker && found.data?.companyProfile === null)
    return <UnknownRecord kind="company" id={tickerOrCik} to="/search" />;
  return <PageOfCompany cik={cik} given={tickerOrCik} />;
}

/** `cik` is undefined until the company of a ticker is known. */
function PageOfCompany({ cik, given }: { cik: string | undefined; given: string }) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const show = (next: Search) => void navigate({ to: ".", search: { ...search, ...next }, resetScroll: false });
  const query = useRead(Operation, { cik: cik ?? "" }, { enabled: cik !== undefined });
  const company = query.data?.company;
  if (company === null) return <UnknownRecord kind="company" id={given} to="/search" />;
  return (
    <Page
      waiting={query.isPending}
      title={company ? madeVisible(company.name) : "Company"}
      heading={company && <ForeignText>{company.name}</ForeignText>}
      summary={company ? <Summary company={company} /> : " "}
      actions={<ApiRequestButton path={`/companies/${cik ?? given}`} />}
    >
      <TradeList
        label="Trades in this company"
        filter={{ companyCik: cik === undefined ? [] : [cik] }}
        isReady={cik !== undefined}
        without="company"
        empty="No form states a trade in this company's shares."
        actions={cik && <AllTrades cik={cik} />}
        page={pageOf(search.trades)}
        pageParameter="trades"
        row={search.row}
        onOpen={(row) => show({ row })}
      />
      <ForAdministrators>
        <CompanyPricesPanel cik={cik ?? ""} years={yearsOf(search.years)} onYears={(years) => show({ years })} />
      </ForAdministrators>
      <CompanyInsiders cik={cik} page={pageOf(search.page)} />
      <Panel
        title="Clusters"
        query={query}
        height={120}
        empty={{
          when: () => company?.clusters.total === 0,
          say: "No two insiders bought or sold within 30 days of each other.",
        }}
      >
        {() => company && <Clusters company={company} />}
      </Panel>
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
      <RowDrawer title="Insider trade" row={search.row} onClose={() => show({ row: undefined })}>
        {(id) => <TradeDetails id={id} />}
      </RowDrawer>
    </Page>
  );
}

function AllTrades({ cik }: { cik: string }) {
  return (
    <Link to="/trades" search={{ q: cik }}>
      All trades, with grants, gifts and options
    </Link>
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
          cell: (cluster) => <ClusterDates cluster={cluster} />,
        },
        {
          id: "side",
          head: "Side",
          narrow: "second",
          cell: ({ transactionCode }) => (
            <Side kind={sideOfCode(transactionCode)}>{transactionCode === "P" ? "Purchases" : "Sales"}</Side>
          ),
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
      columns={[...dateColumns, memberColumn, typeColumn, rangeColumn, memberMarksColumn]}
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
  cik: string | undefined;
  page: number;
}

function CompanyInsiders({ cik, page }: CompanyInsidersProps) {
  return (
    <ListPanel
      title="Insiders"
      label="Insiders who bought or sold"
      query={useRead(companyInsiders, { cik: cik ?? "", page, pageSize }, { enabled: cik !== undefined })}
      listOf={({ company }) => company?.insiders}
      height={200}
      keyOf={(row) => row.cik}
      columns={insiderColumns}
      empty="No insider bought or sold on the market. Grants, gifts and options are not counted."
      page={page}
    />
  );
}

const insiderColumns: Column<Trader>[] = [
  { id: "name", head: "Insider", narrow: "first", cell: (row) => <InsiderName insider={row} /> },
  {
    id: "role",
    head: "Role",
    narrow: "second",
    cell: ({ title }) => <LongText>{title}</LongText>,
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

// The price of a company with its trades on it, for administrators: the API gives no prices, and providers allow no others.

interface CompanyPricesPanelProps {
  cik: string;
  years: Years;
  onYears(years: Years): void;
}

function CompanyPricesPanel({ cik, years, onYears }: CompanyPricesPanelProps) {
  const query = useRead(CompanyPrices, { cik, from: sinceOf(years) });
  return <PricesPanel title="Price" query={query} read={marked} years={years} onYears={onYears} />;
}

function marked({ company }: CompanyPricesQuery): PricesWithTrades {
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
            readout: madeVisible(
              `${personName(insider.name)} ${transactionCode === "S" ? "sold" : "bought"} ${exact(shares)} at $${perShare(price)}, ${dollars(value)}, filed ${filedOn}`,
            ),
          }
        : [],
    ),
  };
}

const nothing = { symbol: null, provider: null, dividends: null, step: null, reason: "no_ticker", points: [] };
