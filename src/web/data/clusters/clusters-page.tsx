// /clusters: companies where several insiders traded together. A row opens its page.
import { useNavigate } from "@tanstack/react-router";
import listClusters from "../../../../rest/routes/list-clusters.ts";
import { clusterSorts } from "../../../filters/clusters.ts";
import { count, dollars } from "../../frame/format.ts";
import type { Column } from "../../frame/table/data-table.tsx";
import { Clusters, type ClustersQuery } from "../../generated/operations.ts";
import classes from "../cells.module.css";
import { ClusterDates, CompanyName, InsiderName, Price, Side, sideOfCode } from "../cells.tsx";
import type { Preset } from "../list/filters.tsx";
import { ListPage, type ListView, sortedBy } from "../list/list-page.tsx";
import { transactionLabel } from "../list/request.ts";

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
