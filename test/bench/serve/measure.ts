// One cell of the table: a contender, a scenario and a number of connections, measured in short turns between those of the others.
import type { ChildProcess } from "node:child_process";
import { processorSeconds } from "../proc.ts";
import { median } from "../quantiles.ts";
import { type ContenderName, cacheCounts, type Running } from "./contenders.ts";
import type { LoadOrder, LoadReport } from "./load.ts";
import { postgresSeconds, residentBytes } from "./processes.ts";
import type { Scenario } from "./questions.ts";

/** One turn. */
export interface Turn extends LoadReport {
  rps: number;
  serverSeconds: number;
  databaseSeconds: number;
  hits: number | null;
  misses: number | null;
  rss: number;
}

/** One entry of --json. Values are null if no turn of the cell counts. */
export interface Cell {
  contender: ContenderName;
  scenario: Scenario;
  connections: number;
  rps: number | null;
  /** lowest and highest turn */
  rps_spread: [number, number] | null;
  ratio_to_raw: number | null;
  p50_ms: number | null;
  p99_ms: number | null;
  /** of the server's process, per request */
  cpu_us: number | null;
  /** of PostgreSQL, per request */
  pg_cpu_us: number | null;
  hit_rate: number | null;
  rss_mb: number | null;
  /** max share of its core that the load used */
  load_cpu: number;
  /** turns that do not count: the load was the limit, or a response was not 200 */
  turns_left_out: number;
  note?: string;
}

/** the load has no room left above this share of its core */
const loadIsLimit = 0.95;

export async function measureTurn(
  load: ChildProcess,
  running: Running,
  order: LoadOrder,
  postmaster: number | undefined,
): Promise<Turn> {
  const database = () => (postmaster === undefined ? 0 : postgresSeconds(postmaster));
  const before = { own: processorSeconds(running.pid), database: database(), cache: await cacheCounts(running) };
  const report = await runLoad(load, order);
  const cache = await cacheCounts(running);
  // responses during the ramp do not count, so its share of the processor time does not either
  const share = order.measureMs / (order.measureMs + order.rampMs);
  return {
    ...report,
    rps: report.completed / report.seconds,
    serverSeconds: (processorSeconds(running.pid) - before.own) * share,
    databaseSeconds: (database() - before.database) * share,
    hits: cache && before.cache ? cache.hits - before.cache.hits : null,
    misses: cache && before.cache ? cache.misses - before.cache.misses : null,
    rss: residentBytes(running.pid),
  };
}

function runLoad(load: ChildProcess, order: LoadOrder): Promise<LoadReport> {
  return new Promise((resolve, reject) => {
    load.once("message", (report: LoadReport | { failed: string }) => {
      if ("failed" in report) reject(new Error(report.failed));
      else resolve(report);
    });
    load.send(order);
  });
}

/** The median of the turns that count; `raw` is the same cell of raw node:http. */
export function summarise(
  cell: Pick<Cell, "contender" | "scenario" | "connections">,
  turns: Turn[],
  rawRps: number | null,
): Cell {
  const good = turns.filter(({ ownCpu, errors, completed }) => ownCpu < loadIsLimit && errors === 0 && completed > 0);
  const limited = turns.filter(({ ownCpu }) => ownCpu >= loadIsLimit).length;
  const failed = turns.reduce((sum, { errors }) => sum + errors, 0);
  const medianOf = (valueOfTurn: (turn: Turn) => number | null, digits: number) =>
    rounded(median(good.map(valueOfTurn)), digits);
  const rps = medianOf((turn) => turn.rps, 1);
  const each = (seconds: number, turn: Turn) => (seconds * 1e6) / turn.completed;
  const notes = [
    ...(limited > 0 ? [`the load was the limit in ${limited} of ${turns.length} turns`] : []),
    ...(failed > 0 ? [`${failed} responses were not 200`] : []),
    ...(good.length === 0 && limited === 0 && failed === 0 ? ["no response in time"] : []),
  ];
  const speeds = good.map((turn) => turn.rps);
  return {
    ...cell,
    rps,
    rps_spread: good.length > 0 ? [Math.round(Math.min(...speeds)), Math.round(Math.max(...speeds))] : null,
    ratio_to_raw: rps !== null && rawRps ? rounded(rps / rawRps, 4) : null,
    p50_ms: medianOf((turn) => turn.p50Ms, 3),
    p99_ms: medianOf((turn) => turn.p99Ms, 3),
    cpu_us: medianOf((turn) => each(turn.serverSeconds, turn), 1),
    pg_cpu_us: medianOf((turn) => each(turn.databaseSeconds, turn), 1),
    hit_rate: medianOf(({ hits, misses }) => (hits === null ? null : hits / Math.max(1, hits + (misses ?? 0))), 3),
    rss_mb: medianOf((turn) => turn.rss / 1e6, 0),
    load_cpu: rounded(Math.max(...turns.map(({ ownCpu }) => ownCpu)), 2) ?? 0,
    turns_left_out: turns.length - good.length,
    ...(notes.length > 0 && { note: notes.join("; ") }),
  };
}

function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Number(value.toFixed(digits));
}
