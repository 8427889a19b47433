// The axes of a chart in our colours: values at the left with grid lines, places below.
import classes from "./chart.module.css";
import type { LinearScale, TimeScale } from "./scales.ts";

export interface Margin {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

interface ValueAxisProps {
  scale: LinearScale;
  ticks: number[];
  format: (value: number) => string;
  width: number;
  margin: Margin;
}

export function ValueAxis({ scale, ticks, format, width, margin }: ValueAxisProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line x1={margin.left} x2={width - margin.right} y1={scale(tick)} y2={scale(tick)} className={classes.grid} />
      <text x={margin.left - 10} y={scale(tick) + 4} textAnchor="end" className={classes.tick}>
        {format(tick)}
      </text>
    </g>
  ));
}

/** A scale of numbers, times or places; a place has a width, and its label is in the middle. */
interface PositionScale<Value> {
  (value: Value): number | undefined;
  bandwidth?(): number;
  range(): number[];
}

interface PositionAxisProps<Value> {
  scale: PositionScale<Value>;
  top: number;
  tickValues: Value[];
  tickFormat: (value: Value) => string;
}

export function PositionAxis<Value extends string | number>(props: PositionAxisProps<Value>) {
  const { scale, top, tickValues, tickFormat } = props;
  const [from = 0, to = 0] = [scale.range().at(0), scale.range().at(-1)];
  return (
    <>
      <line x1={from} x2={to} y1={top} y2={top} className={classes.grid} />
      {tickValues.map((tick) => (
        <text
          key={tick}
          x={(scale(tick) ?? 0) + (scale.bandwidth?.() ?? 0) / 2}
          y={top + 20}
          textAnchor="middle"
          className={classes.tick}
        >
          {tickFormat(tick)}
        </text>
      ))}
    </>
  );
}

interface TimeAxisProps {
  scale: TimeScale;
  top: number;
  width: number;
}

/** Days below a chart, or months on a narrow one. No label is cut off at the sides. */
export function TimeAxis({ scale, top, width }: TimeAxisProps) {
  const length = width > 600 ? 10 : 7;
  const room = length * 3.5;
  const ticks = scale
    .ticks(Math.max(2, Math.floor(width / 160)))
    .map(Number)
    .filter((time) => scale(time) >= room && scale(time) <= width - room);
  return (
    <PositionAxis
      scale={scale}
      top={top}
      tickValues={ticks}
      tickFormat={(time) => new Date(time).toISOString().slice(0, length)}
    />
  );
}

interface TickAxisProps extends Pick<PositionAxisProps<string>, "scale" | "top"> {
  points: { at: string; tick: string }[];
  width: number;
}

/** The ticks of the points below a chart: every nth one, so that the labels fit, and always the last one. */
export function TickAxis({ points, scale, top, width }: TickAxisProps) {
  const every = Math.ceil(points.length / Math.max(2, Math.floor(width / 90)));
  const shown = points.filter((_, index) => (points.length - 1 - index) % every === 0);
  const tickOf = new Map(points.map(({ at, tick }) => [at, tick]));
  return (
    <PositionAxis
      scale={scale}
      top={top}
      tickValues={shown.map(({ at }) => at)}
      tickFormat={(at) => tickOf.get(at) ?? at}
    />
  );
}
