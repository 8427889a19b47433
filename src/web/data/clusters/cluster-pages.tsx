// /clusters: companies where several insiders traded together. /clusters/:id: the insiders and trades of one cluster.
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import listClusters from "../../../../rest/routes/list-clusters.ts";
import { personName } from "../../../domain/shown-names.ts";
import { clusterSorts } from "../../../filters/clusters.ts";
import { addDays } from "../../../lib/calendar-date.ts";
import { Lanes } from "../../frame/chart/lanes.tsx";
import { Statistics } from "../../frame/facts.tsx";
import { count, dollars, exact, madeVisible, perShare } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  type ClusterPageQuery,
  Clusters,
  type ClustersQuery,
  ClusterPage as Operation,
} from "../../generated/operations.ts";
import classes from "../cells.module.css";
import {
  ClusterDates,
  CompanyName,
  DataLink,
  InsiderName,
  marksColumn,
  Price,
  returnColumns,
  Side,
  sideOfCode,
} from "../cells.tsx";
import { transactionLabel } from "../list/api-request.tsx";
import type { Preset } from "../list/filters.tsx";
import { ListPage, type ListView, sortedBy } from "../list/list-page.tsx";
import { UnknownRecord } from "../record-page.tsx";
import { RowDrawer } from "../trade-drawer.tsx";
import { insiderMarks } from "../trade-marks.ts";
import { TradeDetails } from "../trades/trade-details.tsx";

// /clusters: companies where several insiders traded together. A row opens its page.

type Row = ClustersQuery["clusters"]["nodes"][number];

const presets: Preset[] = [
  { label: "Four or more people", filters: { minSize: "4" } },
  { label: "Over $1M", filters: { minValue: "1000000" } },
  { label: "Strong signal", filters: { minSignalScore: "75" } },
];

export function ClustersPage() {
  const navigate = useNavigate();
  return (
    <ListPage
      title="Clusters"
      path="/clusters"
      route={listClusters}
      operation={Clusters}
      rowsOf={({ clusters }) => clusters}
      keyOf={({ id }) => String(id)}
      searched="ticker"
      hint="Ticker"
      presets={presets}
      usual={["tradeType", "sectors", "minSize", "minValue", "startedFrom", "startedTo"]}
      columns={columnsOf}
      onOpen={({ id }) => void navigate({ to: `/clusters/${id}` })}
    />
  );
}

function columnsOf(view: ListView): Column<Row>[] {
  const by = sortedBy(view, clusterSorts);
  return [
    {
      id: "filed",
      head: "Latest filing",
      narrow: "second",
      cell: ({ latestFiledOn }) => latestFiledOn,
      ...by("LATEST_FILED_ON"),
    },
    {
      id: "days",
      head: "Trade dates",
      cell: (cluster) => <ClusterDates cluster={cluster} />,
      ...by("START_ON"),
    },
    { id: "company", head: "Company", narrow: "first", cell: ({ company }) => <CompanyName company={company} /> },
    {
      id: "type",
      head: "Type",
      narrow: "second",
      cell: ({ transactionCode }) => (
        <Side kind={sideOfCode(transactionCode)}>{transactionLabel(transactionCode)}</Side>
      ),
    },
    { id: "size", head: "People", number: true, narrow: "second", cell: ({ size }) => count(size), ...by("SIZE") },
    { id: "trades", head: "Trades", number: true, cell: ({ tradeCount }) => count(tradeCount) },
    {
      id: "value",
      head: "Value",
      number: true,
      narrow: "second",
      cell: ({ totalValue }) => dollars(totalValue),
      ...by("VALUE"),
    },
    {
      id: "price",
      head: "Average price ($)",
      number: true,
      cell: ({ averagePrice }) => <Price price={averagePrice} />,
    },
    {
      id: "signal",
      head: "Best signal",
      number: true,
      cell: ({ maxSignalScore }) => maxSignalScore,
      ...by("SIGNAL_SCORE"),
    },
    { id: "who", head: "Insiders", cell: ({ insiders }) => <Who insiders={insiders} /> },
  ];
}

function Who({ insiders: [first, ...others] }: { insiders: Row["insiders"] }) {
  if (!first) return <>–</>;
  return (
    <span className={classes.member}>
      <InsiderName insider={first} />
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  );
}

type Cluster = NonNullable<ClusterPageQuery["cluster"]>;

/** counted from the opening day, inclusive */
const windowDays = 30;
const sideOf = (code: string) => (code === "S" ? "sell" : "buy");

export function ClusterPage() {
  const { id = "" } = useParams({ strict: false });
  const { row } = useSearch({ strict: false }) as { row?: string };
  const navigate = useNavigate();
  const show = (trade: string | undefined) =>
    void navigate({ to: `/clusters/${encodeURIComponent(id)}`, search: { row: trade }, resetScroll: false });
  const isId = /^\d{1,16}$/.test(id);
  const query = useRead(Operation, { id: isId ? Number(id) : 0 });
  const cluster = query.data?.cluster;
  if (cluster === null) return <UnknownRecord kind="cluster" id={id} to="/clusters" />;
  const title = cluster
    ? `${cluster.size} ${cluster.transactionCode === "S" ? "sold" : "bought"} ${cluster.company.name}`
    : "Cluster";
  return (
    <Page
      waiting={query.isPending}
      title={madeVisible(title)}
      heading={<ForeignText>{title}</ForeignText>}
      summary={
        cluster ? (
          <>
            {cluster.startOn} to {cluster.endOn}, last filed {cluster.latestFiledOn} ·{" "}
            <DataLink to="companies" id={cluster.company.cik}>
              {cluster.company.ticker ?? cluster.company.name}
            </DataLink>
          </>
        ) : (
          " "
        )
      }
    >
      <Panel title="Summary" query={query} height={76}>
        {() => cluster && <Head cluster={cluster} />}
      </Panel>
      <Panel title="Timeline" query={query} height={260}>
        {() => cluster && <TimeLine cluster={cluster} />}
      </Panel>
      <Panel title="Trades" query={query} height={160}>
        {() => cluster && <Trades cluster={cluster} row={row} onOpen={show} />}
      </Panel>
      <RowDrawer title="Insider trade" row={row} onClose={() => show(undefined)}>
        {(trade) => <TradeDetails id={trade} />}
      </RowDrawer>
    </Page>
  );
}

function Head({ cluster }: { cluster: Cluster }) {
  const { company, transactionCode } = cluster;
  const to = "/trades";
  const search = { ...(company.ticker ? { ticker: company.ticker } : { q: company.cik }), tradeTypes: transactionCode };
  const within = { ...search, tradedFrom: cluster.startOn, tradedTo: cluster.endOn };
  return (
    <Statistics
      statistics={[
        { label: "People", value: count(cluster.size), note: "joint filers count once", to, search: within },
        {
          label: "Trades",
          value: count(cluster.tradeCount),
          note: cluster.suspectCount > 0 ? `${count(cluster.suspectCount)} suspect, excluded` : undefined,
          to,
          search: within,
        },
        {
          label: "Value",
          value: dollars(cluster.totalValue),
          note: `$${exact(cluster.totalValue)}`,
          to,
          search: within,
        },
        {
          label: "Mean price",
          value: `$${perShare(cluster.averagePrice)}`,
          note: "weighted by shares",
          to,
          search: within,
        },
        { label: "Strongest signal", value: count(cluster.maxSignalScore), note: "of 100", to, search },
      ]}
    />
  );
}

/** The person in whose lane a trade is drawn: joint filers of one form share a lane. */
function laneOf({ insider, jointInsiders }: Cluster["trades"][number], people: Cluster["insiders"]): string {
  const names = [insider, ...jointInsiders].map(({ cik }) => cik);
  return people.find(({ cik }) => names.includes(cik))?.cik ?? insider.cik;
}

const byDay = (trades: Cluster["trades"]) =>
  trades.toSorted((a, b) => ((a.tradedOn ?? "") < (b.tradedOn ?? "") ? -1 : 1));

function TimeLine({ cluster: { insiders, trades, startOn, transactionCode, company } }: { cluster: Cluster }) {
  const lastDay = addDays(startOn, windowDays - 1);
  const nameOf = new Map(insiders.map(({ cik, name }) => [cik, name]));
  return (
    <Lanes
      label={`Trades of ${madeVisible(company.name)}, one lane per person`}
      lanes={insiders.map(({ cik, name, title, value }) => ({
        key: cik,
        name: madeVisible(personName(name)),
        note: madeVisible([title, dollars(value)].filter(Boolean).join(" · ")),
      }))}
      trades={byDay(trades).flatMap((trade) => {
        const lane = laneOf(trade, insiders);
        if (!trade.tradedOn) return [];
        return {
          key: String(trade.id),
          lane,
          day: trade.tradedOn,
          value: trade.value === null ? null : Number(trade.value),
          readout: madeVisible(
            `${trade.tradedOn}: ${personName(nameOf.get(lane) ?? trade.insider.name)}, ${dollars(trade.value)}, filed ${trade.filedOn}`,
          ),
        };
      })}
      side={sideOf(transactionCode)}
      window={[startOn, lastDay]}
      summary={`The window of ${windowDays} days is shaded: ${startOn} to ${lastDay}. Dots are sized by value; a hollow dot has no filed value.`}
    />
  );
}

interface TradesProps {
  cluster: Cluster;
  row: string | undefined;
  onOpen(id: string): void;
}

function Trades({ cluster: { trades }, row, onOpen }: TradesProps) {
  return (
    <DataTable
      label="Trades of the cluster"
      rows={byDay(trades)}
      keyOf={({ id }) => String(id)}
      onOpen={({ id }) => onOpen(String(id))}
      openBy={({ id }) => ({ row: String(id) })}
      isMarked={({ id }) => String(id) === row}
      columns={[
        { id: "traded", head: "Traded", narrow: "first", cell: ({ tradedOn }) => tradedOn ?? "–" },
        { id: "filed", head: "Filed", narrow: "second", cell: ({ filedOn }) => filedOn },
        { id: "insider", head: "Insider", narrow: "second", cell: ({ insider }) => <InsiderName insider={insider} /> },
        { id: "shares", head: "Shares", number: true, cell: ({ shares }) => exact(shares) },
        {
          id: "price",
          head: "Price ($)",
          number: true,
          narrow: "second",
          cell: ({ price }) => <Price price={price} />,
        },
        { id: "value", head: "Value ($)", number: true, narrow: "second", cell: ({ value }) => dollars(value) },
        ...returnColumns,
        marksColumn(insiderMarks),
      ]}
    />
  );
}
