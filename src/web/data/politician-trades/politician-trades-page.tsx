// /congress: trades of members of Congress. A row opens its deadline, committees and source.
import listPoliticianTrades from "../../../../rest/routes/list-politician-trades.ts";
import { type PoliticianTradeSort, politicianTradeSorts } from "../../../filters/politician-trades.ts";
import type { Column } from "../../frame/table/data-table.tsx";
import { PoliticianTrades, type PoliticianTradesQuery } from "../../generated/operations.ts";
import { returnColumns } from "../cells.tsx";
import type { Preset } from "../list/filters.tsx";
import { ListPage, type ListView, sortedBy, sortedColumns } from "../list/list-page.tsx";
import {
  assetColumn,
  committeeColumn,
  dateColumns,
  memberColumn,
  memberMarksColumn,
  ownerColumn,
  rangeColumn,
  typeColumn,
} from "./columns.tsx";
import { PoliticianTradeDetails } from "./politician-trade-details.tsx";

type Row = PoliticianTradesQuery["politicianTrades"]["nodes"][number];

const presets: Preset[] = [
  { label: "Purchases", filters: { tradeType: "purchase" } },
  { label: "Over $100k", filters: { minValue: "100000" } },
  { label: "Last 30 days", filters: { days: "30" } },
  { label: "Committee match", filters: { isCommitteeTrade: "true" } },
  { label: "Late", filters: { minDelayDays: "46", dateQuality: "ok" } },
];

export function PoliticianTradesPage() {
  return (
    <ListPage
      title="Congressional trades"
      path="/congress"
      route={listPoliticianTrades}
      operation={PoliticianTrades}
      rowsOf={({ politicianTrades }) => politicianTrades}
      keyOf={({ id }) => String(id)}
      searched="politician"
      hint="Part of the member's name"
      presets={presets}
      usual={["party", "chamber", "tradeType", "sectors", "securityClass", "filedFrom", "filedTo"]}
      columns={columnsOf}
      drawer={{ title: "Congressional trade", content: (id) => <PoliticianTradeDetails id={Number(id)} /> }}
    />
  );
}

/** column -> what the list is sorted by */
const sorts: Record<string, PoliticianTradeSort> = {
  filed: "FILED_ON",
  traded: "TRADED_ON",
  delay: "DELAY_DAYS",
  range: "AMOUNT_MID",
};

const columns: Column<Row>[] = [
  ...dateColumns,
  memberColumn,
  { id: "chamber", head: "Chamber", shownFrom: "huge", cell: ({ chamber }) => chamber },
  assetColumn,
  typeColumn,
  rangeColumn,
  ownerColumn,
  committeeColumn,
  ...returnColumns,
  memberMarksColumn,
];

const columnsOf = (view: ListView): Column<Row>[] =>
  sortedColumns(columns, sorts, sortedBy(view, politicianTradeSorts));
