// The service's statistics for the overview page: the responses of all processes, by UTC minute. Response times are
// counts by step. The end of each step is that of the previous one times the square root of two, so that a quantile
// read from the counts is off by a fifth at most.
import { dateOf } from "../../lib/calendar-date.ts";
import { groupBy } from "../../lib/group-by.ts";
import type { Db, Prisma } from "../store.ts";

interface ServiceStatistics {
  requests: number;
  /** responses 4xx other than 429 */
  clientErrors: number;
  /** responses 5xx */
  errors: number;
  /** responses 429 */
  refusals: number;
  cacheHits: number;
  cacheMisses: number;
  /** milliseconds; null without requests */
  p50: number | null;
  p99: number | null;
}

export interface ServiceSummary extends ServiceStatistics {
  /** steps of one or more minutes that had requests, each with its first minute, oldest first */
  minutes: (ServiceStatistics & { minute: Date })[];
}

type Row = Prisma.ServiceMinuteGetPayload<Record<string, never>>;

const counted = ["requests", "clientErrors", "errors", "refusals", "cacheHits", "cacheMisses"] as const;

/** The last `minutes` minutes including the current one, in total and by steps of `step` minutes, aligned to UTC. */
export async function serviceSummary(
  db: Db,
  { minutes, step }: { minutes: number; step: number },
): Promise<ServiceSummary> {
  const since = new Date(Date.now() - minutes * 60_000);
  const rows = await db.serviceMinute.findMany({ where: { minute: { gt: since } }, orderBy: { minute: "asc" } });
  return {
    ...statisticsOf(rows),
    minutes: inSteps(rows, step * 60_000).map(([minute, some]) => ({ minute, ...statisticsOf(some) })),
  };
}

/** Requests since the beginning of the UTC month of `now`, and those of them that failed on our side (5xx). */
export async function monthSummary(db: Db, now: Date): Promise<{ month: string; requests: number; errors: number }> {
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const { _sum: sums } = await db.serviceMinute.aggregate({
    where: { minute: { gte: since } },
    _sum: { requests: true, errors: true },
  });
  return { month: dateOf(since).slice(0, 7), requests: sums.requests ?? 0, errors: sums.errors ?? 0 };
}

export async function databaseBytes(db: Db): Promise<number> {
  const [{ bytes }] = await db.$queryRaw<[{ bytes: bigint }]>`SELECT pg_database_size(current_database()) AS bytes`;
  return Number(bytes);
}

function inSteps(rows: Row[], length: number): [Date, Row[]][] {
  const steps = groupBy(rows, ({ minute }) => Math.floor(minute.getTime() / length) * length);
  return [...steps].map(([start, some]) => [new Date(start), some]);
}

function statisticsOf(rows: Row[]): ServiceStatistics {
  const all: number[] = [];
  for (const { latency } of rows) for (const [step, count] of latency.entries()) all[step] = (all[step] ?? 0) + count;
  const sums = Object.fromEntries(counted.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]));
  return {
    ...(sums as Record<(typeof counted)[number], number>),
    p50: latencyQuantile(all, 0.5),
    p99: latencyQuantile(all, 0.99),
  };
}

/** milliseconds at which the first step ends */
const first = 0.25;
/** the last step has no end: it begins at 8.2 s */
export const latencySteps = 32;

/** The step of a time in milliseconds, from 0. */
export function latencyStep(milliseconds: number): number {
  if (milliseconds <= first) return 0;
  return Math.min(latencySteps - 1, Math.ceil(2 * Math.log2(milliseconds / first)));
}

const endOf = (step: number) => first * 2 ** (step / 2);

/** The time in milliseconds below which the share `q` (0 to 1) of the counted responses lies; null without any. */
function latencyQuantile(counts: number[], q: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [step, count] of counts.entries()) {
    if (below + count < q * total || count === 0) {
      below += count;
      continue;
    }
    const begin = step === 0 ? 0 : endOf(step - 1);
    const share = (q * total - below) / count;
    const statistic = begin + (endOf(step) - begin) * share;
    return Math.round(statistic * 100) / 100;
  }
  return null;
}
