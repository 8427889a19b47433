// Hit rates with their 95 % intervals, one row per tier, and the baseline. A rate from too few trades is hollow.
import { GridColumns } from "@visx/grid";
import { scaleLinear, scalePoint } from "@visx/scale";
import { type Margin, PositionAxis } from "../../frame/chart/axes.tsx";
import classes from "../../frame/chart/chart.module.css";
import { type Drawn, ReadableChart } from "../../frame/chart/readable-chart.tsx";
import { count } from "../../frame/format.ts";
import rates from "./rate-chart.module.css";
import { type Interval, minTrades } from "./statistics.ts";

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

export function RateChart({ label, rows, line }: RateChartProps) {
  return (
    <ReadableChart
      label={`${label}. Left and right arrows read row by row.`}
      points={rows.length}
      height={margin.top + margin.bottom + rows.length * rowHeight}
      readout={(chosen) => readout(chosen === undefined ? undefined : rows[chosen], line)}
    >
      {(drawn) => <Drawing rows={rows} line={line} {...drawn} />}
    </ReadableChart>
  );
}

const percent = (rate: number) => `${rate.toFixed(1)} %`;

function readout(row: RateRow | undefined, line: RateChartProps["line"]): string {
  if (!row) return line ? `The line: ${line.name}, ${percent(line.rate)}` : "Nothing is resolved yet";
  if (!row.interval) return `${row.name}: nothing resolved`;
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
      <GridColumns
        scale={x}
        top={margin.top}
        height={height - margin.top - margin.bottom}
        tickValues={ticks}
        className={classes.grid}
        stroke=""
      />
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
