// A grid of sources by days, one sign per day. One cell has the focus: arrow keys move it, Enter selects its day, Shift
// and an arrow key extend the selection to further days of the source.
// biome-ignore-all lint/a11y/useSemanticElements: a table whose cells are moved between is a grid
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the same
// biome-ignore-all lint/a11y/useFocusableInteractive: numbers are read, not chosen
import { type KeyboardEvent, useRef, useState } from "react";
import { addDays, isWeekday } from "../../../lib/calendar-date.ts";
import { count, madeVisible } from "../../frame/format.ts";
import { sourceName } from "../../frame/sources.tsx";
import classes from "./day-grid.module.css";
import { type Day, formatDay, markOf, type Range, rangeOf, type Source, signs } from "./days.ts";

export interface Picked extends Range {
  source: string;
}

interface DayGridProps {
  sources: Source[];
  days: string[];
  picked: Picked | undefined;
  isRunning: (source: string, day: string) => boolean;
  onPick(picked: Picked): void;
}

export function DayGrid({ sources, days, picked, isRunning, onPick }: DayGridProps) {
  const last = days.at(-1) ?? "";
  const [focus, setFocus] = useState({ source: picked?.source ?? sources[0]?.source, day: picked?.to ?? last });
  const table = useRef<HTMLTableElement>(null);
  // start of the range that is selected with Shift
  const anchor = useRef(picked?.from);
  const current = days.includes(focus.day) ? focus.day : last;

  const go = (source: string, day: string, isShift: boolean, isPick: boolean) => {
    if (!days.includes(day)) return;
    setFocus({ source, day });
    if (!isShift) anchor.current = day;
    if (isPick) onPick({ source, ...rangeOf(isShift ? (anchor.current ?? day) : day, day) });
    table.current?.querySelector<HTMLElement>(`[data-cell="${source} ${day}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent, source: string, day: string) => {
    const row = sources.findIndex((one) => one.source === source);
    const to = (position: number) => sources[position]?.source ?? source;
    const moves: Record<string, [string, string]> = {
      ArrowLeft: [source, addDays(day, -1)],
      ArrowRight: [source, addDays(day, 1)],
      ArrowUp: [to(row - 1), day],
      ArrowDown: [to(row + 1), day],
      Home: [source, days[0] ?? day],
      End: [source, last],
      Enter: [source, day],
      " ": [source, day],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    // with Shift as the first key, the range begins at the day that is left
    if (event.shiftKey) anchor.current ??= day;
    const isAlong = move[0] === source && event.key.startsWith("Arrow");
    const opens = event.key === "Enter" || event.key === " ";
    // moving without Shift does not change the selected days
    if (opens) go(...move, event.shiftKey, true);
    else go(...move, event.shiftKey && isAlong, event.shiftKey && isAlong);
  };

  return (
    <div className={classes.scroll}>
      <table className={classes.grid} role="grid" aria-label="Days by source" aria-multiselectable="true" ref={table}>
        <thead>
          <tr>
            <th scope="col">source</th>
            {days.map((day, index) => (
              <th key={day} scope="col" data-weekend={!isWeekday(day) || undefined} title={day}>
                {index === 0 || day.endsWith("-01") ? (
                  <span className={classes.month}>{day.slice(2, 7)}</span>
                ) : (
                  <span className={classes.month} />
                )}
                {day.slice(8)}
              </th>
            ))}
            <th scope="col" data-number>
              stored/published
            </th>
            <th scope="col" data-number>
              quarantine
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source.source}>
              <th scope="row">
                {sourceName(source.source)}
                <span className={classes.narrowCounts}>{summary(source.days)}</span>
              </th>
              {source.days.map((day) => {
                const runs = isRunning(source.source, day.day);
                const isPicked = picked?.source === source.source && day.day >= picked.from && day.day <= picked.to;
                const mark = markOf(day, runs);
                const isHere = focus.source === source.source && current === day.day;
                return (
                  <td
                    key={day.day}
                    role="gridcell"
                    data-cell={`${source.source} ${day.day}`}
                    data-mark={mark}
                    aria-selected={isPicked}
                    aria-label={`${sourceName(source.source)}, ${madeVisible(formatDay(day, runs))}`}
                    title={madeVisible(formatDay(day, runs))}
                    tabIndex={isHere ? 0 : -1}
                    onClick={(event) =>
                      go(source.source, day.day, event.shiftKey && picked?.source === source.source, true)
                    }
                    onKeyDown={(event) => onKey(event, source.source, day.day)}
                  >
                    <span aria-hidden="true">{signs[mark].sign}</span>
                  </td>
                );
              })}
              <td role="gridcell" data-number>
                {storedOfPublished(source.days)}
              </td>
              <td role="gridcell" data-number>
                {isKnown(source.days) ? count(quarantined(source.days)) : "–"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={classes.legend} aria-label="Signs">
        {Object.entries(signs).map(([mark, { sign, words }]) => (
          <li key={mark}>
            <span data-mark={mark} aria-hidden="true">
              {sign}
            </span>{" "}
            {words}
          </li>
        ))}
      </ul>
    </div>
  );
}

const sum = (days: Day[], of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);
const quarantined = (days: Day[]) => sum(days, (day) => day.quarantined - day.ignored);
/** True if at least one day was fetched. A day that was never fetched is not an empty day. */
const isKnown = (days: Day[]) => days.some(({ state }) => state !== "never_fetched");
const storedOfPublished = (days: Day[]) =>
  isKnown(days) ? `${count(sum(days, ({ stored }) => stored))}/${count(sum(days, ({ listed }) => listed))}` : "–";
const summary = (days: Day[]) =>
  isKnown(days) ? `${storedOfPublished(days)} stored, ${count(quarantined(days))} in quarantine` : "never fetched";
