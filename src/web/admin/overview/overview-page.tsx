// /admin: the overview. Whether the service is up, its requests, the freshness of the data, the problems that need
// attention, the customers, and the search for a filing.
import { SegmentedControl } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Lines } from "../../frame/chart/lines.tsx";
import { StackedBars } from "../../frame/chart/stacked-bars.tsx";
import { Statistics } from "../../frame/facts.tsx";
import { count, instant, share, useNow } from "../../frame/format.ts";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { Overview, type OverviewQuery } from "../../generated/operations.ts";
import { FindFiling } from "../filings/find-filing.tsx";
import { AttentionList } from "./attention-list.tsx";
import classes from "./overview-page.module.css";
import { Customers, FreshnessTable, Glance, Watched } from "./state.tsx";

// The time ranges of the charts and their steps, chosen so that a chart can show all steps.
interface Range {
  /** value in the URL */
  id: string;
  label: string;
  words: string;
  minutes: number;
  /** minutes */
  step: number;
}

const hour: Range = { id: "60min", label: "60 min", words: "the last 60 minutes", minutes: 60, step: 1 };

const ranges: Range[] = [
  hour,
  { id: "24h", label: "24 h", words: "the last 24 hours", minutes: 24 * 60, step: 15 },
  { id: "7d", label: "7 d", words: "the last 7 days", minutes: 7 * 24 * 60, step: 120 },
];

const rangeOf = (id: string | undefined): Range => ranges.find((range) => range.id === id) ?? hour;

/** Each step of the range until `now` (milliseconds), oldest first, with its values if there are any. */
function stepsOf<Step extends { minute: string }>(
  { minutes, step }: Range,
  known: Step[],
  now: number,
): { at: string; tick: string; known: Step | undefined }[] {
  const length = step * 60_000;
  const last = Math.floor(now / length) * length;
  const byStart = new Map(known.map((one) => [Date.parse(one.minute), one]));
  const steps = Math.ceil(minutes / step);
  return Array.from({ length: steps }, (_, index) => {
    const start = last - (steps - 1 - index) * length;
    const at = new Date(start).toISOString().slice(0, 16).replace("T", " ");
    return { at, tick: step > 60 ? at.slice(5, 10) : at.slice(11), known: byStart.get(start) };
  });
}

// The statistic that the chart shows.
const shownKinds = ["requests", "errors", "latency", "cache", "refusals"] as const;

type Shown = (typeof shownKinds)[number];

const kindOf = (text: string | undefined): Shown => shownKinds.find((kind) => kind === text) ?? "requests";

// A chart of one of the service's statistics over a range.
type Service = OverviewQuery["serviceSummary"];
type Step = Service["minutes"][number];

interface ServiceChartProps {
  service: Service;
  range: Range;
  show: Shown;
}

const height = 180;

function ServiceChart({ service, range, show }: ServiceChartProps) {
  const now = useNow();
  const steps = stepsOf(range, service.minutes, now);
  if (show === "latency")
    return (
      <Lines
        label="Response time in milliseconds"
        unit="ms"
        series={[
          { name: "p50", ink: 1 },
          { name: "p99", ink: 2 },
        ]}
        points={steps.map(({ at, tick, known }) => ({
          at,
          tick,
          values: { p50: known?.p50 ?? null, p99: known?.p99 ?? null },
        }))}
        summary={`p50 ${count(service.p50)} ms, p99 ${count(service.p99)} ms in ${range.words}`}
        height={height}
      />
    );
  const { label, unit, series } = stacks[show];
  return (
    <StackedBars
      label={label}
      unit={unit}
      span={range.words}
      series={series.map(({ name, ink }) => ({ name, ink }))}
      bars={steps.map(({ at, tick, known }) => ({
        at,
        tick,
        values: Object.fromEntries(series.map(({ name, of }) => [name, known ? of(known) : 0])),
      }))}
      height={height}
    />
  );
}

interface Stack {
  label: string;
  unit: readonly [one: string, several: string];
  series: { name: string; ink: number; of: (step: Step) => number }[];
}

const errors = { name: "5xx", ink: 5, of: (step: Step) => step.errors };
const clientErrors = { name: "4xx", ink: 2, of: (step: Step) => step.clientErrors };
const refusals = { name: "429", ink: 4, of: (step: Step) => step.refusals };
const others = (step: Step) => step.requests - step.errors - step.clientErrors - step.refusals;

const requests: Stack["unit"] = ["request", "requests"];
const stacks: Record<Exclude<Shown, "latency">, Stack> = {
  requests: {
    label: "Requests by status",
    unit: requests,
    series: [{ name: "2xx, 3xx", ink: 1, of: others }, clientErrors, refusals, errors],
  },
  errors: { label: "Failed requests", unit: requests, series: [errors, clientErrors] },
  refusals: { label: "Requests beyond a limit", unit: requests, series: [refusals] },
  cache: {
    label: "Responses: cached and computed",
    unit: ["response", "responses"],
    series: [
      { name: "cached", ink: 3, of: ({ cacheHits }) => cacheHits },
      { name: "computed", ink: 6, of: ({ cacheMisses }) => cacheMisses },
    ],
  },
};

// The service's statistics over a range; each links to its chart.
interface ServiceStatisticsProps {
  statistics: OverviewQuery["serviceSummary"];
  range: Range;
  show: Shown;
}

function ServiceStatistics({ statistics, range, show }: ServiceStatisticsProps) {
  const { requests, errors, clientErrors, refusals, cacheHits, cacheMisses, p50, p99 } = statistics;
  const responses = cacheHits + cacheMisses;
  const statistic = (kind: Shown, label: string, value: string, note: string) => ({
    label,
    value,
    note,
    to: "/admin",
    search: { range: range.id, show: kind },
    shown: show === kind,
  });
  return (
    <Statistics
      statistics={[
        statistic(
          "requests",
          "Requests",
          count(requests),
          `${count(Math.round((requests / range.minutes) * 10) / 10)} a minute`,
        ),
        statistic(
          "errors",
          "Errors (5xx)",
          errors > 0 ? `× ${count(errors)}` : "✓ 0",
          `${share(errors, requests)}; 4xx: ${count(clientErrors)}`,
        ),
        statistic("latency", "p50 / p99", `${milliseconds(p50)} / ${milliseconds(p99)}`, "ms (±20 %)"),
        statistic("cache", "Cache hits", share(cacheHits, responses), `of ${count(responses)} responses`),
        statistic("refusals", "Refused requests (429)", count(refusals), `${share(refusals, requests)} of requests`),
      ]}
    />
  );
}

const milliseconds = (value: number | null) => count(value === null ? null : Number(value.toPrecision(2)));

/** fetch interval while the page is visible */
const everyMs = 15_000;

export function OverviewPage() {
  const search = useSearch({ strict: false }) as { range?: string; show?: string };
  const navigate = useNavigate();
  const range = rangeOf(search.range);
  const show = kindOf(search.show);
  const overview = useRead(Overview, { minutes: range.minutes, step: range.step }, { every: () => everyMs });
  return (
    <Page
      waiting={overview.isPending}
      title="Overview"
      summary={<AsOf overview={overview.data} />}
      actions={<FindFiling isMain />}
    >
      <Panel title="At a glance" query={overview} height={92}>
        {(data) => <Glance overview={data} />}
      </Panel>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Panel
            title="API"
            query={overview}
            height={370}
            actions={
              <SegmentedControl
                size="xs"
                aria-label="Range"
                value={range.id}
                onChange={(id) => void navigate({ to: "/admin", search: { ...search, range: id }, replace: true })}
                data={ranges.map(({ id, label }) => ({ value: id, label }))}
              />
            }
          >
            {({ serviceSummary }) => (
              <>
                <ServiceStatistics statistics={serviceSummary} range={range} show={show} />
                {serviceSummary.requests === 0 ? (
                  <p>No requests in {range.words}. New requests appear here within seconds.</p>
                ) : (
                  <ServiceChart service={serviceSummary} range={range} show={show} />
                )}
              </>
            )}
          </Panel>
          <Panel title="Freshness" query={overview} height={230}>
            {({ sourceFreshness, watchedSources }) => (
              <>
                <FreshnessTable sources={sourceFreshness} />
                <p className={classes.below}>
                  <Watched watched={watchedSources} sources={sourceFreshness} />
                </p>
              </>
            )}
          </Panel>
        </div>
        <div className={classes.column}>
          <Panel
            title="Needs attention"
            query={overview}
            height={44}
            empty={{ when: ({ attention }) => attention.length === 0, say: "✓ Nothing needs attention." }}
          >
            {({ attention }) => <AttentionList items={attention} />}
          </Panel>
          <Panel title="Customers" query={overview} height={180}>
            {(data) => <Customers {...data} />}
          </Panel>
        </div>
      </div>
    </Page>
  );
}

const kinds: Record<string, string> = { sample: "invented sample records", empty: "nothing yet", real: "real records" };

function AsOf({ overview }: { overview: OverviewQuery | undefined }) {
  if (!overview) return " ";
  const { version, asOf, kind } = overview.dataVersion;
  return (
    <>
      The store holds {kinds[kind] ?? kind}: data version {count(Number(version))}, as of {instant(asOf)} UTC.
    </>
  );
}
