// `disclosed sync`: brings sources up to date from their publishers, once or on a schedule.
import type { WriteStream } from "node:tty";
import type { Command } from "commander";
import { type Config, contactOf, loadConfig } from "../config/config.ts";
import { derivePending } from "../derive/derive.ts";
import { UsageError } from "../errors.ts";
import { loadPublisher } from "../ingest/load-source.ts";
import { openOutbound } from "../ingest/outbound/outbound.ts";
import { inTime, isFine, type SourceReport, type SyncState, type SyncWatcher } from "../ingest/sync/report.ts";
import { type SyncAllSetup, syncAll } from "../ingest/sync/sync-all.ts";
import { watch } from "../ingest/sync/watch.ts";
import { isCalendarDate, now, todayUtc } from "../lib/calendar-date.ts";
import { type SourceName, sourceNames } from "../sources/sources.ts";
import { type Stopping, stoppable } from "../start/lifecycle.ts";
import { knownSource } from "./checked-options.ts";
import { type OutputOptions, printResult, withJson } from "./output.ts";
import { ProgressBars } from "./progress-bars.ts";
import { type CommandContext, withStore } from "./with-store.ts";

// The progress of `disclosed sync`: per source a bar on a terminal, a plain line every few seconds otherwise.
const secondsBetweenLines = 5;

interface SyncDisplay extends SyncWatcher {
  stop(): void;
}

/** Bars or lines, depending on the stream. */
function displayOn(stream: WriteStream): SyncDisplay {
  return stream.isTTY ? bars(stream) : lines(stream);
}

/** The state of one source in one line. */
function formatState(state: SyncState): string {
  const n = (value: number) => value.toLocaleString("en-US");
  const known = `${n(state.listed)} listed, ${n(state.stored)} stored, ${n(state.quarantined)} quarantined`;
  const left = state.secondsLeft === null ? "" : `; ${formatLeft(state, state.secondsLeft)}`;
  const doing = state.phase === "listing" ? "reading the listings" : `${n(state.fetched)} fetched, ${n(state.due)} due`;
  return `${state.source}: ${doing}; ${known}${left}`;
}

function formatLeft({ due, atLeast }: SyncState, seconds: number): string {
  if (due === 0) return "nothing left to fetch";
  // listings that could not be fetched may name more
  return `${atLeast ? "at least" : "about"} ${inTime(seconds)} left`;
}

function lines(stream: WriteStream): SyncDisplay {
  const last = new Map<string, { phase: string; at: number }>();
  return {
    update(state) {
      const { phase, at } = last.get(state.source) ?? { phase: "", at: 0 };
      if (phase === state.phase && Date.now() - at < secondsBetweenLines * 1000) return;
      last.set(state.source, { phase: state.phase, at: Date.now() });
      stream.write(`${formatState(state)}\n`);
    },
    say: (line) => void stream.write(`${line}\n`),
    stop() {},
  };
}

function bars(stream: WriteStream): SyncDisplay {
  const all = new ProgressBars(stream);
  return {
    update: (state) =>
      all.update(state.source, (state.stored + state.quarantined) / Math.max(state.listed, 1), formatState(state)),
    say: (line) => all.say(line),
    stop: () => all.stop(),
  };
}

interface Options extends OutputOptions {
  from?: string;
  watch?: boolean;
}

export function defineSync(command: Command): void {
  withJson(command)
    .argument("[source...]", `some of ${sourceNames.join(", ")}; default: all`)
    .option(
      "--from <date>",
      "YYYY-MM-DD: first day to fetch (default: the first day of an earlier sync, else January 1 of last year)",
    )
    .option("--watch", "keep running and sync each source on its schedule (see SYNC_SCHEDULES)")
    .action(async (sources: string[], options: Options) => {
      const wanted = sources.length === 0 ? [...sourceNames] : [...new Set(sources.map(knownSource))];
      const from = checkedFrom(options.from);
      // checked first, so that no database is started needlessly
      contactOf(loadConfig());
      const stopping = stoppable();
      await withStore((context) => run(wanted, { ...options, from }, stopping, context), {
        signals: "ignore",
        makesHome: true,
      });
      if (stopping.signal.aborted) process.exitCode = stopping.exitCode();
    });
}

async function run(
  sources: SourceName[],
  options: Options,
  stopping: Stopping,
  { store, config }: CommandContext,
): Promise<void> {
  const display = displayOn(process.stderr);
  const outbound = openOutbound({ store, home: config.home, contact: contactOf(config) });
  const setup: Omit<SyncAllSetup, "today"> = {
    store,
    outbound,
    home: config.home,
    from: options.from,
    publisher: (source) => loadPublisher(source, config),
    watcher: display,
    signal: stopping.signal,
    derive: async () => {
      const progress = (step: string) => display.say(`Deriving ${step} ...`);
      await derivePending(store, { today: todayUtc(), progress });
    },
  };
  try {
    if (options.watch) await stay(sources, setup, config, options, display);
    else await once(sources, setup, options, display);
  } finally {
    display.stop();
    await outbound.close();
  }
}

async function once(
  sources: SourceName[],
  setup: Omit<SyncAllSetup, "today">,
  options: Options,
  display: SyncDisplay,
): Promise<void> {
  const started = performance.now();
  const reports = await syncAll(sources, { ...setup, today: todayUtc() });
  display.stop();
  const seconds = Math.round(performance.now() - started) / 1000;
  printResult(options, { sources: reports, seconds }, () => reports.map(format).join("\n"));
  if (!reports.every(isFine)) process.exitCode = 1;
}

async function stay(
  sources: SourceName[],
  setup: Omit<SyncAllSetup, "today">,
  config: Config,
  options: Options,
  display: SyncDisplay,
): Promise<void> {
  // metrics, backups and exports are loaded by the watcher alone: every command imports this file
  const { startWatchCompany } = await import("./watch-company.ts");
  const company = await startWatchCompany(setup.store, config, sources, {
    say: (line) => display.say(line),
    signal: setup.signal,
  });
  try {
    await watch(sources, {
      ...setup,
      schedules: config.syncSchedules,
      today: todayUtc,
      now,
      onReport(report) {
        company.noteTurn(report);
        if (options.json) printResult(options, { sources: [report], seconds: report.seconds }, () => "");
        else display.say(format(report));
      },
    });
  } finally {
    await company.close();
  }
}

function checkedFrom(from: string | undefined): string | undefined {
  if (from === undefined || (isCalendarDate(from) && from <= todayUtc())) return from;
  throw new UsageError(
    `--from must be a calendar date YYYY-MM-DD that is not in the future, not ${JSON.stringify(from)}`,
  );
}

const states: Record<SourceReport["status"], string> = {
  up_to_date: "up to date",
  behind: "not complete",
  refused: "refused by its publisher",
  more: "continues in its next turn",
  elsewhere: "not requested for now",
  stopped: "stopped",
  no_publisher: "not requested for now",
  failed: "failed",
};

function format(report: SourceReport): string {
  const n = (value: number) => value.toLocaleString("en-US");
  const { records } = report;
  const counts = `${n(report.listed)} listed, ${n(report.fetched)} fetched, ${n(records.new)} new records, ${n(records.amended)} amended, ${n(records.quarantined)} quarantined`;
  const why = report.message ? `: ${report.message}` : "";
  const again = report.next_retry_at ? `; next retry at ${report.next_retry_at}` : "";
  return `${report.source}: ${states[report.status]}${why}${again} (${counts}, ${report.seconds.toFixed(1)} s)`;
}
