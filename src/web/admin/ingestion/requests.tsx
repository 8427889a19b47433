// Requests of runs: the button that requests one for some days of a source, the requested runs with their outcome, and
// a warning if no `sync --watch` process executes them.
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { relative, useNow } from "../../frame/format.ts";
import { FormFailure } from "../../frame/forms.tsx";
import { useChange } from "../../frame/operation.ts";
import { sourceName } from "../../frame/sources.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  type IngestionQuery,
  RequestRun as requestRun,
  WithdrawRunRequest as withdrawRunRequest,
} from "../../generated/operations.ts";
import { formatRange, type Range } from "./days.ts";
import classes from "./ingestion.module.css";

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

const stateWords: Record<string, string> = {
  waiting: "… waits",
  taken: "▶ running",
  done: "✓ done",
  withdrawn: "– withdrawn",
};

export function RequestTable({ requests, watched }: { requests: Request[]; watched: string[] }) {
  const now = useNow();
  const withdraw = useChange(withdrawRunRequest);
  const state = (request: Request) => {
    if (request.state === "waiting" && !watched.includes(request.source)) return "! waiting, not watched";
    if (request.state === "done" && request.message) return "! ended";
    return stateWords[request.state] ?? request.state;
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
        { id: "asked", head: "Requested", narrow: "second", cell: ({ requestedAt }) => relative(requestedAt, now) },
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
