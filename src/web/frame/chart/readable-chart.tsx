// The base of every chart: measures the width, lets pointer or arrow keys choose a point, and describes it as text
// below the chart, also for screen readers.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the arrows move through the points
// biome-ignore-all lint/a11y/useSemanticElements: no fieldset, there is nothing to fill in

import { Button } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import classes from "./chart.module.css";
import figures from "./readable-chart.module.css";

export interface Drawn {
  width: number;
  height: number;
  chosen: number | undefined;
  onChoose(index: number): void;
}

interface ReadableChartProps {
  /** describes the chart and how the arrow keys move */
  label: string;
  points: number;
  /** indexes of the points that the up and down arrow keys move to, ascending */
  stops?: number[];
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

export function ReadableChart({ label, points, stops = [], height, readout, children }: ReadableChartProps) {
  const { ref, width } = useElementSize();
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
      <div
        ref={ref}
        style={{ height }}
        className={classes.frame}
        tabIndex={0}
        role="group"
        aria-label={label}
        onKeyDown={move}
        onPointerLeave={() => byPointer && setChoice({ byPointer: false })}
      >
        {width > 0 &&
          children({ width, height, chosen, onChoose: (index) => setChoice({ chosen: index, byPointer: true }) })}
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
    <div className={figures.table}>
      <Button size="compact-xs" variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {opened ? "Hide table" : "Show as table"}
      </Button>
      {opened && <div className={figures.body}>{children()}</div>}
    </div>
  );
}
