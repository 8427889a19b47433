// /account/usage: what did I use? The running windows, and the days as bars and as a table.
import { SegmentedControl } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { count, instant } from "../../frame/format.ts";
import { Meter } from "../../frame/meter.tsx";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { DataTable } from "../../frame/table/data-table.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { Usage } from "../../generated/operations.ts";
import { KindSwitch } from "./kind-switch.tsx";
import { type Kind, UsageChart } from "./usage-chart.tsx";
import classes from "./usage-page.module.css";

const ranges = ["7", "30", "90"];

export function UsagePage() {
  const search = useSearch({ strict: false }) as { days?: string; by?: string };
  const days = ranges.find((range) => range === search.days) ?? "30";
  const by: Kind = search.by === "status" ? "status" : "route";
  const navigate = useNavigate();
  const show = (next: { days: string; by: Kind }) =>
    void navigate({ to: "/account/usage", search: next, replace: true });
  const usage = useRead(Usage, { days: Number(days) });
  const limits = usage.data?.viewer.limits;
  return (
    <Page
      title="Usage"
      summary="Days and months are UTC. 401, 403 and 429 do not count; unchanged answers (304) give day and month back."
    >
      <Panel title="Budgets" query={usage} height={66}>
        {() =>
          limits && (
            <div className={classes.meters}>
              <Meter
                label="This minute"
                {...limits.minute}
                note={`until ${instant(limits.minute.resetAt).slice(11)} UTC`}
              />
              <Meter label="Today" {...limits.day} note={`until ${instant(limits.day.resetAt)} UTC`} />
              <Meter label="This month" {...limits.month} note={`until ${instant(limits.month.resetAt)} UTC`} />
            </div>
          )
        }
      </Panel>
      <Panel
        title="Requests a day"
        query={usage}
        height={300}
        actions={
          <div className={classes.controls}>
            <KindSwitch value={by} onChange={(kind) => show({ days, by: kind })} />
            <SegmentedControl
              size="xs"
              aria-label="Days"
              value={days}
              onChange={(value) => show({ days: value, by })}
              data={ranges.map((range) => ({ value: range, label: `${range} d` }))}
            />
          </div>
        }
        empty={{ when: ({ viewer }) => viewer.usage.length === 0, say: `No request in the last ${days} days.` }}
      >
        {({ viewer }) => <UsageChart rows={viewer.usage} days={Number(days)} by={by} height={230} />}
      </Panel>
      <Panel
        title="In figures"
        query={usage}
        height={120}
        empty={{ when: ({ viewer }) => viewer.usage.length === 0, say: "Nothing to list." }}
      >
        {({ viewer }) => (
          <DataTable
            label="Requests by day, endpoint and status"
            rows={viewer.usage}
            keyOf={({ day, route, status }) => `${day} ${route} ${status}`}
            columns={[
              { id: "day", head: "day (UTC)", narrow: "first", cell: ({ day }) => day },
              { id: "route", head: "endpoint", narrow: "second", cell: ({ route }) => <code>{route}</code> },
              { id: "status", head: "status", number: true, narrow: "second", cell: ({ status }) => status },
              {
                id: "requests",
                head: "requests",
                number: true,
                narrow: "second",
                cell: ({ requests }) => count(requests),
              },
            ]}
          />
        )}
      </Panel>
    </Page>
  );
}
