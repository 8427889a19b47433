// /admin/data/late: trades disclosed after the 45-day deadline, longest delay first.
import listLateFilings from "../../../../../rest/routes/list-late-filings.ts";
import { lateFilingSorts } from "../../../../filters/late-filings.ts";
import { count } from "../../../frame/format.ts";
import type { Column } from "../../../frame/table/data-table.tsx";
import { LateFilings, type LateFilingsQuery, type LateFilingsQueryVariables } from "../../../generated/operations.ts";
import { Filed } from "../filed.tsx";
import { ListPage, type ListView, refusedFilter } from "../list/list-page.tsx";
import { sortedBy } from "../list/sorted-by.ts";
import { MemberName } from "../names.tsx";
import { Asset, Committee } from "../politician-trades/cells.tsx";
import { PoliticianTradeDetails } from "../politician-trades/politician-trade-details.tsx";
import { Side, sideOfKind } from "../side.tsx";
import { LateHistogram } from "./late-histogram.tsx";

type Row = LateFilingsQuery["lateFilings"]["nodes"][number];

export function LatePage() {
  return (
    <ListPage
      title="Late filings"
      place="/admin/data/late"
      route={listLateFilings}
      operation={LateFilings}
      rowsOf={({ lateFilings }) => lateFilings}
      keyOf={({ trade }) => String(trade.id)}
      searched="ticker"
      hint="Ticker"
      columns={columnsOf}
      above={({ request: { variables }, isRefused, change }) => (
        <LateHistogram
          filters={variables && filtersOf(variables as LateFilingsQueryVariables)}
          minDelayDays={(variables as LateFilingsQueryVariables | undefined)?.filter?.minDelayDays ?? 46}
          instead={isRefused && refusedFilter}
          onChange={(days) => change({ minDelayDays: days > 46 ? String(days) : undefined })}
        />
      )}
      drawer={{ title: "Congressional trade", content: (id) => <PoliticianTradeDetails id={Number(id)} /> }}
    />
  );
}

const filtersOf = ({ filter }: LateFilingsQueryVariables) => ({
  filter: {
    chamber: filter?.chamber,
    party: filter?.party,
    politicianId: filter?.politicianId,
    tickers: filter?.tickers,
  },
});

function columnsOf(view: ListView): Column<Row>[] {
  const by = sortedBy(view, lateFilingSorts);
  return [
    {
      id: "late",
      head: "days late",
      number: true,
      narrow: "second",
      cell: ({ daysLate }) => count(daysLate),
      ...by("DELAY_DAYS"),
    },
    { id: "traded", head: "traded", cell: ({ trade }) => trade.tradedOn ?? "–" },
    { id: "due", head: "due", cell: ({ deadlineOn }) => deadlineOn },
    { id: "filed", head: "filed", narrow: "second", cell: ({ trade }) => <Filed trade={trade} />, ...by("FILED_ON") },
    { id: "member", head: "member", narrow: "first", cell: ({ trade }) => <MemberName {...trade} /> },
    { id: "chamber", head: "chamber", cell: ({ trade }) => trade.chamber },
    { id: "asset", head: "asset", narrow: "second", cell: ({ trade }) => <Asset trade={trade} /> },
    {
      id: "type",
      head: "type",
      cell: ({ trade }) => <Side kind={sideOfKind(trade.tradeType)}>{trade.tradeType}</Side>,
    },
    {
      id: "amount",
      head: "range ($)",
      number: true,
      narrow: "second",
      cell: ({ trade }) => trade.amountRange ?? "–",
      ...by("AMOUNT_MID"),
    },
    { id: "owner", head: "owner", cell: ({ trade }) => trade.owner ?? "–" },
    { id: "committee", head: "committee", cell: ({ trade }) => <Committee trade={trade} /> },
  ];
}
