// The signal's hit rates: the values of a tier at a holding period and their comparison with all trades; and the view
// of one holding period, a chart of the rates with their 95 % intervals, one row per tier, and a table with a verdict
// for each tier. A rate from too few trades is hollow.

import classes from "../../frame/chart/chart.module.css";
import { type Margin, PositionAxis, scaleLinear, scalePoint } from "../../frame/chart/parts.tsx";
import { type Drawn, nameHeight, ReadableChart } from "../../frame/chart/readable-chart.tsx";
import { count, signed } from "../../frame/format.ts";
import { type Column, DataTable } from "../../frame/table/data-table.tsx";
import type { HitRatesQuery } from "../../generated/operations.ts";
import rates from "./holding-period-view.module.css";

// The signal's values for the page: one tier at one holding period, and the baseline it is compared with.

export type Group = HitRatesQuery["signalBaseline"][number];
type Period = Group["periods"][number];

/** below this number of trades a rate is not meaningful */
const minTrades = 5;

const tiers = ["strong", "moderate", "weak", "noise"];

export const tierTitle = (tier: string, direction: string): string => (tier === "all" ? allOf(direction) : tier);

const allOf = (direction: string): string => (direction === "bearish" ? "all sales" : "all purchases");

export const periodOf = (group: Group | undefined, days: number): Period | undefined =>
  group?.periods.find((period) => period.days === days);

/** The tiers of a version and direction, strongest first, and the baseline of all trades. */
export function groupsOf(data: HitRatesQuery, { version, direction }: { version: string; direction: string }) {
  const fits = (group: Group) => group.version === version && group.direction === direction;
  const own = data.signalPerformance.nodes.filter(fits);
  const sorted = own.toSorted((a, b) => tiers.indexOf(a.tier) - tiers.indexOf(b.tier));
  return { tiers: sorted, all: data.signalBaseline.find(fits) };
}

/** Hit rates in per cent. */
interface Interval {
  rate: number;
  low: number;
  high: number;
}

export function intervalOf(period: Period | undefined): Interval | null {
  if (!period || period.hitRatePct === null || period.hitRateLowPct === null || period.hitRateHighPct === null)
    return null;
  return { rate: Number(period.hitRatePct), low: Number(period.hitRateLowPct), high: Number(period.hitRateHighPct) };
}

/** The comparison of a tier with the baseline; no verdict if the intervals overlap or n is too small. */
export function verdictOf(period: Period | undefined, all: Period | undefined): string {
  const [own, whole] = [intervalOf(period), intervalOf(all)];
  if (!period || !own || !whole) return "–";
  if (period.resolvedTrades < minTrades) return `○ too few (n < ${minTrades})`;
  if (own.low > whole.high) return "▲ better";
  if (own.high < whole.low) return "▼ worse";
  return "≈ not distinguishable";
}

interface HoldingPeriodViewProps {
  tiers: Group[];
  all: Group | undefined;
  days: number;
  /** the tier whose trades are shown */
  marked: string | undefined;
  onOpen(tier: string): void;
}

export function HoldingPeriodView({ tiers, all, days, marked, onOpen }: HoldingPeriodViewProps) {
  const whole = periodOf(all, days);
  const rate = intervalOf(whole)?.rate;
  const name = allOf(all?.direction ?? "bullish");
  return (
    <>
      <RateChart
        label={`Hit rate by tier after ${days} days, with 95 % intervals`}
        line={rate === undefined ? null : { name, rate }}
        rows={tiers.map((group) => {
          const period = periodOf(group, days);
          return { name: group.tier, n: period?.resolvedTrades ?? 0, interval: intervalOf(period) };
        })}
      />
      <div className={rates.tiers}>
        <DataTable
          label={`Tiers after ${days} days`}
          rows={all ? [...tiers, all] : tiers}
          keyOf={({ tier }) => tier}
          columns={columnsOf(days, all)}
          isMarked={({ tier }) => tier === marked}
          onOpen={({ tier }) => tier !== "all" && onOpen(tier)}
        />
      </div>
    </>
  );
}

function columnsOf(days: number, all: Group | undefined): Column<Group>[] {
  const of = (group: Group) => periodOf(group, days);
  const plain = (percent: string | null | undefined) => (percent == null ? "–" : Number(percent).toFixed(1));
  return [
    {
      id: "tier",
      head: "Tier",
      narrow: "first",
      cell: ({ tier, direction }) => <strong>{tierTitle(tier, direction)}</strong>,
    },
    { id: "rate", head: "Hit rate (%)", number: true, narrow: "second", cell: (group) => plain(of(group)?.hitRatePct) },
    {
      id: "interval",
      head: "95 % interval (%)",
      number: true,
      narrow: "second",
      cell: (group) => `${plain(of(group)?.hitRateLowPct)} to ${plain(of(group)?.hitRateHighPct)}`,
    },
    {
      id: "n",
      head: "Resolved, n",
      number: true,
      narrow: "second",
      cell: (group) => `${count(of(group)?.resolvedTrades)} of ${count(group.trades)}`,
    },
    {
      id: "alpha",
      head: "Mean alpha (%)",
      number: true,
      narrow: "second",
      cell: (group) => signed(of(group)?.avgAlphaPct, 2),
    },
    {
      id: "alphaInterval",
      head: "95 % interval (%)",
      number: true,
      cell: (group) => `${signed(of(group)?.avgAlphaLowPct, 2)} to ${signed(of(group)?.avgAlphaHighPct, 2)}`,
    },
    {
      id: "verdict",
      head: `Compared with ${allOf(all?.direction ?? "bullish")}`,
      narrow: "second",
      cell: (group) => (group.tier === "all" ? "–" : verdictOf(of(group), periodOf(all, days))),
    },
  ];
}

interface RateRow {
  name: string;
  n: number;
  interval: Interval | null;
}

interface RateChartProps {
  label: string;
  rows: RateRow[];
  /** name and position of the baseline */
  line: { name: string; rate: number } | null;
}

const margin: Margin = { top: 20, right: 24, bottom: 26, left: 108 };
const rowHeight = 32;

function RateChart({ label, rows, line }: RateChartProps) {
  return (
    <ReadableChart
      label={`${label}. Use the left and right arrow keys to read each row.`}
      points={rows.length}
      axes={{ x: "Hit rate (%)" }}
      height={margin.top + margin.bottom + rows.length * rowHeight + nameHeight}
      readout={(chosen) => readout(chosen === undefined ? undefined : rows[chosen], line)}
    >
      {(drawn) => <Drawing rows={rows} line={line} {...drawn} />}
    </ReadableChart>
  );
}

const percent = (rate: number) => `${rate.toFixed(1)} %`;

function readout(row: RateRow | undefined, line: RateChartProps["line"]): string {
  if (!row)
    return line ? `The line: ${line.name}, ${percent(line.rate)}` : "No trade is old enough, or prices are missing";
  if (!row.interval) return `${row.name}: no resolved trades`;
  const { rate, low, high } = row.interval;
  return `${row.name}: ${percent(rate)}, 95 % interval ${percent(low)} to ${percent(high)}, n ${count(row.n)}`;
}

function Drawing({ rows, line, width, height, chosen, onChoose }: Omit<RateChartProps, "label"> & Drawn) {
  const known = rows.flatMap(({ interval }) => (interval ? [interval.low, interval.high] : []));
  const x = scaleLinear({
    domain: [Math.max(0, Math.min(40, ...known) - 2), Math.min(100, Math.max(60, ...known) + 2)],
    range: [margin.left, width - margin.right],
  });
  const y = scalePoint({
    domain: rows.map(({ name }) => name),
    range: [margin.top, height - margin.bottom],
    padding: 0.5,
  });
  const ticks = x.ticks(Math.max(2, Math.floor(width / 120)));
  return (
    <svg width={width} height={height} aria-hidden="true" className={classes.svg}>
      {ticks.map((tick) => (
        <line
          key={tick}
          x1={x(tick)}
          x2={x(tick)}
          y1={margin.top}
          y2={height - margin.bottom}
          className={classes.grid}
        />
      ))}
      {line && (
        <>
          <line
            x1={x(line.rate)}
            x2={x(line.rate)}
            y1={margin.top}
            y2={height - margin.bottom}
            className={rates.line}
          />
          <text x={x(line.rate)} y={margin.top - 7} textAnchor="middle" className={classes.tick}>
            {line.name}
          </text>
        </>
      )}
      {rows.map((row, index) => (
        <g key={row.name} onPointerEnter={() => onChoose(index)} data-chosen={index === chosen || undefined}>
          <rect x={0} y={(y(row.name) ?? 0) - rowHeight / 2} width={width} height={rowHeight} className={rates.reach} />
          <text x={margin.left - 12} y={(y(row.name) ?? 0) + 4} textAnchor="end" className={rates.name}>
            {row.name}
          </text>
          {row.interval && <Whisker interval={row.interval} isHollow={row.n < minTrades} x={x} y={y(row.name) ?? 0} />}
        </g>
      ))}
      <PositionAxis scale={x} top={height - margin.bottom} tickValues={ticks} tickFormat={(value) => `${value} %`} />
    </svg>
  );
}

interface WhiskerProps {
  interval: Interval;
  isHollow: boolean;
  x: (rate: number) => number;
  y: number;
}

function Whisker({ interval: { rate, low, high }, isHollow, x, y }: WhiskerProps) {
  return (
    <g className={rates.whisker} data-hollow={isHollow || undefined}>
      <line x1={x(low)} x2={x(high)} y1={y} y2={y} />
      <line x1={x(low)} x2={x(low)} y1={y - 5} y2={y + 5} />
      <line x1={x(high)} x2={x(high)} y1={y - 5} y2={y + 5} />
      <circle cx={x(rate)} cy={y} r={5} />
    </g>
  );
}
