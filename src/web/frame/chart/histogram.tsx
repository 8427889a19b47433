// A histogram with a limit line and a threshold that can be moved with the pointer or the arrow keys.
// biome-ignore-all lint/a11y/useSemanticElements: a range field cannot be on the steps of a chart

import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { count } from "../format.ts";
import classes from "./chart.module.css";
import bars from "./histogram.module.css";
import { type Margin, PositionAxis, scaleLinear, ValueAxis } from "./parts.tsx";
import { type AxisNames, ChartSvg, type Drawn, ReadableChart } from "./readable-chart.tsx";

interface Bucket {
  from: number;
  /** null: no upper bound */
  to: number | null;
  count: number;
}

interface HistogramProps {
  label: string;
  axes: AxisNames;
  /** of equal width, ascending */
  buckets: Bucket[];
  /** width of one bucket, in the unit of the values */
  width: number;
  /** buckets that start above it are drawn as over the limit */
  limit: { at: number; name: string };
  threshold: { name: string; value: number; min: number; onChange(value: number): void };
  words: (bucket: Bucket) => string;
  summary: string;
  height: number;
}

const margin: Margin = { top: 22, right: 18, bottom: 24, left: 48 };

export function Histogram(props: HistogramProps) {
  const { label, axes, buckets, words, summary, height } = props;
  return (
    <ReadableChart
      label={`${label}. Use the left and right arrow keys to read each step.`}
      points={buckets.length}
      axes={axes}
      empty={buckets.some((bucket) => bucket.count > 0) ? undefined : `No ${axes.y?.toLowerCase()}`}
      height={height}
      readout={(chosen) => {
        const bucket = chosen === undefined ? undefined : buckets[chosen];
        return bucket ? words(bucket) : summary;
      }}
    >
      {(drawn) => <Plot {...props} {...drawn} bucketWidth={props.width} />}
    </ReadableChart>
  );
}

type PlotProps = Omit<HistogramProps, "width"> & Drawn & { bucketWidth: number };

function Plot(props: PlotProps) {
  const { buckets, bucketWidth, limit, threshold, width, height, chosen, onChoose } = props;
  const [dragged, setDragged] = useState<number>();
  const value = dragged ?? threshold.value;
  const last = buckets.at(-1)?.from ?? 0;
  const x = scaleLinear({
    domain: [-bucketWidth, last - 1 + bucketWidth],
    range: [margin.left, width - margin.right],
  });
  const y = scaleLinear({
    domain: [0, Math.max(1, ...buckets.map((bucket) => bucket.count))],
    range: [height - margin.bottom, margin.top],
    nice: true,
  });
  const bottom = height - margin.bottom;
  const ticks = y.ticks(4).filter(Number.isInteger);
  return (
    <div className={bars.plot}>
      <ChartSvg width={width} height={height}>
        <ValueAxis scale={y} ticks={ticks} format={count} width={width} margin={margin} />
        {buckets.map((bucket, index) => {
          const left = x(bucket.from === 0 ? -bucketWidth : bucket.from - 1);
          const wide = x(bucketWidth) - x(0);
          return (
            <g key={bucket.from} onPointerEnter={() => onChoose(index)}>
              <rect
                x={left}
                y={margin.top}
                width={wide}
                height={bottom - margin.top}
                className={classes.reach}
                data-chosen={index === chosen || undefined}
              />
              <rect
                x={left + 0.5}
                y={y(bucket.count)}
                width={Math.max(1, wide - 1)}
                height={bottom - y(bucket.count)}
                className={bars.bar}
                data-over={bucket.from > limit.at || undefined}
                data-out={bucket.from < value || undefined}
              />
            </g>
          );
        })}
        <line x1={x(limit.at)} x2={x(limit.at)} y1={margin.top - 8} y2={bottom} className={bars.limit} />
        <text x={x(limit.at) - 4} y={margin.top - 10} className={bars.name}>
          {limit.name}
        </text>
        <PositionAxis
          scale={x}
          top={bottom}
          tickValues={ticksOf(last, width)}
          tickFormat={(days) => (Number(days) === last - 1 ? `>${last - 1}` : String(days))}
        />
      </ChartSvg>
      <Handle
        {...threshold}
        value={value}
        max={last}
        step={bucketWidth}
        left={x(value - 1) / width}
        top={margin.top}
        height={bottom - margin.top}
        valueAt={(position) => x.invert(position)}
        onDrag={setDragged}
      />
    </div>
  );
}

const ticksOf = (last: number, width: number) => {
  const every = width > 700 ? 15 : 45;
  return Array.from({ length: Math.floor((last - 1) / every) + 1 }, (_, index) => index * every);
};

interface HandleProps {
  name: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** as a share of the drawing's width */
  left: number;
  top: number;
  height: number;
  valueAt(position: number): number;
  /** called while the threshold is dragged, with undefined at the end */
  onDrag(value: number | undefined): void;
  onChange(value: number): void;
}

function Handle({ name, value, min, max, step, left, top, height, valueAt, onDrag, onChange }: HandleProps) {
  const within = (wanted: number) => Math.max(min, Math.min(max, wanted));
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: value - step,
      ArrowDown: value - step,
      ArrowRight: value + step,
      ArrowUp: value + step,
      PageDown: value - 6 * step,
      PageUp: value + 6 * step,
      Home: min,
      End: max,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    // the chart itself also handles arrow keys
    event.stopPropagation();
    if (within(next) !== value) onChange(within(next));
  };
  const snapped = (event: PointerEvent<HTMLDivElement>) => {
    const plot = event.currentTarget.parentElement?.getBoundingClientRect();
    return within(Math.round(valueAt(event.clientX - (plot?.left ?? 0)) / step) * step + 1);
  };
  const holds = (event: PointerEvent<HTMLDivElement>) => event.currentTarget.hasPointerCapture(event.pointerId);
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      className={bars.handle}
      style={{ left: `calc(${100 * left}% - 12px)`, top, height }}
      onKeyDown={move}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => holds(event) && onDrag(snapped(event))}
      onPointerUp={(event) => {
        if (!holds(event)) return;
        onDrag(undefined);
        onChange(snapped(event));
      }}
    >
      <span className={bars.grip} aria-hidden="true" />
    </div>
  );
}
