// /admin/ingestion: the coverage of sources by day, the filings of the selected days, the sync processes, and the runs.
import { Button, Group, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { addDays, datesBetween, todayUtc } from "../../../lib/calendar-date.ts";
import { sourceNames } from "../../../sources/sources.ts";
import { count, instant } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { dailySources, daysOfRun, formatFreshness, sourceName } from "../../frame/sources.tsx";
import { DataTable, Pager, pageOf } from "../../frame/table/data-table.tsx";
import {
  CoveredUntil,
  type CoveredUntilQuery,
  Ingestion,
  type IngestionQuery,
  Runs,
} from "../../generated/operations.ts";
import { FindFiling } from "../filings/find-filing.tsx";
import { DayDocuments } from "./day-documents.tsx";
import { DayGrid, type Picked } from "./day-grid.tsx";
import { isDay, rangeOf, type Source } from "./days.ts";
import classes from "./ingestion.module.css";
import { RequestRun, RequestTable, RunTable, Watchers } from "./runs.tsx";

// Sources without daily listings (members, companies, price bars): how old their data are, and a button to run them.
function OtherSources({ sources, watched }: { sources: Source[]; watched: string[] }) {
  const today = { from: todayUtc(), to: todayUtc() };
  return (
    <DataTable
      label="Sources without daily lists"
      rows={sources}
      keyOf={({ source }) => source}
      columns={[
        { id: "source", head: "Source", narrow: "first", cell: ({ source }) => sourceName(source) },
        {
          id: "state",
          head: "State",
          narrow: "second",
          cell: formatFreshness,
        },
        {
          id: "fetched",
          head: "Last fetch (UTC)",
          narrow: "second",
          cell: ({ lastFetchedAt }) => instant(lastFetchedAt),
        },
        {
          id: "newest",
          head: "Newest record",
          narrow: "second",
          cell: ({ newestFiledOn }) => newestFiledOn ?? "–",
        },
        { id: "expected", head: "Expected since", cell: ({ expectedOn }) => expectedOn },
        {
          id: "run",
          head: "Run",
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

interface Search {
  /** the last day shown */
  until?: string;
  /** the selected days */
  source?: string;
  from?: string;
  to?: string;
  /** state and page of the filings of those days */
  state?: string;
  documents?: string;
  /** page of the list of runs */
  page?: string;
}

const shown = { wide: 28, narrow: 7 };
const runsPageSize = 15;
const liveMs = 2_000;
/** fetch interval while a run request waits for a `sync --watch` process */
const waitingMs = 5_000;

export function IngestionPage() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const show = (next: Search) => void navigate({ to: "/admin/ingestion", search: next, resetScroll: false });
  const isNarrow = useMediaQuery("(max-width: 600px)", undefined, { getInitialValueInEffect: false });
  const length = isNarrow ? shown.narrow : shown.wide;
  const today = todayUtc();
  const covered = useRead(CoveredUntil, {}, { enabled: search.until === undefined, keep: true });
  const isKnown = search.until !== undefined || !covered.isPending;
  const until = lastDay(search, covered.data, today);
  const range = { from: addDays(until, 1 - length), to: until };
  const ingestion = useRead(Ingestion, range, { every, enabled: isKnown });
  const live = every(ingestion.data);
  useEndOf(live !== false);
  const page = pageOf(search.page);
  const source = sourceNames.find((one) => one === search.source);
  const runs = useRead(Runs, { source, page, pageSize: runsPageSize }, { every: () => live });
  const picked = pickedOf(search);
  const watched = ingestion.data?.watchedSources ?? [];
  const isRunning = runningDays(ingestion.data);
  const moveTo = (day: string) => show({ ...search, until: day < today ? day : today });
  return (
    <Page
      title="Ingestion"
      summary="Filings published per day, and how many are stored. A day that was never fetched is not a day without trades."
      actions={<FindFiling />}
    >
      <Panel
        title={`Coverage by day: ${range.from} to ${range.to}`}
        query={ingestion}
        height={190}
        actions={
          <Group gap={8}>
            <Button size="compact-sm" variant="default" onClick={() => moveTo(addDays(until, -length))}>
              ← Earlier
            </Button>
            <LastDay day={until} today={today} onPick={moveTo} />
            <Button
              size="compact-sm"
              variant="default"
              disabled={until === today}
              onClick={() => moveTo(addDays(until, length))}
            >
              Later →
            </Button>
          </Group>
        }
      >
        {({ coverage, dataVersion }) => (
          <>
            {dataVersion.kind === "sample" && (
              <p className={classes.hint}>Sample data: these filings and the lists that name them are invented.</p>
            )}
            <DayGrid
              key={range.from}
              sources={coverage.nodes.filter(({ source }) => dailySources.includes(source))}
              days={datesBetween(range.from, range.to)}
              picked={picked}
              isRunning={isRunning}
              onPick={(next) => show({ ...search, until, ...next, state: undefined, documents: undefined })}
            />
            {!picked && (
              <p className={classes.hint}>
                Choose a day to see its filings. Hold Shift to choose several days and start a run.
              </p>
            )}
          </>
        )}
      </Panel>
      {picked && (
        <DayDocuments
          picked={picked}
          isWatched={watched.includes(picked.source)}
          state={search.state ?? ""}
          page={pageOf(search.documents)}
          every={live}
          onShow={({ state, page: next }) =>
            show({ ...search, state, documents: next && next > 1 ? String(next) : undefined })
          }
          onClose={() => show({ until: search.until, page: search.page })}
        />
      )}
      <Panel title="Requested runs" query={ingestion} height={60}>
        {({ runRequests }) => (
          <>
            <Watchers watched={watched} sources={sourceNames} />
            {runRequests.length > 0 && (
              <div className={classes.list}>
                <RequestTable requests={runRequests} watched={watched} />
              </div>
            )}
          </>
        )}
      </Panel>
      <Panel title="Sources without daily lists" query={ingestion} height={110}>
        {({ coverage }) => (
          <OtherSources
            sources={coverage.nodes.filter(({ source }) => !dailySources.includes(source))}
            watched={watched}
          />
        )}
      </Panel>
      <Panel
        title={`Runs${source ? ` of ${sourceName(source)}` : ""}${runs.data ? `: ${count(runs.data.ingestionRuns.total)}` : ""}`}
        query={runs}
        height={120}
        actions={
          source && (
            <Button size="compact-sm" variant="default" onClick={() => show({ until: search.until })}>
              All sources
            </Button>
          )
        }
        empty={{
          when: ({ ingestionRuns }) => ingestionRuns.nodes.length === 0,
          say: source ? (
            "No runs of this source yet. Show all sources, or start a run above."
          ) : (
            <>
              Nothing has been ingested yet. Choose days above and start a run, or load files with{" "}
              <code>npx disclosed ingest</code>.
            </>
          ),
        }}
      >
        {({ ingestionRuns }) => <RunTable runs={ingestionRuns.nodes} />}
      </Panel>
      <Pager
        page={page}
        pageSize={runsPageSize}
        total={runs.data?.ingestionRuns.total}
        onPage={(next) => show({ ...search, page: String(next) })}
      />
    </Page>
  );
}

/** The last day shown: the one of the URL, the last one picked there, else the newest one with a list. */
function lastDay({ until, from, to }: Search, covered: CoveredUntilQuery | undefined, today: string): string {
  const chosen = [until, to, from].find(isDay) ?? covered?.newestCoveredDay ?? today;
  return chosen < today ? chosen : today;
}

/** The field for the last day shown. */
function LastDay({ day, today, onPick }: { day: string; today: string; onPick(day: string): void }) {
  const [text, setText] = useState(day);
  useEffect(() => setText(day), [day]);
  const pick = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isDay(text)) onPick(text);
  };
  return (
    <form onSubmit={pick}>
      <TextInput
        size="xs"
        w={120}
        aria-label="Last day shown"
        placeholder="YYYY-MM-DD"
        value={text}
        maxLength={10}
        error={text !== day && text.length === 10 && !isDay(text)}
        title={`A date as YYYY-MM-DD, until ${today}; Enter shows the days before it`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}

function pickedOf({ source, from, to }: Search): Picked | undefined {
  if (!source || !dailySources.includes(source) || !isDay(from)) return undefined;
  return { source, ...rangeOf(from, isDay(to) ? to : from) };
}

/** Short interval while a run is live or about to start, long while a request waits for a `sync --watch` process. */
function every(data: IngestionQuery | undefined): number | false {
  if (!data) return false;
  const { running, runRequests, watchedSources } = data;
  const waiting = runRequests.filter(({ state }) => state === "waiting");
  const isAwaited = waiting.some(({ source }) => watchedSources.includes(source));
  if (isAwaited || running.nodes.some(({ lives }) => lives)) return liveMs;
  return waiting.length > 0 || runRequests.some(({ state }) => state === "running") ? waitingMs : false;
}

/** Fetches everything once more when the live runs have ended. */
function useEndOf(isLive: boolean): void {
  const client = useQueryClient();
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !isLive)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
    was.current = isLive;
  }, [isLive, client]);
}

/** Tests whether a day is in a run that is live or requested. A sync without a last day marks no day. */
function runningDays(data: IngestionQuery | undefined): (source: string, day: string) => boolean {
  const requests = (data?.runRequests ?? []).filter(({ state }) => state === "waiting" || state === "running");
  const runs = (data?.running.nodes ?? []).filter(({ lives }) => lives);
  const spans = [
    ...requests,
    ...runs.flatMap((run) => {
      const days = daysOfRun(run.arguments);
      return days?.to ? [{ source: run.source, from: days.from, to: days.to }] : [];
    }),
  ];
  return (source, day) => spans.some((span) => span.source === source && span.from <= day && day <= span.to);
}
