// The columns of congressional trades on the page of a committee, a company or a member.
import { ForeignText } from "../../../frame/foreign-text.tsx";
import { count } from "../../../frame/format.ts";
import type { Column } from "../../../frame/table/data-table.tsx";
import { Filed } from "../filed.tsx";
import { DataLink } from "../links.tsx";
import { Side, sideOfKind } from "../side.tsx";

interface Dated {
  tradedOn: string | null;
  filedOn: string;
  delayDays: number | null;
  isAmendment: boolean;
}

export const dateColumns: Column<Dated>[] = [
  { id: "traded", head: "traded", narrow: "first", cell: ({ tradedOn }) => tradedOn ?? "–" },
  { id: "filed", head: "filed", narrow: "second", cell: (trade) => <Filed trade={trade} /> },
  { id: "delay", head: "+d", number: true, narrow: "second", cell: ({ delayDays }) => count(delayDays) },
];

export const memberColumn: Column<{ politician: { bioguideId: string; name: string } }> = {
  id: "member",
  head: "member",
  narrow: "second",
  cell: ({ politician: { bioguideId, name } }) => (
    <DataLink to="politicians" id={bioguideId}>
      {name}
    </DataLink>
  ),
};

export const typeColumn: Column<{ tradeType: string }> = {
  id: "type",
  head: "trade",
  narrow: "second",
  cell: ({ tradeType }) => <Side kind={sideOfKind(tradeType)}>{tradeType}</Side>,
};

export const rangeColumn: Column<{ amountRange: string | null }> = {
  id: "range",
  head: "range ($)",
  number: true,
  narrow: "second",
  cell: ({ amountRange }) => <ForeignText>{amountRange ?? "–"}</ForeignText>,
};
