// The trades of a filing, each with a link to its own page.
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { count } from "../../frame/format.ts";
import { Panel } from "../../frame/panel.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import type { FilingTraceQuery } from "../../generated/operations.ts";
import type { FilingTrace } from "./filing-trace.ts";

type Row = FilingTrace["rows"][number];

export function TraceRows({ trace, query }: { trace: FilingTrace; query: UseQueryResult<FilingTraceQuery, Error> }) {
  const { rows, rowCount, stages } = trace;
  const isLoaded = stages.some(({ name, state }) => name === "loaded" && state === "done");
  const more = rowCount > rows.length ? `, the first ${count(rows.length)}` : "";
  return (
    <Panel
      title={isLoaded ? `Its rows: ${count(rowCount)}${more}` : "Its rows"}
      query={query}
      height={40}
      empty={{
        when: () => rows.length === 0,
        say: isLoaded
          ? "It reports no transaction (a Form 3, or holdings alone)."
          : "None yet: see above where it broke off.",
      }}
    >
      {() => (
        <DataTable
          label="Rows of the filing"
          rows={rows}
          keyOf={({ id }) => String(id)}
          columns={[
            { id: "row", head: "row", narrow: "second", cell: (row) => <RowLink row={row} /> },
            { id: "who", head: "who", narrow: "first", cell: ({ who }) => <ForeignText>{who}</ForeignText> },
            {
              id: "type",
              head: "type",
              narrow: "second",
              cell: ({ tradeType }) => <ForeignText>{tradeType}</ForeignText>,
            },
            { id: "what", head: "what", narrow: "second", cell: ({ what }) => <ForeignText>{what}</ForeignText> },
            { id: "traded", head: "traded", narrow: "second", cell: ({ tradedOn }) => tradedOn ?? "–" },
            {
              id: "state",
              head: "state",
              narrow: "second",
              cell: ({ isSuperseded }) => (isSuperseded ? "– superseded" : "✓ in the feed"),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function RowLink({ row: { id, kind } }: { row: Row }) {
  const to = kind === "insiderTrade" ? "/admin/data/trades" : "/admin/data/politician-trades";
  return (
    <Link to={to} search={{ row: String(id) }}>
      {String(id)}
    </Link>
  );
}
