// /admin/data/politician-trades: trades of members of Congress. A row opens its deadline, committees and source.
import listPoliticianTrades from "../../../../../rest/routes/list-politician-trades.ts";
import { politicianTradeSorts } from "../../../../filters/politician-trades.ts";
import type { Column } from "../../../frame/table/data-table.tsx";
import { PoliticianTrades, type PoliticianTradesQuery } from "../../../generated/operations.ts";
import { Filed, MemberName, Side, sideOfKind } from "../cells.tsx";
import { ListPage, type ListView, sortedBy } from "../list/list-page.tsx";
import { Asset, Committee, Delay } from "./columns.tsx";
import { PoliticianTradeDetails } from "./politician-trade-details.tsx";

type Row = PoliticianTradesQuery["politicianTrades"]["nodes"][number];

export function PoliticianTradesPage() {
  return (
    <ListPage
      title="Congressional trades"
      place="/admin/data/politician-trades"
      route={listPoliticianTrades}
      operation={PoliticianTrades}
      rowsOf={({ politicianTrades }) => politicianTrades}
      keyOf={({ id }) => String(id)}
      searched="politician"
      hint="Part of the member's name"
      columns={columnsOf}
      drawer={{ title: "Congressional trade", content: (id) => <PoliticianTradeDetails id={Number(id)} /> }}
    />
  );
}

function columnsOf(view: ListView): Column<Row>[] {
  const by = sortedBy(view, politicianTradeSorts);
  return [
    {
      id: "filed",
      head: "Filed",
      narrow: "second",
      cell: (trade) => <Filed trade={trade} />,
      ...by("FILED_ON"),
    },
    { id: "traded", head: "Traded", cell: ({ tradedOn }) => tradedOn ?? "–", ...by("TRADED_ON") },
    {
      id: "delay",
      head: "Delay (days)",
      number: true,
      narrow: "second",
      cell: (row) => <Delay trade={row} />,
      ...by("DELAY_DAYS"),
    },
    { id: "member", head: "Member", narrow: "first", cell: (row) => <MemberName {...row} /> },
    { id: "chamber", head: "Chamber", cell: ({ chamber }) => chamber },
    { id: "asset", head: "Asset", narrow: "second", cell: (row) => <Asset trade={row} /> },
    {
      id: "type",
      head: "Type",
      narrow: "second",
      cell: ({ tradeType }) => <Side kind={sideOfKind(tradeType)}>{tradeType}</Side>,
    },
    {
      id: "amount",
      head: "Range ($)",
      number: true,
      narrow: "second",
      cell: ({ amountRange }) => amountRange ?? "–",
      ...by("AMOUNT_MID"),
    },
    { id: "owner", head: "Owner", cell: ({ owner }) => owner ?? "–" },
    { id: "committee", head: "Committee", cell: (row) => <Committee trade={row} /> },
  ];
}
