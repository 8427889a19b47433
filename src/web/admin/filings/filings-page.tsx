// /admin/filings?ref=: traces one filing. Its five stages, why it stopped, and its rows; for a name, the filings of
// filers with that name.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { sourceName } from "../../frame/sources.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { FilingTrace, type FilingTraceQuery } from "../../generated/operations.ts";
import { FindFiling } from "./find-filing.tsx";
import { Trace } from "./trace.tsx";

// The filings of all filers with the given name, newest first.
type Candidate = FilingTraceQuery["filingTrace"]["candidates"][number];

function CandidateTable({ candidates }: { candidates: Candidate[] }) {
  const navigate = useNavigate();
  return (
    <DataTable
      label="Filings by name"
      rows={candidates}
      keyOf={({ source, documentId }) => `${source} ${documentId}`}
      onOpen={({ documentId }) => void navigate({ to: "/admin/filings", search: { ref: documentId } })}
      columns={[
        { id: "filed", head: "Filed", narrow: "second", cell: ({ filedOn }) => filedOn ?? "–" },
        { id: "name", head: "Name", narrow: "first", cell: ({ name }) => <ForeignText>{name}</ForeignText> },
        { id: "source", head: "Source", narrow: "second", cell: ({ source }) => sourceName(source) },
        { id: "kind", head: "Kind", narrow: "second", cell: ({ kind }) => <ForeignText>{kind}</ForeignText> },
        {
          id: "state",
          head: "State",
          narrow: "second",
          cell: ({ state }) => (state === "stored" ? "✓ stored" : "! not stored"),
        },
        { id: "id", head: "Filing", cell: ({ documentId }) => <ForeignText>{documentId}</ForeignText> },
      ]}
    />
  );
}

export function FilingsPage() {
  const ref = (useSearch({ strict: false }) as { ref?: string }).ref?.trim() ?? "";
  return (
    <Page
      title="Find a filing"
      summary="By accession number, with or without dashes, by a document id of the House or the Senate, or by a name."
      actions={<FindFiling initial={ref} isFocused={ref === ""} />}
    >
      {ref !== "" && <Found key={ref} reference={ref} />}
    </Page>
  );
}

function Found({ reference }: { reference: string }) {
  const search = useRead(FilingTrace, { ref: reference });
  const { data } = search;
  if (!data?.filingTrace.trace)
    return (
      <Panel
        title={data ? "Filings by name" : "Searching"}
        query={search}
        height={300}
        empty={{
          when: ({ filingTrace }) => filingTrace.candidates.length === 0,
          say: (
            <>
              No filings are known of a filer whose name contains every word of “<ForeignText>{reference}</ForeignText>
              ”. An accession number or a document id also finds a filing that was never fetched.
            </>
          ),
        }}
      >
        {({ filingTrace }) => <CandidateTable candidates={filingTrace.candidates} />}
      </Panel>
    );
  return <Trace trace={data.filingTrace.trace} query={search} watched={data.watchedSources} />;
}
