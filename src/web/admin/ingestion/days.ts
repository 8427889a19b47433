// The days of the grid, YYYY-MM-DD, and the meaning of the grid's signs.
import { isCalendarDate } from "../../../lib/calendar-date.ts";
import { count } from "../../frame/format.ts";
import type { IngestionQuery } from "../../generated/operations.ts";

export type Source = IngestionQuery["coverage"]["nodes"][number];
export type Day = Source["days"][number];

export interface Range {
  from: string;
  to: string;
}

export const isDay = (text: string | undefined): text is string => text !== undefined && isCalendarDate(text);

/** The range between two days given in any order. */
export const rangeOf = (one: string, other: string): Range =>
  one <= other ? { from: one, to: other } : { from: other, to: one };

export const formatRange = ({ from, to }: Range): string => (from === to ? from : `${from} to ${to}`);

export type Mark = "all" | "part" | "failed" | "none" | "after" | "running" | "never";

export const signs: Record<Mark, { sign: string; words: string }> = {
  all: { sign: "■", words: "all stored" },
  part: { sign: "◧", words: "partly stored" },
  failed: { sign: "×", words: "failed" },
  none: { sign: "○", words: "no filings" },
  after: { sign: "–", words: "after the end of the list" },
  running: { sign: "▶", words: "running or waiting to" },
  never: { sign: "·", words: "never fetched" },
};

/** The sign of a day. Ignored filings are settled; those in quarantine or not fetched are not. */
export function markOf({ state, afterListing, quarantined, ignored }: Day, isRunning: boolean): Mark {
  if (isRunning) return "running";
  if (state === "failed") return afterListing ? "after" : "failed";
  if (state === "empty" || state === "not_published") return "none";
  if (state === "never_fetched") return "never";
  return state === "incomplete" || quarantined > ignored ? "part" : "all";
}

const states: Record<string, string> = {
  complete: "listing is final",
  provisional: "the publisher may still add",
  incomplete: "partly stored",
  empty: "no filings published",
  not_published: "the publisher has no listing of that day",
  failed: "the list could not be fetched, or does not prove the day",
  never_fetched: "the listing was never fetched",
};

/** The text of a day for screen readers and for the tooltip. */
export function formatDay(day: Day, isRunning: boolean): string {
  const counts = [
    [day.stored, "stored"],
    [day.quarantined - day.ignored, "in quarantine"],
    [day.ignored, "ignored"],
    [day.notFetched, "not fetched"],
  ] as const;
  const parts = counts.filter(([n]) => n > 0).map(([n, words]) => `${count(n)} ${words}`);
  const listed =
    day.listed > 0 ? `${count(day.listed)} published, ${parts.join(", ")}` : signs[markOf(day, false)].words;
  if (day.afterListing) return `${day.day}: the publisher's list that was read ends before this day`;
  return [
    `${day.day}: ${listed}; ${states[day.state] ?? day.state}`,
    ...(day.failure ? [`last fetch failed: ${day.failure}`] : []),
    ...(isRunning ? ["a run is running or waiting"] : []),
  ].join("; ");
}
