// /search: finds a company, an insider or a member by name or symbol.
import { Link } from "@tanstack/react-router";
import listSymbols from "../../../../rest/routes/list-symbols.ts";
import { personName } from "../../../domain/shown-names.ts";
import type { Column } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { Symbols, type SymbolsQuery } from "../../generated/operations.ts";
import { ListPage } from "../list/list-page.tsx";

type Row = SymbolsQuery["symbols"]["nodes"][number];

export function FindPage() {
  return (
    <ListPage
      title="Search"
      path="/search"
      route={listSymbols}
      operation={Symbols}
      rowsOf={({ symbols }) => symbols}
      keyOf={({ kind, cik, bioguideId }) => `${kind} ${cik ?? bioguideId}`}
      searched="q"
      hint="Name, ticker, CIK or bioguide id"
      beforeSearch="Enter the name of a company, an insider or a member of Congress."
      columns={() => columns}
    />
  );
}

const linkOf = ({ kind, cik, bioguideId }: Row) =>
  kind === "company" ? `/companies/${cik}` : kind === "insider" ? `/insiders/${cik}` : `/politicians/${bioguideId}`;

const columns: Column<Row>[] = [
  {
    id: "name",
    head: "Name",
    narrow: "first",
    cell: (row) => (
      <Link to={linkOf(row)}>
        <ForeignText>{row.kind === "insider" ? personName(row.name) : row.name}</ForeignText>
      </Link>
    ),
  },
  { id: "kind", head: "Kind", narrow: "second", cell: ({ kind }) => kind },
  { id: "ticker", head: "Ticker", narrow: "second", cell: ({ ticker }) => ticker ?? "–" },
  { id: "id", head: "CIK or bioguide id", narrow: "second", cell: (row) => <code>{row.cik ?? row.bioguideId}</code> },
];
