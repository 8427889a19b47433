// Runs of ingestion: the button that requests one, the requested runs, a warning if no `sync --watch` process executes
// them, and the runs themselves: their task, status and duration as text, their stages, and their table.
import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { count, instant, relative, shortened, useNow } from "../../frame/format.ts";
import { FormFailure } from "../../frame/forms.tsx";
import { useChange } from "../../frame/operation.ts";
import { daysOfRun, sourceName } from "../../frame/sources.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  type IngestionQuery,
  type RunQuery,
  type RunsQuery,
  RequestRun as requestRun,
  WithdrawRunRequest as withdrawRunRequest,
} from "../../generated/operations.ts";
import type { Stage } from "../stages/stages.tsx";
import { formatRange, type Range } from "./days.ts";
import classes from "./ingestion.module.css";

type ListedRun = RunsQuery["ingestionRuns"]["nodes"][number];

const statusTexts: Record<string, string> = {
  running: "▶ running",
  completed: "✓ completed",
  failed: "× failed",
  stopped: "– stopped",
  interrupted: "! interrupted",
};

export const formatStatus = (status: string): string => statusTexts[status] ?? status;

/** `3 min 20 s`; until now for an unfinished run. */
export function durationOf(startedAt: string, finishedAt: string | null, now: number): string {
  const seconds = Math.max(0, Math.round(((finishedAt ? Date.parse(finishedAt) : now) - Date.parse(startedAt)) / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The task of the run, as text. */
export function taskOf(runArguments: unknown): string {
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
          id: "task",
          head: "Days or files",
          narrow: "second",
          cell: (run) => <ForeignText>{shortened(taskOf(run.arguments), 60)}</ForeignText>,
        },
        {
          id: "duration",
          head: "Duration",
          number: true,
          cell: ({ startedAt, finishedAt, status }) =>
            finishedAt || status === "running" ? durationOf(startedAt, finishedAt, now) : "–",
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
  const refused = `${quarantinedFiles === 0 ? "no" : count(quarantinedFiles)} whole ${quarantinedFiles === 1 ? "file" : "files"} refused`;
  return [
    {
      name: "listed",
      state: progress === null ? "unknown" : !isListing ? "done" : isRunning ? "working" : "broken",
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

// Requests of runs: the button that requests one for some days of a source, the requested runs with their outcome, and
// a warning if no `sync --watch` process executes them.

interface RequestRunProps {
  source: string;
  range: Range;
  isWatched: boolean;
  /** the verb on the button; default Start run */
  label?: string;
  /** one of several such buttons on the page */
  isMinor?: boolean;
}

export function RequestRun({ source, range, isWatched, label = "Start run", isMinor = false }: RequestRunProps) {
  const change = useChange(requestRun);
  const requested = change.data?.requestRun;
  const isThis = requested?.source === source && requested.from === range.from && requested.to === range.to;
  return (
    <div>
      <Button
        size="compact-sm"
        variant={isMinor ? "default" : "filled"}
        loading={change.isPending}
        onClick={() => change.mutate({ source, ...range })}
      >
        {label}
      </Button>
      <FormFailure error={change.error} />
      <div aria-live="polite">
        {isThis && (
          <>
            ✓ Requested: {sourceName(source)}, {formatRange(range)}.{" "}
            {isWatched ? "It starts within seconds." : "It is waiting: no process is watching this source."}
          </>
        )}
      </div>
    </div>
  );
}

type Request = IngestionQuery["runRequests"][number];

/** Warns that requests wait if no `sync --watch` process is running, and says what to do. */
export function Watchers({ watched, sources }: { watched: string[]; sources: readonly string[] }) {
  const missing = sources.filter((source) => !watched.includes(source));
  if (missing.length === 0)
    return <p className={classes.words}>✓ All sources are watched. Requested runs start within seconds.</p>;
  const which = watched.length === 0 ? "any source" : missing.map(sourceName).join(", ");
  return (
    <p className={classes.words}>
      ! No process watches {which} now, so a requested run waits. Start <code>npx disclosed sync --watch</code> on a
      machine of this service (it needs <code>CONTACT</code>). It runs what is waiting and then follows its schedule.
    </p>
  );
}

const stateTexts: Record<string, string> = {
  waiting: "… waits",
  running: "▶ running",
  done: "✓ done",
  withdrawn: "– withdrawn",
};

export function RequestTable({ requests, watched }: { requests: Request[]; watched: string[] }) {
  const now = useNow();
  const withdraw = useChange(withdrawRunRequest);
  const state = (request: Request) => {
    if (request.state === "waiting" && !watched.includes(request.source)) return "! waiting, not watched";
    if (request.state === "done" && request.message) return "! ended";
    return stateTexts[request.state] ?? request.state;
  };
  return (
    <DataTable
      label="Requested runs"
      rows={requests}
      keyOf={({ id }) => id}
      columns={[
        { id: "source", head: "Source", narrow: "first", cell: ({ source }) => sourceName(source) },
        { id: "days", head: "Days", narrow: "second", cell: (request) => formatRange(request) },
        { id: "state", head: "State", narrow: "second", cell: state },
        { id: "requested", head: "Requested", narrow: "second", cell: ({ requestedAt }) => relative(requestedAt, now) },
        { id: "message", head: "Why", cell: ({ message }) => (message ? <ForeignText>{message}</ForeignText> : "–") },
        {
          id: "action",
          head: "Run",
          actions: true,
          narrow: "second",
          cell: ({ id, state: of, runId }) =>
            of === "waiting" ? (
              <Button
                size="compact-sm"
                variant="default"
                loading={withdraw.isPending && withdraw.variables.id === id}
                onClick={() => withdraw.mutate({ id })}
              >
                Withdraw
              </Button>
            ) : runId ? (
              <Link to="/admin/ingestion/runs/$id" params={{ id: runId }}>
                Run
              </Link>
            ) : (
              "–"
            ),
        },
      ]}
    />
  );
}
