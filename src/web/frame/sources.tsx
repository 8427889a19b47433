// The sources under the names used in the dashboard, and links to their publishers' documents.
import { documentSourceNames, findSource, publishers } from "../../sources/sources.ts";
import { count } from "./format.ts";
import { ForeignText } from "./text.tsx";

/** The sources whose publisher lists documents by day. */
export const dailySources: readonly string[] = documentSourceNames;

export const sourceName = (source: string): string => findSource(source)?.title ?? source;

/** First and last day of a sync run; null for other runs. */
export function daysOfRun(runArguments: unknown): { from: string; to: string | null } | null {
  const { command, from, to } = (runArguments ?? {}) as Record<string, unknown>;
  if (command !== "sync" || typeof from !== "string") return null;
  return { from, to: typeof to === "string" ? to : null };
}

interface Freshness {
  newestFiledOn: string | null;
  /** null before the first fetch */
  behind: boolean | null;
  behindDays: number | null;
}

/** Whether a source is up to date, as a sign and words: judged by its newest record, and then by its last fetch. */
export function formatFreshness({ newestFiledOn, behind, behindDays }: Freshness): string {
  if (behind === null) return "· never fetched";
  if (!behind) return "✓ up to date";
  if (newestFiledOn === null) return "! no records";
  return behindDays
    ? `! behind by ${count(behindDays)} ${behindDays === 1 ? "day" : "days"}`
    : "! not fetched recently";
}

const hosts = new Set(publishers.flatMap((publisher) => publisher.hosts ?? []));

export function SourceLink({ url, children }: { url: string; children: string }) {
  if (!isPublishers(url)) return <ForeignText>{url}</ForeignText>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function isPublishers(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  return protocol === "https:" && hosts.has(host);
}
