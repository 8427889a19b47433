// The parts of charts. Axes in our colours: values at the left with grid lines, categories below. Scales by d3-scale,
// each from one description. Legends: the colour of each series, and the signs of trades: ▲ bought, ▼ sold, ◆
// exchanged. The signs are drawn, so that they look the same in every font.
import {
  scaleBand as band,
  scaleLinear as linear,
  scalePoint as point,
  type ScaleBand,
  type ScaleLinear,
  type ScalePoint,
  type ScalePower,
  type ScaleTime,
  scaleSqrt as sqrt,
  scaleUtc as utc,
} from "d3-scale";
import classes from "./chart.module.css";
import marks from "./legend.module.css";

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

/** A scale of numbers, times or categories; a category has a width, and its label is in the middle. */
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

// The scales of the charts, by d3-scale, each from one description.

type LinearScale = ScaleLinear<number, number>;
type TimeScale = ScaleTime<number, number>;
type Range = [number, number];

interface Continuous<Value> {
  domain: [Value, Value];
  /** in pixels */
  range: Range;
  /** the domain is extended to round values */
  nice?: boolean;
}

export function scaleLinear({ domain, range, nice }: Continuous<number>): LinearScale {
  const scale = linear().domain(domain).range(range);
  return nice ? scale.nice() : scale;
}

export const scaleUtc = ({ domain, range }: Continuous<number | Date>): TimeScale => utc().domain(domain).range(range);

export const scaleSqrt = ({ domain, range }: Continuous<number>): ScalePower<number, number> =>
  sqrt().domain(domain).range(range);

/** `padding`: between categories and at the ends, as a share of one */
interface Categories {
  domain: string[];
  range: Range;
  padding?: number;
}

export const scaleBand = ({ domain, range, padding = 0 }: Categories): ScaleBand<string> =>
  band().domain(domain).range(range).padding(padding);

export const scalePoint = ({ domain, range, padding = 0 }: Categories): ScalePoint<string> =>
  point().domain(domain).range(range).padding(padding);

// The legends of charts: the colour of each series, and the signs of trades: ▲ bought, ▼ sold, ◆ exchanged. The signs
// are drawn, so that they look the same in every font.

export interface Series {
  name: string;
  /** a class of chart.module.css: data-ink="1" to "6" */
  ink: number;
}

export function Legend({ series }: { series: Series[] }) {
  return (
    <ul className={classes.legend}>
      {series.map(({ name, ink }) => (
        <li key={name}>
          <span className={classes.swatch} data-ink={ink} aria-hidden="true" /> {name}
        </li>
      ))}
    </ul>
  );
}

export type Side = "buy" | "sell" | "exchange";

const outlines: Record<Side, string> = {
  buy: "M0,-5L5,4L-5,4Z",
  sell: "M0,5L5,-4L-5,-4Z",
  exchange: "M0,-5L5,0L0,5L-5,0Z",
};

export function Mark({ side, x, y }: { side: Side; x: number; y: number }) {
  return <path d={outlines[side]} transform={`translate(${x},${y})`} className={marks.mark} data-side={side} />;
}

const words: Record<Side, string> = { buy: "bought", sell: "sold", exchange: "exchanged" };

/** A legend of the signs that occur. */
export function MarkLegend({ sides }: { sides: Side[] }) {
  const shown = (Object.keys(words) as Side[]).filter((side) => sides.includes(side));
  if (shown.length === 0) return null;
  return (
    <ul className={classes.legend}>
      {shown.map((side) => (
        <li key={side}>
          <svg width={12} height={12} aria-hidden="true">
            <Mark side={side} x={6} y={6} />
          </svg>{" "}
          {words[side]}
        </li>
      ))}
    </ul>
  );
}
