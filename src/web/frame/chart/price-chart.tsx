// A price over time with trades on it. Left and right arrow keys move by day, up and down from trade to trade.

import { type PointerEvent, useMemo } from "react";
import { perShare } from "../format.ts";
import classes from "./chart.module.css";
import { type Margin, Mark, MarkLegend, type Side, scaleLinear, scaleUtc, TimeAxis, ValueAxis } from "./parts.tsx";
import prices from "./price-chart.module.css";
import { ChartSvg, type Drawn, ReadableChart } from "./readable-chart.tsx";

// Searches in ascending lists.

/** Index of the first element that is not below the value; the last index if all are below. -1 for an empty list. */
function firstFrom<Value extends number | string>(row: readonly Value[], value: Value): number {
  let low = 0;
  let high = row.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((row[middle] as Value) < value) low = middle + 1;
    else high = middle;
  }
  return high;
}

/** Index of the element closest to the value. */
function nearest(row: readonly number[], value: number): number {
  const above = firstFrom(row, value);
  const below = Math.max(0, above - 1);
  return Math.abs((row[below] ?? 0) - value) <= Math.abs((row[above] ?? 0) - value) ? below : above;
}

interface Price {
  /** YYYY-MM-DD, ascending */
  day: string;
  close: number;
}

export interface TradeMark {
  /** the trade date */
  day: string;
  side: Side;
  /** text: the filer, the amount and the filing date */
  readout: string;
}

interface PriceChartProps {
  label: string;
  points: Price[];
  /** trades before the first or after the last price are left out */
  trades: TradeMark[];
  /** text about the whole time range */
  summary: string;
  height: number;
}

const margin: Margin = { top: 14, right: 18, bottom: 24, left: 56 };
const dollars = (amount: number) => `$${perShare(amount)}`;

export function PriceChart({ label, points, trades, summary, height }: PriceChartProps) {
  const marks = useMemo(() => placed(points, trades), [points, trades]);
  const stops = useMemo(() => [...marks.keys()].sort((a, b) => a - b), [marks]);
  const readout = (chosen: number | undefined) => {
    const point = chosen === undefined ? undefined : points[chosen];
    if (chosen === undefined || !point) return summary;
    const there = marks.get(chosen) ?? [];
    return [`${point.day}: ${dollars(point.close)}`, ...there.map((one) => `${one.day} ${one.readout}`)].join(" · ");
  };
  return (
    <div>
      <MarkLegend sides={[...marks.values()].flat().map(({ side }) => side)} />
      <ReadableChart
        label={`${label}. Use the left and right arrow keys to read each price, and up and down to move between trades.`}
        points={points.length}
        axes={{ x: "Date", y: "Adjusted close ($)" }}
        stops={stops}
        height={height}
        readout={readout}
      >
        {(drawn) => <Drawing points={points} marks={marks} {...drawn} />}
      </ReadableChart>
    </div>
  );
}

type Marks = Map<number, TradeMark[]>;

/** Places each trade at the first price on or after its day: the last close of its day, week or month. */
function placed(points: Price[], trades: TradeMark[]): Marks {
  const days = points.map(({ day }) => day);
  const marks: Marks = new Map();
  for (const trade of trades) {
    if (trade.day < (days[0] ?? "") || trade.day > (days.at(-1) ?? "")) continue;
    const index = firstFrom(days, trade.day);
    marks.set(index, [...(marks.get(index) ?? []), trade]);
  }
  return marks;
}

function Drawing({ points, marks, width, height, chosen, onChoose }: { points: Price[]; marks: Marks } & Drawn) {
  const times = useMemo(() => points.map(({ day }) => Date.parse(day)), [points]);
  const closes = points.map(({ close }) => close);
  const x = scaleUtc({
    domain: [times[0] ?? 0, times.at(-1) ?? 0],
    range: [margin.left, width - margin.right],
  });
  const y = scaleLinear({
    domain: [Math.min(...closes), Math.max(...closes)],
    range: [height - margin.bottom - 14, margin.top + 8],
    nice: true,
  });
  const at = (index: number) => ({ x: x(times[index] ?? 0), y: y(closes[index] ?? 0) });
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    onChoose(nearest(times, x.invert(event.clientX - left).getTime()));
  };
  const line = points.map(
    (_, index) => `${index === 0 ? "M" : "L"}${at(index).x.toFixed(1)},${at(index).y.toFixed(1)}`,
  );
  const read = chosen === undefined ? undefined : at(chosen);
  return (
    <ChartSvg width={width} height={height} onPointerMove={choose}>
      <rect width={width} height={height} className={classes.reach} />
      <ValueAxis scale={y} ticks={y.ticks(4)} format={dollars} width={width} margin={margin} />
      {read && <line x1={read.x} x2={read.x} y1={margin.top} y2={height - margin.bottom} className={prices.reading} />}
      <path d={line.join("")} className={prices.line} />
      {[...marks].map(([index, there]) =>
        there.map(({ side }, position) => {
          const point = at(index);
          const away = (9 + 9 * Math.min(position, 3)) * (side === "sell" ? -1 : 1);
          // biome-ignore lint/suspicious/noArrayIndexKey: marks of one point have no other key
          return <Mark key={`${index} ${position}`} side={side} x={point.x} y={point.y + away} />;
        }),
      )}
      {read && <circle cx={read.x} cy={read.y} r={3.5} className={prices.read} />}
      <TimeAxis scale={x} top={height - margin.bottom} width={width} />
    </ChartSvg>
  );
}
