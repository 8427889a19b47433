// The usage of an account: the current rate limit windows, and the days as bars and as a table.
import { SegmentedControl } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { bytes, count, instant } from "../format.ts";
import { Meter } from "../meter.tsx";
import { Panel } from "../panel.tsx";
import { type Column, DataTable } from "../table/data-table.tsx";
import { KindSwitch } from "./kind-switch.tsx";
import { type Kind, UsageChart, type UsageRow } from "./usage-chart.tsx";
import classes from "./usage-panels.module.css";

/** The URL parameters of these panels. */
export interface UsageSearch {
  days?: string;
  by?: string;
}

interface LimitWindow {
  used: number;
  limit: number;
  resetAt: string;
}

interface Used {
  limits: Record<"minute" | "day" | "month" | "fileBytes", LimitWindow>;
  usage: UsageRow[];
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
      <Panel title="Budgets" query={query} height={66}>
        {(data) => <Budgets limits={of(data)?.limits} />}
      </Panel>
      <Panel
        title="Requests a day"
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
        empty={{ when: (data) => rowsOf(data).length === 0, say: `No request in the last ${days} days.` }}
      >
        {(data) => <UsageChart rows={rowsOf(data)} days={days} by={by} height={230} />}
      </Panel>
      <Panel
        title="In figures"
        query={query}
        height={120}
        empty={{ when: (data) => rowsOf(data).length === 0, say: "Nothing to list." }}
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

function Budgets({ limits }: { limits: Used["limits"] | undefined }) {
  if (!limits) return null;
  return (
    <div className={classes.meters}>
      <Meter label="This minute" {...limits.minute} note={`until ${instant(limits.minute.resetAt).slice(11)} UTC`} />
      <Meter label="Today" {...limits.day} note={`until ${instant(limits.day.resetAt)} UTC`} />
      <Meter label="This month" {...limits.month} note={`until ${instant(limits.month.resetAt)} UTC`} />
      <Meter
        label="Files today"
        {...limits.fileBytes}
        write={bytes}
        note={`until ${instant(limits.fileBytes.resetAt)} UTC`}
      />
    </div>
  );
}

const columns: Column<UsageRow>[] = [
  { id: "day", head: "day (UTC)", narrow: "first", cell: ({ day }) => day },
  { id: "route", head: "endpoint", narrow: "second", cell: ({ route }) => <code>{route}</code> },
  { id: "status", head: "status", number: true, narrow: "second", cell: ({ status }) => status },
  { id: "requests", head: "requests", number: true, narrow: "second", cell: ({ requests }) => count(requests) },
];
