// The sources under the names used in the dashboard.
import { documentSourceNames, findSource } from "../../../sources/sources.ts";

/** The sources whose publisher lists documents by day. */
export const dailySources: readonly string[] = documentSourceNames;

export const sourceName = (source: string): string => findSource(source)?.title ?? source;

/** First and last day of a sync run; null for other runs. */
export function daysOfRun(runArguments: unknown): { from: string; to: string | null } | null {
  const { command, from, to } = (runArguments ?? {}) as Record<string, unknown>;
  if (command !== "sync" || typeof from !== "string") return null;
  return { from, to: typeof to === "string" ? to : null };
}
