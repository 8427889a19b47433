// What every chart has: its width, a point that pointer or arrows choose, and below it in words what is there, for eyes and ears alike.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the arrows move through the points
// biome-ignore-all lint/a11y/useSemanticElements: no fieldset, there is nothing to fill in
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import classes from "./chart.module.css";

export interface Drawn {
  width: number;
  height: number;
  chosen: number | undefined;
  onChoose(index: number): void;
}

interface ReadableChartProps {
  /** what it shows, and by what the arrows move */
  label: string;
  points: number;
  /** points that up and down go to, in order */
  stops?: number[];
  height: number;
  /** the point in words; of none: all of them */
  readout: (chosen: number | undefined) => string;
  children: (drawn: Drawn) => ReactNode;
}

export function ReadableChart({ label, points, stops = [], height, readout, children }: ReadableChartProps) {
  const { ref, width } = useElementSize();
  const [chosen, setChosen] = useState<number>();
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
    setChosen(Math.max(0, Math.min(points - 1, next)));
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
        onPointerLeave={() => setChosen(undefined)}
      >
        {width > 0 && children({ width, height, chosen, onChoose: setChosen })}
      </div>
      <div className={classes.readout} aria-live="polite">
        {readout(chosen)}
      </div>
    </>
  );
}
