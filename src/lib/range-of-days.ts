// Ranges of calendar days that GraphQL arguments give: which are accepted, and how long they may be.
import type { ParameterProblem } from "../errors.ts";
import { daysBetween } from "./calendar-date.ts";

/** Days of the longest range, for its days' coverage and for a run. */
export const maxRange = 366;

/** What is wrong with a range of at most `most` days; both ends are included. */
export function problemOfRange({ from, to }: { from: string; to: string }, max = maxRange): ParameterProblem | null {
  const days = daysBetween(from, to) + 1;
  if (days < 1) return { parameter: "from", message: "must not be after to" };
  return days > max ? { parameter: "from", message: `must be at most ${max - 1} days before to` } : null;
}
