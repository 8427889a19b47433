// A chart of one of the service's figures over a range.
import { Lines } from "../../frame/chart/lines.tsx";
import { StackedBars } from "../../frame/chart/stacked-bars.tsx";
import { count } from "../../frame/format.ts";
import { useNow } from "../../frame/use-now.ts";
import type { OverviewQuery } from "../../generated/operations.ts";
import { type Range, stepsOf } from "./ranges.ts";
import type { Shown } from "./shown.ts";

type Service = OverviewQuery["serviceSummary"];
type Step = Service["minutes"][number];

interface ServiceChartProps {
  service: Service;
  range: Range;
  show: Shown;
}

const height = 180;

export function ServiceChart({ service, range, show }: ServiceChartProps) {
  const now = useNow();
  const steps = stepsOf(range, service.minutes, now);
  if (show === "latency")
    return (
      <Lines
        label="Milliseconds to answer"
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
    label: "Requests by answer",
    unit: requests,
    series: [{ name: "answered", ink: 1, of: others }, clientErrors, refusals, errors],
  },
  errors: { label: "Failed requests", unit: requests, series: [errors, clientErrors] },
  refusals: { label: "Requests beyond a limit", unit: requests, series: [refusals] },
  cache: {
    label: "Responses: cached and computed",
    unit: ["answer", "answers"],
    series: [
      { name: "cached", ink: 3, of: ({ cacheHits }) => cacheHits },
      { name: "computed", ink: 6, of: ({ cacheMisses }) => cacheMisses },
    ],
  },
};
