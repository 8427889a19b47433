// Requests per day, stacked by endpoint or by status. Each of the largest kinds has its own colour; the rest share one.
import { addDays } from "../../../lib/calendar-date.ts";
import { todayUtc } from "../../../lib/clock.ts";
import type { Series } from "../chart/legend.tsx";
import { type Bar, StackedBars } from "../chart/stacked-bars.tsx";

export interface UsageRow {
  day: string;
  route: string;
  status: number;
  requests: number;
}

export type Kind = "route" | "status";

interface UsageChartProps {
  rows: UsageRow[];
  /** number of days, ending today (UTC) */
  days: number;
  by: Kind;
  height: number;
}

const maxKinds = 5;
const rest = "other";

export function UsageChart({ rows, days, by, height }: UsageChartProps) {
  const kinds = largestKinds(rows, by);
  const series: Series[] = kinds.map((name, index) => ({ name, ink: name === rest ? 6 : index + 1 }));
  return (
    <StackedBars
      label={`Requests a day by ${by === "route" ? "endpoint" : "status"}`}
      unit={["request", "requests"]}
      bars={barsOf(rows, days, by, kinds)}
      span={`${days} days`}
      series={series}
      height={height}
    />
  );
}

const kindOf = (row: UsageRow, by: Kind) => String(row[by]);

function largestKinds(rows: UsageRow[], by: Kind): string[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(kindOf(row, by), (sums.get(kindOf(row, by)) ?? 0) + row.requests);
  const names = [...sums].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name]) => name);
  return names.length > maxKinds ? [...names.slice(0, maxKinds), rest] : names;
}

function barsOf(rows: UsageRow[], days: number, by: Kind, kinds: string[]): Bar[] {
  const today = todayUtc();
  const list = Array.from({ length: days }, (_, index): Bar => {
    const day = addDays(today, index + 1 - days);
    return { at: day, tick: day.slice(5), values: {} };
  });
  const byDay = new Map(list.map((one) => [one.at, one]));
  for (const row of rows) {
    const name = kinds.includes(kindOf(row, by)) ? kindOf(row, by) : rest;
    const values = byDay.get(row.day)?.values;
    if (values) values[name] = (values[name] ?? 0) + row.requests;
  }
  return list;
}
