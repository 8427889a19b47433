// Bars over days or times, stacked by kind. Arrow keys move from one bar to the next.

import { count } from "../format.ts";
import classes from "./chart.module.css";
import { Legend, type Margin, type Series, scaleBand, scaleLinear, TickAxis, ValueAxis } from "./parts.tsx";
import { ChartSvg, type Drawn, ReadableChart } from "./readable-chart.tsx";

export interface Bar {
  /** the day or time as shown in the readout; unique */
  at: string;
  /** label below the axis */
  tick: string;
  /** by series name; a missing one is 0 */
  values: Record<string, number>;
}

interface StackedBarsProps {
  label: string;
  bars: Bar[];
  series: Series[];
  /** the counted thing: singular, plural */
  unit: readonly [one: string, several: string];
  /** the whole time range, e.g. `30 days` */
  span: string;
  height: number;
}

const margin: Margin = { top: 8, right: 18, bottom: 24, left: 48 };

export function StackedBars({ label, bars, series, unit, span, height }: StackedBarsProps) {
  return (
    <div>
      <Legend series={series} />
      <ReadableChart
        label={`${label}. Use the left and right arrow keys to read each bar.`}
        points={bars.length}
        axes={{ x: "Time (UTC)", y: unit[1] }}
        empty={bars.some((bar) => totalOf(bar, series) > 0) ? undefined : `No ${unit[1]} in ${span}`}
        height={height}
        readout={(chosen) => readout(chosen === undefined ? undefined : bars[chosen], { bars, series, unit, span })}
      >
        {(drawn) => <Bars bars={bars} series={series} {...drawn} />}
      </ReadableChart>
    </div>
  );
}

const totalOf = ({ values }: Bar, series: Series[]) => series.reduce((sum, { name }) => sum + (values[name] ?? 0), 0);

function readout(
  bar: Bar | undefined,
  { bars, series, unit, span }: Pick<StackedBarsProps, "bars" | "series" | "unit" | "span">,
): string {
  const counted = (amount: number) => `${count(amount)} ${unit[amount === 1 ? 0 : 1]}`;
  if (!bar) return `${counted(bars.reduce((sum, one) => sum + totalOf(one, series), 0))} in ${span}`;
  const parts = series.filter(({ name }) => bar.values[name]).map(({ name }) => `${name} ${count(bar.values[name])}`);
  return `${bar.at}: ${counted(totalOf(bar, series))}${parts.length > 0 ? ` (${parts.join(", ")})` : ""}`;
}

function Bars({ bars, series, width, height, chosen, onChoose }: Pick<StackedBarsProps, "bars" | "series"> & Drawn) {
  const max = Math.max(1, ...bars.map((bar) => totalOf(bar, series)));
  const bottom = height - margin.bottom;
  const x = scaleBand({
    domain: bars.map(({ at }) => at),
    range: [margin.left, width - margin.right],
    padding: 0.25,
  });
  const y = scaleLinear({ domain: [0, max], range: [bottom, margin.top], nice: true });
  const ticks = y.ticks(4).filter(Number.isInteger);
  return (
    <ChartSvg width={width} height={height}>
      <ValueAxis scale={y} ticks={ticks} format={count} width={width} margin={margin} />
      {bars.map(({ at, values }, index) => {
        let below = 0;
        return (
          <g
            key={at}
            onPointerEnter={() => onChoose(index)}
            data-chosen={index === chosen || undefined}
            className={classes.day}
          >
            <rect
              x={x(at)}
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
                    x={x(at)}
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
      <TickAxis points={bars} scale={x} top={bottom} width={width} />
    </ChartSvg>
  );
}
