// Values with their uncertainty: a point with its interval, or a band with its middle, the series next to each other at
// each position. A point from too few trades is hollow. Arrow keys move between the points.

import classes from "./chart.module.css";
import intervals from "./interval-chart.module.css";
import { Legend, type Margin, PositionAxis, type Series, scaleBand, scaleLinear, ValueAxis } from "./parts.tsx";
import { type AxisNames, ChartSvg, type Drawn, ReadableChart } from "./readable-chart.tsx";

interface Interval {
  low: number;
  middle: number;
  high: number;
  /** from too few trades to be meaningful */
  hollow: boolean;
}

interface IntervalPosition {
  /** label below the axis, e.g. `90 d` */
  name: string;
  /** by series name; null where unknown */
  values: Record<string, Interval | null>;
}

interface IntervalChartProps {
  label: string;
  axes: AxisNames;
  positions: IntervalPosition[];
  series: Series[];
  kind: "whiskers" | "bands";
  /** values that the axis always includes, e.g. 0 and 100 */
  within: [number, number];
  /** value of the reference line */
  line: number;
  format: (value: number) => string;
  /** one interval as text */
  words: (position: string, series: string) => string;
  summary: string;
  height: number;
}

const margin: Margin = { top: 10, right: 18, bottom: 24, left: 56 };

export function IntervalChart(props: IntervalChartProps) {
  const { label, axes, positions, series, words, summary, height } = props;
  const points = positions.flatMap(({ name: position }) => series.map(({ name }) => ({ position, series: name })));
  return (
    <div>
      <Legend series={series} />
      <ReadableChart
        label={`${label}. Use the left and right arrow keys to read each value.`}
        points={points.length}
        axes={axes}
        height={height}
        readout={(chosen) => {
          const point = chosen === undefined ? undefined : points[chosen];
          return point ? words(point.position, point.series) : summary;
        }}
      >
        {(drawn) => <Drawing {...props} {...drawn} />}
      </ReadableChart>
    </div>
  );
}

function Drawing({
  positions,
  series,
  kind,
  within,
  line,
  format,
  width,
  height,
  chosen,
  onChoose,
}: IntervalChartProps & Drawn) {
  const known = positions.flatMap(({ values }) =>
    Object.values(values).flatMap((one) => (one ? [one.low, one.high] : [])),
  );
  const bottom = height - margin.bottom;
  const x = scaleBand({
    domain: positions.map(({ name }) => name),
    range: [margin.left, width - margin.right],
    padding: 0.3,
  });
  const beside = scaleBand({ domain: series.map(({ name }) => name), range: [0, x.bandwidth()], padding: 0.1 });
  const y = scaleLinear({
    domain: [Math.min(...within, ...known), Math.max(...within, ...known)],
    range: [bottom, margin.top],
    nice: true,
  });
  return (
    <ChartSvg width={width} height={height}>
      <ValueAxis scale={y} ticks={y.ticks(5)} format={format} width={width} margin={margin} />
      <line x1={margin.left} x2={width - margin.right} y1={y(line)} y2={y(line)} className={intervals.compare} />
      {positions.map(({ name: position, values }, row) =>
        series.map(({ name, ink }, column) => {
          const left = (x(position) ?? 0) + (beside(name) ?? 0);
          const index = row * series.length + column;
          const value = values[name];
          return (
            <g
              key={`${position} ${name}`}
              onPointerEnter={() => onChoose(index)}
              data-ink={ink}
              className={intervals.one}
            >
              <rect
                x={left}
                y={margin.top}
                width={beside.bandwidth()}
                height={bottom - margin.top}
                className={classes.reach}
                data-chosen={index === chosen || undefined}
              />
              {value && <Shape kind={kind} value={value} y={y} left={left} width={beside.bandwidth()} />}
            </g>
          );
        }),
      )}
      <PositionAxis scale={x} top={bottom} tickValues={x.domain()} tickFormat={(name) => name} />
    </ChartSvg>
  );
}

interface ShapeProps extends Pick<IntervalChartProps, "kind"> {
  value: Interval;
  y: (value: number) => number;
  left: number;
  width: number;
}

function Shape({ kind, value: { low, middle, high, hollow }, y, left, width }: ShapeProps) {
  const centre = left + width / 2;
  if (kind === "whiskers")
    return (
      <>
        <path
          className={intervals.whisker}
          d={`M${centre},${y(low)}V${y(high)}M${centre - 5},${y(low)}h10M${centre - 5},${y(high)}h10`}
        />
        <circle cx={centre} cy={y(middle)} r={5} className={hollow ? intervals.hollow : intervals.point} />
      </>
    );
  const wide = Math.min(width, 64);
  return (
    <>
      <rect
        x={centre - wide / 2}
        y={y(high)}
        width={wide}
        height={Math.max(1, y(low) - y(high))}
        className={intervals.band}
        data-hollow={hollow || undefined}
      />
      <path className={intervals.middle} d={`M${centre - wide / 2},${y(middle)}h${wide}`} />
    </>
  );
}
