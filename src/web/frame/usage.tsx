// The usage of an account: the current rate limit windows, and the days as bars, by endpoint or by status, and as a
// table.
import { SegmentedControl } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { nearLimitPercent } from "../../domain/account-limits.ts";
import { addDays, todayUtc } from "../../lib/calendar-date.ts";
import type { Series } from "./chart/parts.tsx";
import { type Bar, StackedBars } from "./chart/stacked-bars.tsx";
import { bytes, count, instant } from "./format.ts";
import { Panel } from "./panel.tsx";
import { type Column, DataTable } from "./table/data-table.tsx";
import { ForeignText } from "./text.tsx";
import classes from "./usage.module.css";

/** The URL parameters of these panels. */
export interface UsageSearch {
  days?: string;
  by?: string;
}

export interface LimitWindow {
  used: number;
  limit: number;
  resetAt: string;
}

interface Used {
  limits: Record<"minute" | "day" | "month" | "fileBytes", LimitWindow>;
  usage: UsageRow[];
  keyUsage: KeyUse[];
}

interface KeyUse {
  keyId: string;
  name: string;
  lastFour: string;
  requests: number;
  /** with a status of 400 or more */
  failed: number;
}

interface UsagePanelsProps<Data> {
  query: UseQueryResult<Data, Error>;
  /** null: the account no longer exists */
  of: (data: Data) => Used | null;
  search: UsageSearch;
  show(search: UsageSearch): void;
}

const ranges = ["7", "30", "90"];

export const daysOf = ({ days }: UsageSearch): number => Number(ranges.find((range) => range === days) ?? "30");

export function UsagePanels<Data>({ query, of, search, show }: UsagePanelsProps<Data>) {
  const days = daysOf(search);
  const rowsOf = (data: Data) => of(data)?.usage ?? [];
  const by: Kind = search.by === "status" ? "status" : "route";
  return (
    <>
      <Panel title="Limits" query={query} height={66}>
        {(data) => <Limits limits={of(data)?.limits} />}
      </Panel>
      <Panel
        title="Requests per day"
        query={query}
        height={300}
        actions={
          <div className={classes.controls}>
            <KindSwitch value={by} onChange={(kind) => show({ days: String(days), by: kind })} />
            <SegmentedControl
              size="xs"
              aria-label="Days"
              value={String(days)}
              onChange={(value) => show({ days: value, by })}
              data={ranges.map((range) => ({ value: range, label: `${range} d` }))}
            />
          </div>
        }
        empty={{ when: (data) => rowsOf(data).length === 0, say: `No requests in the last ${days} days.` }}
      >
        {(data) => <UsageChart rows={rowsOf(data)} days={days} by={by} height={230} />}
      </Panel>
      <Panel
        title="By key"
        query={query}
        height={70}
        empty={{ when: (data) => !of(data)?.keyUsage.length, say: `No requests in the last ${days} days.` }}
      >
        {(data) => (
          <DataTable
            label="Requests by key"
            rows={of(data)?.keyUsage ?? []}
            keyOf={({ keyId }) => keyId}
            columns={keyColumns}
          />
        )}
      </Panel>
      <Panel
        title="Daily totals"
        query={query}
        height={120}
        empty={{ when: (data) => rowsOf(data).length === 0, say: "No requests." }}
      >
        {(data) => (
          <DataTable
            label="Requests by day, endpoint and status"
            rows={rowsOf(data)}
            keyOf={({ day, route, status }) => `${day} ${route} ${status}`}
            columns={columns}
          />
        )}
      </Panel>
    </>
  );
}

function Limits({ limits }: { limits: Used["limits"] | undefined }) {
  if (!limits) return null;
  return (
    <div className={classes.meters}>
      <Meter label="This minute" {...limits.minute} note={`Resets ${instant(limits.minute.resetAt).slice(11)} UTC`} />
      <Meter label="Today" {...limits.day} note={`Resets ${instant(limits.day.resetAt)} UTC`} />
      <Meter label="This month" {...limits.month} note={`Resets ${instant(limits.month.resetAt)} UTC`} />
      <Meter
        label="Files today"
        {...limits.fileBytes}
        write={bytes}
        note={`Resets ${instant(limits.fileBytes.resetAt)} UTC`}
      />
    </div>
  );
}

const columns: Column<UsageRow>[] = [
  { id: "day", head: "Day (UTC)", narrow: "first", cell: ({ day }) => day },
  { id: "route", head: "Endpoint", narrow: "second", cell: ({ route }) => <code>{route}</code> },
  { id: "status", head: "Status", number: true, narrow: "second", cell: ({ status }) => status },
  { id: "requests", head: "Requests", number: true, narrow: "second", cell: ({ requests }) => count(requests) },
];

const keyColumns: Column<KeyUse>[] = [
  { id: "key", head: "Key", narrow: "first", cell: ({ name }) => <ForeignText>{name || "–"}</ForeignText> },
  { id: "last4", head: "Ends in", narrow: "second", cell: ({ lastFour }) => <code>…{lastFour}</code> },
  { id: "requests", head: "Requests", number: true, narrow: "second", cell: ({ requests }) => count(requests) },
  { id: "failed", head: "Failed", number: true, narrow: "second", cell: ({ failed }) => count(failed) },
];

interface UsageRow {
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

/** Each of the largest kinds has its own colour; the rest share one. */
export function UsageChart({ rows, days, by, height }: UsageChartProps) {
  const kinds = largestKinds(rows, by);
  const series: Series[] = kinds.map((name, index) => ({ name, ink: name === rest ? 6 : index + 1 }));
  return (
    <StackedBars
      label={`Requests per day by ${by === "route" ? "endpoint" : "status"}`}
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

const kinds = [
  { value: "route", label: "Endpoint" },
  { value: "status", label: "Status" },
];

export function KindSwitch({ value, onChange }: { value: Kind; onChange(kind: Kind): void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Stacked by"
      data={kinds}
      value={value}
      onChange={(kind) => onChange(kind as Kind)}
    />
  );
}

interface MeterProps {
  label: string;
  used: number;
  limit: number;
  /** e.g. when the limit resets */
  note?: string;
  /** formats the numbers */
  write?: (value: number) => string;
}

export const limitState = (used: number, limit: number): "good" | "warn" | "bad" =>
  used >= limit ? "bad" : used * 100 >= limit * nearLimitPercent ? "warn" : "good";

/** How much of a limit is used: numbers and a bar. A sign and a word repeat what the colour shows. */
function Meter({ label, used, limit, note, write = count }: MeterProps) {
  const share = limit > 0 ? Math.min(1, used / limit) : 1;
  const state = limitState(used, limit);
  const left = Math.max(0, limit - used);
  return (
    <div className={classes.meter}>
      <div className={classes.line}>
        <span>{label}</span>
        <span className={classes.amounts}>
          <strong>{write(left)}</strong> of {write(limit)} left
        </span>
      </div>
      <div className={classes.track} aria-hidden="true">
        <div className={classes.fill} data-state={state} style={{ width: `${share * 100}%` }} />
      </div>
      <div className={classes.note}>
        {state === "bad" && "× Used up"}
        {state === "warn" && "! Nearly used up"}
        {state !== "good" && note && " · "}
        {note}
      </div>
    </div>
  );
}
