// Bars over days, stacked by kind. The arrows move from day to day; what a bar holds is read out below the chart, for eyes and ears alike.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the arrows move through the days
// biome-ignore-all lint/a11y/useSemanticElements: no fieldset, there is nothing to fill in
import { useElementSize } from "@mantine/hooks";
import { AxisBottom, AxisLeft } from "@visx/axis";
import { GridRows } from "@visx/grid";
import { scaleBand, scaleLinear } from "@visx/scale";
import { type KeyboardEvent, useState } from "react";
import { count } from "../format.ts";
import classes from "./chart.module.css";

export interface Series {
  name: string;
  /** a class of chart.module.css: data-ink="1" to "6" */
  ink: number;
}

export interface BarDay {
  /** YYYY-MM-DD */
  day: string;
  /** by the series' names; what is missing is 0 */
  values: Record<string, number>;
}

interface StackedBarsProps {
  label: string;
  days: BarDay[];
  series: Series[];
  /** what is counted: one, several */
  unit: readonly [one: string, several: string];
  height: number;
}

const margin = { top: 8, right: 18, bottom: 24, left: 48 };

export function StackedBars({ label, days, series, unit, height }: StackedBarsProps) {
  const { ref, width } = useElementSize();
  const [chosen, setChosen] = useState<number>();
  const move = (event: KeyboardEvent) => {
    const from = chosen ?? days.length;
    const steps: Record<string, number> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: days.length - 1 };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(days.length - 1, next)));
  };
  return (
    <div>
      <Legend series={series} />
      <div
        ref={ref}
        style={{ height }}
        className={classes.frame}
        tabIndex={0}
        role="group"
        aria-label={`${label}. Left and right arrows read day by day.`}
        onKeyDown={move}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
      >
        {width > 0 && (
          <Bars days={days} series={series} size={{ width, height }} chosen={chosen} onChoose={setChosen} />
        )}
      </div>
      <div className={classes.readout} aria-live="polite">
        {readout(chosen === undefined ? undefined : days[chosen], series, unit, days)}
      </div>
    </div>
  );
}

function readout(day: BarDay | undefined, series: Series[], unit: StackedBarsProps["unit"], days: BarDay[]): string {
  const counted = (amount: number) => `${count(amount)} ${unit[amount === 1 ? 0 : 1]}`;
  const totalOf = (one: BarDay) => series.reduce((sum, { name }) => sum + (one.values[name] ?? 0), 0);
  if (!day) return `${counted(days.reduce((sum, one) => sum + totalOf(one), 0))} in ${days.length} days`;
  const parts = series.filter(({ name }) => day.values[name]).map(({ name }) => `${name} ${count(day.values[name])}`);
  return `${day.day}: ${counted(totalOf(day))}${parts.length > 0 ? ` (${parts.join(", ")})` : ""}`;
}

function Legend({ series }: { series: Series[] }) {
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

interface BarsProps extends Pick<StackedBarsProps, "days" | "series"> {
  size: { width: number; height: number };
  chosen: number | undefined;
  onChoose(index: number): void;
}

function Bars({ days, series, size, chosen, onChoose }: BarsProps) {
  const most = Math.max(1, ...days.map(({ values }) => series.reduce((sum, { name }) => sum + (values[name] ?? 0), 0)));
  const bottom = size.height - margin.bottom;
  const x = scaleBand({
    domain: days.map(({ day }) => day),
    range: [margin.left, size.width - margin.right],
    padding: 0.25,
  });
  const y = scaleLinear({ domain: [0, most], range: [bottom, margin.top], nice: true });
  const ticks = y.ticks(4).filter(Number.isInteger);
  const every = Math.ceil(days.length / Math.max(2, Math.floor(size.width / 90)));
  return (
    <svg width={size.width} height={size.height} aria-hidden="true" className={classes.svg}>
      <GridRows
        scale={y}
        left={margin.left}
        width={size.width - margin.left - margin.right}
        tickValues={ticks}
        className={classes.grid}
        stroke=""
      />
      {days.map(({ day, values }, index) => {
        let below = 0;
        return (
          <g
            key={day}
            onPointerEnter={() => onChoose(index)}
            data-chosen={index === chosen || undefined}
            className={classes.day}
          >
            <rect
              x={x(day)}
              y={margin.top}
              width={x.bandwidth()}
              height={bottom - margin.top}
              className={classes.reach}
            />
            {series.map(({ name, ink }) => {
              const value = values[name] ?? 0;
              below += value;
              return (
                value > 0 && (
                  <rect
                    key={name}
                    x={x(day)}
                    width={x.bandwidth()}
                    y={y(below)}
                    height={y(0) - y(value)}
                    data-ink={ink}
                  />
                )
              );
            })}
          </g>
        );
      })}
      <AxisLeft
        scale={y}
        left={margin.left}
        tickValues={ticks}
        tickFormat={(value) => count(Number(value))}
        hideAxisLine
        hideTicks
        axisClassName={classes.axis}
        tickLabelProps={{ className: classes.tick, textAnchor: "end", dy: 4, fill: "" }}
      />
      <AxisBottom
        scale={x}
        top={bottom}
        tickValues={days.map(({ day }) => day).filter((_, index) => (days.length - 1 - index) % every === 0)}
        tickFormat={(day) => day.slice(5)}
        hideTicks
        axisLineClassName={classes.grid}
        stroke=""
        tickLabelProps={{ className: classes.tick, textAnchor: "middle", fill: "" }}
      />
    </svg>
  );
}
