// The axes of a chart in our colours: values at the left with grid lines, places below.
import { AxisBottom, AxisLeft } from "@visx/axis";
import { GridRows } from "@visx/grid";
import type { scaleLinear, scaleUtc } from "@visx/scale";
import type { ComponentProps } from "react";
import classes from "./chart.module.css";

export interface Margin {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

interface ValueAxisProps {
  scale: ReturnType<typeof scaleLinear<number>>;
  ticks: number[];
  format: (value: number) => string;
  width: number;
  margin: Margin;
}

export function ValueAxis({ scale, ticks, format, width, margin }: ValueAxisProps) {
  return (
    <>
      <GridRows
        scale={scale}
        left={margin.left}
        width={width - margin.left - margin.right}
        tickValues={ticks}
        className={classes.grid}
        stroke=""
      />
      <AxisLeft
        scale={scale}
        left={margin.left}
        tickValues={ticks}
        tickFormat={(value) => format(Number(value))}
        hideAxisLine
        hideTicks
        tickLabelProps={{ className: classes.tick, textAnchor: "end", dy: 4, fill: "" }}
      />
    </>
  );
}

type PositionAxisProps = Pick<ComponentProps<typeof AxisBottom>, "scale" | "top" | "tickValues" | "tickFormat">;

export function PositionAxis(props: PositionAxisProps) {
  return (
    <AxisBottom
      {...props}
      hideTicks
      axisLineClassName={classes.grid}
      stroke=""
      tickLabelProps={{ className: classes.tick, textAnchor: "middle", fill: "" }}
    />
  );
}

interface TimeAxisProps {
  scale: ReturnType<typeof scaleUtc<number>>;
  top: number;
  width: number;
}

/** Days below a chart, or months on a narrow one. No label is cut off at the sides. */
export function TimeAxis({ scale, top, width }: TimeAxisProps) {
  const length = width > 600 ? 10 : 7;
  const room = length * 3.5;
  const ticks = scale
    .ticks(Math.max(2, Math.floor(width / 160)))
    .filter((time) => scale(time) >= room && scale(time) <= width - room);
  return (
    <PositionAxis
      scale={scale}
      top={top}
      tickValues={ticks}
      tickFormat={(time) => new Date(Number(time)).toISOString().slice(0, length)}
    />
  );
}

interface TickAxisProps extends Pick<PositionAxisProps, "scale" | "top"> {
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
      tickFormat={(at) => tickOf.get(String(at)) ?? String(at)}
    />
  );
}
