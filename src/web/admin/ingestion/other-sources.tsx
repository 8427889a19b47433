// Sources without daily listings (members, companies, price bars): how old their data are, and a button to run them.
import { todayUtc } from "../../../clock.ts";
import { instant } from "../../frame/format.ts";
import { DataTable } from "../../frame/table/data-table.tsx";
import type { Source } from "./days.ts";
import { RequestRun } from "./request-run.tsx";
import { sourceName } from "./sources.ts";

export function OtherSources({ sources, watched }: { sources: Source[]; watched: string[] }) {
  const today = { from: todayUtc(), to: todayUtc() };
  return (
    <DataTable
      label="Sources without daily lists"
      rows={sources}
      keyOf={({ source }) => source}
      columns={[
        { id: "source", head: "source", narrow: "first", cell: ({ source }) => sourceName(source) },
        {
          id: "state",
          head: "state",
          narrow: "second",
          cell: ({ behind }) => (behind === null ? "· never fetched" : behind ? "! behind" : "✓ up to date"),
        },
        {
          id: "looked",
          head: "last fetch (UTC)",
          narrow: "second",
          cell: ({ lastFetchedAt }) => instant(lastFetchedAt),
        },
        { id: "newest", head: "newest", cell: ({ newestFiledOn }) => newestFiledOn ?? "–" },
        {
          id: "run",
          head: "run",
          actions: true,
          narrow: "second",
          cell: ({ source }) => (
            <RequestRun source={source} range={today} isWatched={watched.includes(source)} isMinor />
          ),
        },
      ]}
    />
  );
}
