// /politicians: members of Congress with their trades and 90-day performance. A name opens the member's page.
import listPoliticians from "../../../../rest/routes/list-politicians.ts";
import { politicianSorts } from "../../../filters/politicians.ts";
import { count, dollars, signed } from "../../frame/format.ts";
import type { Column } from "../../frame/table/data-table.tsx";
import { Politicians, type PoliticiansQuery } from "../../generated/operations.ts";
import { MemberName } from "../cells.tsx";
import { ListPage, type ListView, sortedBy } from "../list/list-page.tsx";

type Row = PoliticiansQuery["politicians"]["nodes"][number];

export function PoliticiansPage() {
  return (
    <ListPage
      title="Members of Congress"
      path="/politicians"
      route={listPoliticians}
      operation={Politicians}
      rowsOf={({ politicians }) => politicians}
      keyOf={({ member }) => member.bioguideId}
      searched="q"
      hint="Name or bioguide id"
      columns={columnsOf}
    />
  );
}

/** `3 of 40`: never a number without that of which it is a part; a dash where nothing is known. */
const partOf = (part: number, whole: number) => (whole === 0 ? "–" : `${count(part)} of ${count(whole)}`);

function columnsOf(view: ListView): Column<Row>[] {
  const by = sortedBy(view, politicianSorts);
  return [
    {
      id: "name",
      head: "Member",
      narrow: "first",
      cell: ({ member }) => <MemberName politician={member} party={member.party} state={member.state} />,
    },
    { id: "position", head: "Office", cell: ({ member }) => member.position ?? "–" },
    {
      id: "trades",
      head: "Trades",
      number: true,
      narrow: "second",
      cell: ({ stats }) => count(stats.totalTrades),
      ...by("TRADES"),
    },
    {
      id: "volume",
      head: "Amount, as filed in ranges",
      number: true,
      narrow: "second",
      cell: ({ stats }) => `${dollars(stats.estVolumeLow)}–${dollars(stats.estVolumeHigh)}`,
      ...by("VOLUME"),
    },
    {
      id: "late",
      head: "Late",
      number: true,
      narrow: "second",
      cell: ({ stats }) => partOf(stats.lateCount, stats.lateJudgedCount),
      ...by("LATE_RATE"),
    },
    {
      id: "committee",
      head: "Committee match",
      number: true,
      cell: ({ stats }) => partOf(stats.committeeTradeCount, stats.committeeJudgedCount),
    },
    {
      id: "alpha",
      head: "Return over SPY, 90 days (%)",
      number: true,
      cell: ({ performance90 }) => signed(performance90.avgAlphaPct),
      ...by("ALPHA_90"),
    },
  ];
}
