// How fresh each source is: its newest record, the date from which one is expected, and how far behind it is.
import { useNavigate } from "@tanstack/react-router";
import { relative, useNow } from "../../frame/format.ts";
import { formatFreshness, sourceName } from "../../frame/sources.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import type { OverviewQuery } from "../../generated/operations.ts";

export type Freshness = OverviewQuery["sourceFreshness"][number];

export function FreshnessTable({ sources }: { sources: Freshness[] }) {
  const now = useNow();
  const navigate = useNavigate();
  return (
    <DataTable
      label="Freshness"
      rows={sources}
      keyOf={({ source }) => source}
      onOpen={({ source }) => void navigate({ to: "/admin/ingestion", search: { source } })}
      columns={[
        { id: "source", head: "Source", narrow: "first", cell: ({ source }) => sourceName(source) },
        { id: "state", head: "State", narrow: "second", cell: formatFreshness },
        {
          id: "newest",
          head: "Newest record",
          narrow: "second",
          cell: ({ newestFiledOn }) => newestFiledOn ?? "–",
        },
        {
          id: "expected",
          head: "Expected since",
          hint: "A record of this date or a later one should be stored by now",
          cell: ({ expectedOn }) => expectedOn,
        },
        {
          id: "fetched",
          head: "Last fetch",
          cell: ({ lastFetchedAt }) => (lastFetchedAt ? relative(lastFetchedAt, now) : "never"),
        },
      ]}
    />
  );
}

/** `All sources are watched.`, or which are not. */
export function Watched({ watched, sources }: { watched: string[]; sources: Freshness[] }) {
  const missing = sources.filter(({ source }) => !watched.includes(source));
  if (missing.length === 0) return <>✓ All sources are fetched on schedule.</>;
  if (missing.length === sources.length)
    return (
      <>
        ! No source is fetched on schedule: no <code>npx disclosed sync --watch</code> is running.
      </>
    );
  return <>! Not fetched on schedule: {missing.map(({ source }) => sourceName(source)).join(", ")}.</>;
}
