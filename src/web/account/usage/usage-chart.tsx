// Requests a day, stacked by endpoint or by status: the largest kinds have a colour of their own, the rest is one.
import { type BarDay, type Series, StackedBars } from "../../frame/chart/stacked-bars.tsx";

interface UsageRow {
  day: string;
  route: string;
  status: number;
  requests: number;
}

export type Kind = "route" | "status";

interface UsageChartProps {
  rows: UsageRow[];
  /** ending today (UTC) */
  days: number;
  by: Kind;
  height: number;
}

const mostKinds = 5;
const rest = "other";

export function UsageChart({ rows, days, by, height }: UsageChartProps) {
  const kinds = largestKinds(rows, by);
  const series: Series[] = kinds.map((name, index) => ({ name, ink: name === rest ? 6 : index + 1 }));
  return (
    <StackedBars
      label={`Requests a day by ${by === "route" ? "endpoint" : "status"}`}
      unit={["request", "requests"]}
      days={daysOf(rows, days, by, kinds)}
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
  return names.length > mostKinds ? [...names.slice(0, mostKinds), rest] : names;
}

function daysOf(rows: UsageRow[], days: number, by: Kind, kinds: string[]): BarDay[] {
  const today = Date.now();
  const list = Array.from({ length: days }, (_, index): BarDay => {
    const day = new Date(today - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    return { day, values: {} };
  });
  const byDay = new Map(list.map((one) => [one.day, one]));
  for (const row of rows) {
    const name = kinds.includes(kindOf(row, by)) ? kindOf(row, by) : rest;
    const values = byDay.get(row.day)?.values;
    if (values) values[name] = (values[name] ?? 0) + row.requests;
  }
  return list;
}
