// /admin/filings?ref=: traces one filing. Its five stages, why it stopped, and its rows; for a name, the filings of
// filers with that name.
import { useSearch } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { FilingTrace } from "../../generated/operations.ts";
import { CandidateTable } from "./candidate-table.tsx";
import { FindFiling } from "./find-filing.tsx";
import { Trace } from "./trace.tsx";

export function FilingsPage() {
  const ref = (useSearch({ strict: false }) as { ref?: string }).ref?.trim() ?? "";
  return (
    <Page
      title="Find a filing"
      summary="By accession number, with or without dashes, by a document id of the House or the Senate, or by a name."
      actions={<FindFiling key={ref} initial={ref} />}
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
              No filer whose name contains every word of “<ForeignText>{reference}</ForeignText>” has a filing that is
              known here. An accession number or a document id also finds a filing that was never fetched.
            </>
          ),
        }}
      >
        {({ filingTrace }) => <CandidateTable candidates={filingTrace.candidates} />}
      </Panel>
    );
  return <Trace trace={data.filingTrace.trace} query={search} watched={data.watchedSources} />;
}
