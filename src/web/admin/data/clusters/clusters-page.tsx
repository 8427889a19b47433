// /admin/data/clusters: companies where several insiders traded together. A row opens its page.
import { useNavigate } from "@tanstack/react-router";
import listClusters from "../../../../../rest/routes/list-clusters.ts";
import { clusterSorts } from "../../../../filters/clusters.ts";
import { count, dollars, perShare } from "../../../frame/format.ts";
import type { Column } from "../../../frame/table/data-table.tsx";
import { ForeignText } from "../../../frame/text.tsx";
import { Clusters, type ClustersQuery } from "../../../generated/operations.ts";
import { CompanySymbol, DataLink, InsiderName, Side, sideOfCode } from "../cells.tsx";
import { ListPage, type ListView, sortedBy } from "../list/list-page.tsx";
import { transactionLabel } from "../list/request.ts";

type Row = ClustersQuery["clusters"]["nodes"][number];

export function ClustersPage() {
  const navigate = useNavigate();
  return (
    <ListPage
      title="Clusters"
      place="/admin/data/clusters"
      route={listClusters}
      operation={Clusters}
      rowsOf={({ clusters }) => clusters}
      keyOf={({ id }) => String(id)}
      searched="ticker"
      hint="Ticker"
      columns={columnsOf}
      onOpen={({ id }) => void navigate({ to: `/admin/data/clusters/${id}` })}
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
      cell: ({ id, startOn, endOn }) => (
        <DataLink to="clusters" id={String(id)}>
          {`${startOn} to ${endOn}`}
        </DataLink>
      ),
      ...by("START_ON"),
    },
    { id: "ticker", head: "Ticker", narrow: "first", cell: ({ company }) => <CompanySymbol company={company} /> },
    {
      id: "company",
      head: "Company",
      cell: ({ company }) => <ForeignText>{company.name}</ForeignText>,
    },
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
    { id: "price", head: "Average price ($)", number: true, cell: ({ averagePrice }) => perShare(averagePrice) },
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
    <>
      <InsiderName insider={first} />
      {others.length > 0 && ` and ${others.length} more`}
    </>
  );
}
