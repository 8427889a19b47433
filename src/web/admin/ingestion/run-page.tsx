// /admin/ingestion/runs/:id: one run with its stages, rate, log and refusals; it can be stopped and resumed.
import { Alert, Button } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { addDays, maxRange, todayUtc } from "../../../lib/calendar-date.ts";
import { Fact, Facts } from "../../frame/facts.tsx";
import { count, instant, useNow } from "../../frame/format.ts";
import { Confirm } from "../../frame/forms.tsx";
import { useChange, useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { daysOfRun, sourceName } from "../../frame/sources.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import { type RunQuery, Run as runOperation, StopRun as stopRun } from "../../generated/operations.ts";
import { Stages } from "../stages/stages.tsx";
import classes from "./run-page.module.css";
import { durationOf, formatStatus, RequestRun, stagesOfRun, taskOf } from "./runs.tsx";

// Stops a run, after a confirmation. The rows that it has loaded stay.
function StopRun({ run }: { run: RunQuery["ingestionRun"] }) {
  const [asks, setAsks] = useState(false);
  const change = useChange(stopRun);
  return (
    <>
      <Button
        color="bad"
        variant="outline"
        disabled={run.lives && run.stopRequestedBy !== null}
        onClick={() => setAsks(true)}
      >
        {run.lives && run.stopRequestedBy !== null ? "Stopping …" : "Stop"}
      </Button>
      <Confirm
        opened={asks}
        title="Stop this run?"
        action="Stop run"
        busy={change.isPending}
        error={change.error}
        onClose={() => setAsks(false)}
        onConfirm={() => change.mutate({ id: run.id }, { onSuccess: () => setAsks(false) })}
      >
        The run of {sourceName(run.source)} started at {instant(run.startedAt)} UTC stops within seconds. Loaded filings
        stay, and the next run continues from there.
      </Confirm>
    </>
  );
}

// Resumes a run that has ended: a sync continues with the remaining days; the operator must import files again.
function ResumeRun({ run, isWatched }: { run: RunQuery["ingestionRun"]; isWatched: boolean }) {
  const days = daysOfRun(run.arguments);
  const isOver = run.status === "completed";
  if (!days)
    return (
      <span className={classes.hint}>
        {isOver ? "" : "It was started by a command. Run the same command again to continue."}
      </span>
    );
  const to = days.to ?? todayUtc();
  const [, from = to] = [addDays(to, 1 - maxRange), days.from].sort();
  return (
    <RequestRun
      source={run.source}
      range={{ from, to }}
      isWatched={isWatched}
      label={isOver ? "Run again" : "Resume"}
    />
  );
}

type Run = RunQuery["ingestionRun"];

const liveMs = 2_000;

const isLive = ({ status, lives }: Pick<Run, "status" | "lives">): boolean => status === "running" && lives;

/** The fetch interval while the run is live or its rows are being derived. */
const every = (data: RunQuery | undefined) =>
  data && (isLive(data.ingestionRun) || isDeriving(data.ingestionRun)) ? liveMs : false;

const isDeriving = ({ finishedAt, toDerive }: Run) =>
  toDerive > 0 && finishedAt !== null && Date.now() - Date.parse(finishedAt) < 10 * 60_000;

export function RunPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useRead(runOperation, { id }, { every });
  const run = query.data?.ingestionRun;
  return (
    <Page
      waiting={query.isPending}
      title={run ? `Run of ${sourceName(run.source)}` : "Run"}
      summary={run ? <ForeignText>{taskOf(run.arguments)}</ForeignText> : " "}
      actions={run && query.data && <Actions run={run} watched={query.data.watchedSources} />}
    >
      <Panel title="Stages" query={query} height={160}>
        {({ ingestionRun }) => (
          <>
            <Stages label="Stages of the run" stages={stagesOfRun(ingestionRun)} />
            <Sum run={ingestionRun} />
          </>
        )}
      </Panel>
      <Panel
        title="Refused"
        query={query}
        height={40}
        empty={{
          when: ({ ingestionRun }) => ingestionRun.refusals.length === 0,
          say: refusedNothing(run),
        }}
      >
        {({ ingestionRun }) => <Refusals run={ingestionRun} />}
      </Panel>
      <Panel
        title="Log"
        query={query}
        height={40}
        empty={{ when: ({ ingestionRun }) => ingestionRun.log.length === 0, say: "The log is empty." }}
      >
        {({ ingestionRun: { log } }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long log scrolls, so its frame takes the focus
          <ol className={classes.log} tabIndex={0} aria-label="Log, times in UTC">
            {log.map(({ at, line }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and none ever moves
              <li key={index}>
                <time dateTime={at}>{instant(at).slice(11)}</time> <ForeignText>{line}</ForeignText>
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </Page>
  );
}

function refusedNothing(run: Run | undefined): string {
  if (!run || run.quarantinedFiles + run.quarantinedRecords === 0) return "✓ Nothing was refused.";
  return "Everything refused here was stored later, or refused again by a later run.";
}

function Actions({ run, watched }: { run: Run; watched: string[] }) {
  if (run.status === "running") return <StopRun run={run} />;
  return <ResumeRun run={run} isWatched={watched.includes(run.source)} />;
}

function Sum({ run }: { run: Run }) {
  const now = useNow(1_000);
  const { status, lives, startedAt, finishedAt, message, stopRequestedBy, progress } = run;
  return (
    <>
      {status === "running" && !lives && (
        <Alert variant="default" mt={12} title="! The process has ended">
          It ended without reporting. Loaded filings stay. Stop marks the run as interrupted.
        </Alert>
      )}
      <div className={classes.facts} aria-live="polite">
        <Facts>
          <Fact name="Status">
            {formatStatus(status)}
            {status === "running" && stopRequestedBy && ", stop requested"}
            {message && (
              <>
                : <ForeignText>{message}</ForeignText>
              </>
            )}
          </Fact>
        </Facts>
        <Facts>
          <Fact name="Started (UTC)">{instant(startedAt)}</Fact>
        </Facts>
        <Facts>
          <Fact name="Duration">
            {finishedAt || status === "running" ? durationOf(startedAt, finishedAt, now) : "–"}
          </Fact>
        </Facts>
        <Facts>
          <Fact name="Rate">{rateOf(run, now)}</Fact>
        </Facts>
        {status === "running" && (
          <Facts>
            <Fact name="Left">
              {progress?.secondsLeft == null
                ? "–"
                : `${progress.atLeast ? "at least " : ""}${count(progress.due)} filings, about ${inTime(progress.secondsLeft)}`}
            </Fact>
          </Facts>
        )}
      </div>
    </>
  );
}

function rateOf({ status, progress, files, startedAt, finishedAt }: Run, now: number): string {
  if (status === "running" && progress?.perSecond != null) return `${progress.perSecond.toFixed(1)} filings/s`;
  const seconds = ((finishedAt ? Date.parse(finishedAt) : now) - Date.parse(startedAt)) / 1000;
  return files === 0 || seconds <= 0 ? "–" : `${(files / seconds).toFixed(1)} files/s`;
}

const inTime = (seconds: number) =>
  seconds < 90
    ? `${seconds} s`
    : seconds < 5_400
      ? `${Math.ceil(seconds / 60)} min`
      : `${Math.ceil(seconds / 3_600)} h`;

function Refusals({ run }: { run: Run }) {
  return (
    <DataTable
      label="Refused by reason"
      rows={run.refusals}
      keyOf={({ reason }) => reason}
      columns={[
        {
          id: "reason",
          head: "Reason",
          narrow: "first",
          cell: ({ reason }) => (
            <Link to="/admin/quarantine" search={{ source: run.source, reason, status: "all" }}>
              {reason}
            </Link>
          ),
        },
        { id: "count", head: "Files and rows", number: true, narrow: "second", cell: (row) => count(row.count) },
      ]}
    />
  );
}
