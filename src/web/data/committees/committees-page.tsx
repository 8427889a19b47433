// /committees: committees and their leaders. A row opens its page.
import { useNavigate } from "@tanstack/react-router";
import listCommittees from "../../../../rest/routes/list-committees.ts";
import { count } from "../../frame/format.ts";
import type { Column } from "../../frame/table/data-table.tsx";
import { Committees, type CommitteesQuery } from "../../generated/operations.ts";
import { DataLink } from "../cells.tsx";
import { ListPage } from "../list/list-page.tsx";

type Row = CommitteesQuery["committees"]["nodes"][number];

export function CommitteesPage() {
  const navigate = useNavigate();
  return (
    <ListPage
      title="Committees"
      path="/committees"
      route={listCommittees}
      operation={Committees}
      rowsOf={({ committees }) => committees}
      keyOf={({ code }) => code}
      searched="q"
      hint="Name, code or member"
      usual={["chamber", "code"]}
      columns={() => columns}
      onOpen={({ code }) => void navigate({ to: `/committees/${code}` })}
    />
  );
}

const leader = (side: string) => (row: Row) => {
  const first = row.members.find((member) => member.side === side && member.rank === 1);
  return first ? (
    <DataLink to="politicians" id={first.bioguideId}>
      {first.name}
    </DataLink>
  ) : (
    "–"
  );
};

const columns: Column<Row>[] = [
  { id: "chamber", head: "Chamber", narrow: "second", cell: ({ chamber }) => chamber },
  { id: "code", head: "Code", narrow: "second", cell: ({ code }) => <code>{code}</code> },
  {
    id: "name",
    head: "Committee",
    narrow: "first",
    cell: ({ code, name }) => (
      <DataLink to="committees" id={code}>
        {name}
      </DataLink>
    ),
  },
  { id: "type", head: "Type", cell: ({ type }) => type },
  { id: "parent", head: "Parent committee", cell: ({ parentCode }) => (parentCode ? <code>{parentCode}</code> : "–") },
  { id: "members", head: "Members", number: true, narrow: "second", cell: ({ members }) => count(members.length) },
  { id: "majority", head: "Majority, first", cell: leader("majority") },
  { id: "minority", head: "Minority, first", cell: leader("minority") },
];
