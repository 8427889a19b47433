// The base of every chart: measures the width, names the axes, lets pointer or arrow keys choose a point, and describes
// it as text below the chart, also for screen readers.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the arrows move through the points
// biome-ignore-all lint/a11y/useSemanticElements: no fieldset, there is nothing to fill in

import { Button } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { useHydrated } from "../server-render.ts";
import classes from "./chart.module.css";
import readable from "./readable-chart.module.css";

export interface Drawn {
  width: number;
  height: number;
  chosen: number | undefined;
  onChoose(index: number): void;
}

export interface AxisNames {
  /** what is below the chart, with its unit */
  x: string;
  /** what is at its left, with its unit; a chart of lanes has none */
  y?: string;
}

interface ReadableChartProps {
  /** describes the chart and how the arrow keys move */
  label: string;
  points: number;
  axes: AxisNames;
  /** text instead of the drawing, if there is nothing to draw */
  empty?: string | undefined;
  /** indexes of the points that the up and down arrow keys move to, ascending */
  stops?: number[];
  /** of the drawing and the names of the axes */
  height: number;
  /** text of the chosen point, or a summary if none is chosen */
  readout: (chosen: number | undefined) => string;
  children: (drawn: Drawn) => ReactNode;
}

/** A point chosen with the keys stays chosen when the page moves under a pointer that rests. */
interface Choice {
  chosen?: number;
  byPointer: boolean;
}

/** height of the name of an axis in pixels, as in the style sheet */
export const nameHeight = 16;

/**
 * Of the drawings of a chart that the server makes, which cannot know the width of the window: the style sheet shows the
 * one that is closest to the width of its frame, and stretches it to that.
 */
const widthsUnmeasured = [324, 450, 620, 900, 1290, 1854];

interface ChartSvgProps {
  /** in pixels; a drawing of the server is stretched to the width of its frame */
  width: number;
  height: number;
  onPointerMove?: (event: PointerEvent<SVGSVGElement>) => void;
  children: ReactNode;
}

export function ChartSvg({ width, height, onPointerMove, children }: ChartSvgProps) {
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={classes.svg}
      onPointerMove={onPointerMove}
    >
      {children}
    </svg>
  );
}

export function ReadableChart(props: ReadableChartProps) {
  const { label, points, axes, empty, stops = [], readout, children } = props;
  const height = props.height - nameHeight * (axes.y === undefined ? 1 : 2);
  const { ref, width } = useElementSize();
  const isMeasured = useHydrated();
  const drawnWidths = isMeasured ? [width] : widthsUnmeasured;
  const [{ chosen, byPointer }, setChoice] = useState<Choice>({ byPointer: false });
  const move = (event: KeyboardEvent) => {
    const from = chosen ?? points;
    const steps: Record<string, number | undefined> = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      ArrowUp: stops.findLast((stop) => stop < from),
      ArrowDown: stops.find((stop) => stop > (chosen ?? -1)),
      Home: 0,
      End: points - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChoice({ chosen: Math.max(0, Math.min(points - 1, next)), byPointer: false });
  };
  return (
    <>
      {axes.y !== undefined && <div className={classes.axis}>{axes.y}</div>}
      <div
        ref={ref}
        style={{ height }}
        className={classes.frame}
        data-unmeasured={!isMeasured || undefined}
        tabIndex={0}
        role="group"
        aria-label={label}
        onKeyDown={move}
        onPointerLeave={() => byPointer && setChoice({ byPointer: false })}
      >
        {empty !== undefined && <p className={classes.none}>{empty}</p>}
        {empty === undefined &&
          drawnWidths.map((drawnWidth, index) => (
            <div key={drawnWidth} className={classes.drawn} data-drawn={isMeasured ? undefined : index}>
              {drawnWidth > 0 &&
                children({
                  width: drawnWidth,
                  height,
                  chosen,
                  onChoose: (point) => setChoice({ chosen: point, byPointer: true }),
                })}
            </div>
          ))}
      </div>
      <div className={classes.axis} data-below>
        {axes.x}
      </div>
      <div className={classes.readout} aria-live="polite">
        {readout(chosen)}
      </div>
    </>
  );
}

/** A chart's numbers as a table, rendered only when it is opened. */
export function AsTable({ children }: { children: () => ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <div className={readable.table}>
      <Button size="compact-xs" variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {opened ? "Hide table" : "Show as table"}
      </Button>
      {opened && <div className={readable.body}>{children()}</div>}
    </div>
  );
}
