// The dates that both trade lists are filtered by.
import type { DateWindow } from "../../store/lists/conditions.ts";
import type { Segment } from "../segment.ts";
import type { Match } from "../versioned-list.ts";

const dayMs = 86_400_000;

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const dayOrOpen = (date: string | null | undefined) => (date ? dayOf(date) : undefined);

/** As inWindow of src/store/lists/conditions.ts has it: without `updatedSince` only rows that no later filing replaced. */
export function windowOf(segment: Segment, window: DateWindow): Match {
  const { tradedFrom, tradedTo, updatedSince } = window;
  const sets = [
    updatedSince
      ? segment.ranges("lastModified", [{ min: String(Date.parse(updatedSince) * 1000) }])
      : segment.bits("live"),
  ];
  if (tradedFrom || tradedTo) {
    const bound = (date: string | null | undefined) => (date ? String(dayOf(date)) : null);
    sets.push(segment.ranges("tradedOn", [{ min: bound(tradedFrom), max: bound(tradedTo) }]));
  }
  return { sets, range: segment.between(dayOrOpen(window.filedFrom), dayOrOpen(window.filedTo)) };
}
