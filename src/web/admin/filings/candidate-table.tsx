// The filings of all filers with the given name, newest first.
import { useNavigate } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import type { FilingTraceQuery } from "../../generated/operations.ts";
import { sourceName } from "../ingestion/sources.ts";

type Candidate = FilingTraceQuery["filingTrace"]["candidates"][number];

export function CandidateTable({ candidates }: { candidates: Candidate[] }) {
  const navigate = useNavigate();
  return (
    <DataTable
      label="Filings by name"
      rows={candidates}
      keyOf={({ source, documentId }) => `${source} ${documentId}`}
      onOpen={({ documentId }) => void navigate({ to: "/admin/filings", search: { ref: documentId } })}
      columns={[
        { id: "filed", head: "filed", narrow: "second", cell: ({ filedOn }) => filedOn ?? "–" },
        { id: "name", head: "name", narrow: "first", cell: ({ name }) => <ForeignText>{name}</ForeignText> },
        { id: "source", head: "source", narrow: "second", cell: ({ source }) => sourceName(source) },
        { id: "kind", head: "kind", narrow: "second", cell: ({ kind }) => <ForeignText>{kind}</ForeignText> },
        {
          id: "state",
          head: "state",
          narrow: "second",
          cell: ({ state }) => (state === "stored" ? "✓ stored" : "! not stored"),
        },
        { id: "id", head: "filing", cell: ({ documentId }) => <ForeignText>{documentId}</ForeignText> },
      ]}
    />
  );
}
