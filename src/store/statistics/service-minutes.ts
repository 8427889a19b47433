// The service at a glance: what all its processes answered, by UTC minute.
import type { Db } from "../store.ts";
import { latencyQuantile } from "./latency.ts";

interface ServiceFigures {
  requests: number;
  /** answers 4xx other than 429 */
  clientErrors: number;
  /** answers 5xx */
  errors: number;
  /** answers 429 */
  refusals: number;
  cacheHits: number;
  cacheMisses: number;
  /** milliseconds; null without requests */
  p50: number | null;
  p99: number | null;
}

export interface ServiceGlance extends ServiceFigures {
  /** those minutes that had requests, oldest first */
  minutes: (ServiceFigures & { minute: Date })[];
}

const counted = ["requests", "clientErrors", "errors", "refusals", "cacheHits", "cacheMisses"] as const;

/** The last `minutes` minutes with the running one, one by one and together. */
export async function serviceGlance(db: Db, minutes: number): Promise<ServiceGlance> {
  const since = new Date(Date.now() - minutes * 60_000);
  const rows = await db.serviceMinute.findMany({ where: { minute: { gt: since } }, orderBy: { minute: "asc" } });
  const all: number[] = [];
  for (const { latency } of rows) for (const [step, count] of latency.entries()) all[step] = (all[step] ?? 0) + count;
  const sums = Object.fromEntries(counted.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]));
  return {
    ...(sums as Record<(typeof counted)[number], number>),
    ...quantiles(all),
    minutes: rows.map(({ latency, ...row }) => ({ ...row, ...quantiles(latency) })),
  };
}

const quantiles = (latency: number[]) => ({ p50: latencyQuantile(latency, 0.5), p99: latencyQuantile(latency, 0.99) });
