// Runs of ingestion: their task, status and duration as text, their progress by stage, and the table of them, newest
// first.
import { useNavigate } from "@tanstack/react-router";
import { count, instant, shortened, useNow } from "../../frame/format.ts";
import { daysOfRun, sourceName } from "../../frame/sources.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import type { RunQuery, RunsQuery } from "../../generated/operations.ts";
import type { Stage } from "../stages/stages.tsx";
import { formatRange } from "./days.ts";

type ListedRun = RunsQuery["ingestionRuns"]["nodes"][number];

const statusWords: Record<string, string> = {
  running: "▶ running",
  completed: "✓ completed",
  failed: "× failed",
  stopped: "– stopped",
  interrupted: "! interrupted",
};

export const formatStatus = (status: string): string => statusWords[status] ?? status;

/** `3 min 20 s`; until now for an unfinished run. */
export function took(startedAt: string, finishedAt: string | null, now: number): string {
  const seconds = Math.max(0, Math.round(((finishedAt ? Date.parse(finishedAt) : now) - Date.parse(startedAt)) / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The task of the run, as text. */
export function whatOf(runArguments: unknown): string {
  const days = daysOfRun(runArguments);
  if (days) return days.to ? `sync of ${formatRange({ from: days.from, to: days.to })}` : `sync from ${days.from}`;
  const { paths, retry, copyOf } = (runArguments ?? {}) as Record<string, unknown>;
  if (typeof copyOf === "string") return `corrected copy of ${copyOf}`;
  if (Array.isArray(retry)) return `retry from quarantine: ${count(retry.length)}`;
  if (Array.isArray(paths)) return `files: ${paths.join(", ")}`;
  return "–";
}

export function RunTable({ runs }: { runs: ListedRun[] }) {
  const now = useNow();
  const navigate = useNavigate();
  return (
    <DataTable
      label="Runs"
      rows={runs}
      keyOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: "/admin/ingestion/runs/$id", params: { id } })}
      columns={[
        {
          id: "started",
          head: "Started (UTC)",
          narrow: "first",
          cell: ({ startedAt }) => <time dateTime={startedAt}>{instant(startedAt)}</time>,
        },
        { id: "source", head: "Source", narrow: "second", cell: ({ source }) => sourceName(source) },
        { id: "status", head: "Status", narrow: "second", cell: ({ status }) => formatStatus(status) },
        {
          id: "what",
          head: "Days or files",
          narrow: "second",
          cell: (run) => <ForeignText>{shortened(whatOf(run.arguments), 60)}</ForeignText>,
        },
        {
          id: "took",
          head: "Duration",
          number: true,
          cell: ({ startedAt, finishedAt, status }) =>
            finishedAt || status === "running" ? took(startedAt, finishedAt, now) : "–",
        },
        { id: "files", head: "Files", number: true, narrow: "second", cell: ({ files }) => count(files) },
        { id: "new", head: "New rows", number: true, narrow: "second", cell: (run) => count(run.new) },
        { id: "amended", head: "Amended", number: true, cell: ({ amended }) => count(amended) },
        { id: "unchanged", head: "Unchanged", number: true, cell: ({ unchanged }) => count(unchanged) },
        {
          id: "refused",
          head: "Refused",
          number: true,
          cell: ({ quarantinedFiles, quarantinedRecords }) => count(quarantinedFiles + quarantinedRecords),
        },
      ]}
    />
  );
}

type RunDetails = RunQuery["ingestionRun"];

const countWithUnit = (value: number | undefined, unit: string) =>
  value === undefined ? "–" : `${count(value)} ${unit}`;

export function stagesOfRun(run: RunDetails): Stage[] {
  const { status, progress, files, quarantinedFiles, quarantinedRecords, toDerive } = run;
  const isRunning = status === "running";
  const isListing = progress?.phase === "listing";
  const loaded = run.new + run.amended + run.unchanged;
  const ended = isRunning ? "working" : "done";
  const refused = quarantinedFiles > 0 ? `${count(quarantinedFiles)} whole files refused` : "no whole files refused";
  return [
    {
      name: "listed",
      state: progress === null ? "unknown" : isRunning && isListing ? "working" : "done",
      value: countWithUnit(progress?.listed, "filings"),
      note: progress === null ? "no listing; loaded from files" : listedNote(progress),
    },
    {
      name: "fetched",
      state: fetchedState(run),
      value: countWithUnit(progress?.fetched, "files"),
      note: fetchedNote(run),
    },
    {
      name: "parsed",
      state: files === 0 && isRunning ? "unknown" : ended,
      value: countWithUnit(files - quarantinedFiles, "files"),
      note: refused,
    },
    {
      name: "loaded",
      state: loaded === 0 && isRunning ? "unknown" : ended,
      value: countWithUnit(loaded, "rows"),
      note: `${count(run.new)} new, ${count(run.amended)} amended, ${count(run.unchanged)} unchanged, ${count(quarantinedRecords)} refused`,
    },
    {
      name: "derived",
      state: toDerive === 0 ? (isRunning ? "unknown" : "done") : "waiting",
      value: toDerive === 0 ? "–" : count(toDerive),
      note:
        toDerive === 0 ? (isRunning ? "after loading" : "nothing waiting") : "companies, symbols and members waiting",
    },
  ];
}

function listedNote({ atLeast, stored, quarantined }: NonNullable<RunDetails["progress"]>): string {
  const known = `${count(stored)} stored, ${count(quarantined)} in quarantine`;
  return atLeast ? `${known}; listings are missing` : known;
}

function fetchedState({ status, progress }: RunDetails): Stage["state"] {
  if (progress === null) return "unknown";
  if (progress.phase === "listing") return "unknown";
  if (status === "running") return "working";
  return progress.due > 0 ? "broken" : "done";
}

function fetchedNote({ progress }: RunDetails): string {
  if (progress === null) return "nothing was fetched";
  return progress.due > 0 ? `${count(progress.due)} to fetch` : "nothing left to fetch";
}
