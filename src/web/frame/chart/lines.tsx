// A line chart over time. The line has a gap where the value is unknown. Arrow keys move from one time to the next.

import { count } from "../format.ts";
import classes from "./chart.module.css";
import { Legend, type Margin, type Series, scaleLinear, scalePoint, TickAxis, ValueAxis } from "./parts.tsx";
import { ChartSvg, type Drawn, ReadableChart } from "./readable-chart.tsx";

interface Point {
  /** the time as shown in the readout; unique */
  at: string;
  /** label below the axis */
  tick: string;
  /** by series name; null where unknown */
  values: Record<string, number | null>;
}

interface LinesProps {
  label: string;
  points: Point[];
  series: Series[];
  unit: string;
  /** text about the whole time range */
  summary: string;
  height: number;
}

const margin: Margin = { top: 8, right: 18, bottom: 24, left: 48 };

export function Lines({ label, points, series, unit, summary, height }: LinesProps) {
  const readout = (chosen: number | undefined) => {
    const point = chosen === undefined ? undefined : points[chosen];
    if (!point) return summary;
    return `${point.at}: ${series.map(({ name }) => `${name} ${count(point.values[name])} ${unit}`).join(", ")}`;
  };
  return (
    <div>
      <Legend series={series} />
      <ReadableChart
        label={`${label}. Use the left and right arrow keys to read each time.`}
        points={points.length}
        axes={{ x: "Time (UTC)", y: unit }}
        empty={points.some(({ values }) => series.some(({ name }) => values[name] !== null)) ? undefined : "No values"}
        height={height}
        readout={readout}
      >
        {(drawn) => <Drawing points={points} series={series} {...drawn} />}
      </ReadableChart>
    </div>
  );
}

function Drawing({ points, series, width, height, chosen, onChoose }: Pick<LinesProps, "points" | "series"> & Drawn) {
  const known = points.flatMap(({ values }) => series.map(({ name }) => values[name] ?? 0));
  const bottom = height - margin.bottom;
  const x = scalePoint({
    domain: points.map(({ at }) => at),
    range: [margin.left, width - margin.right],
    padding: 0.5,
  });
  const y = scaleLinear({ domain: [0, Math.max(1, ...known)], range: [bottom, margin.top], nice: true });
  return (
    <ChartSvg width={width} height={height}>
      <ValueAxis scale={y} ticks={y.ticks(4)} format={count} width={width} margin={margin} />
      {points.map(({ at }, index) => (
        <rect
          key={at}
          x={(x(at) ?? 0) - x.step() / 2}
          y={margin.top}
          width={x.step()}
          height={bottom - margin.top}
          className={classes.reach}
          data-chosen={index === chosen || undefined}
          onPointerEnter={() => onChoose(index)}
        />
      ))}
      {series.map(({ name, ink }) => (
        <g key={name} className={classes.line} data-ink={ink}>
          <path
            d={pathOf(
              points.map(({ at, values }) => [x(at) ?? 0, values[name] ?? null]),
              y,
            )}
          />
          {points.map(({ at, values }) =>
            typeof values[name] === "number" ? <circle key={at} cx={x(at)} cy={y(values[name])} r={2} /> : null,
          )}
        </g>
      ))}
      <TickAxis points={points} scale={x} top={bottom} width={width} />
    </ChartSvg>
  );
}

/** A line through the known points, with a gap at each unknown one. */
function pathOf(points: [x: number, value: number | null][], y: (value: number) => number): string {
  let isBegun = false;
  return points
    .map(([x, value]) => {
      const step = value === null ? "" : `${isBegun ? "L" : "M"}${x},${y(value)}`;
      isBegun = value !== null;
      return step;
    })
    .join("");
}
