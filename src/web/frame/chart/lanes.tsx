// A lane per person, a dot per trade sized by its value, and the shaded window. Arrow keys move from trade to trade.

import { dayMs } from "../../../lib/calendar-date.ts";
import lanesClasses from "./lanes.module.css";
import { Mark, type Side, scaleBand, scaleSqrt, scaleUtc, TimeAxis } from "./parts.tsx";
import { ChartSvg, type Drawn, nameHeight, ReadableChart } from "./readable-chart.tsx";

interface LaneTrade {
  key: string;
  lane: string;
  /** YYYY-MM-DD */
  day: string;
  /** US dollars; null if no value was filed */
  value: number | null;
  readout: string;
}

interface LanesProps {
  label: string;
  /** the note is shown if there is room for it */
  lanes: { key: string; name: string; note: string }[];
  /** in order of day */
  trades: LaneTrade[];
  side: Side;
  /** first and last day of the shaded window */
  window: [string, string];
  summary: string;
}

const laneHeight = 44;
const margin = { top: 10, right: 24, bottom: 24, left: 24 };

export function Lanes(props: LanesProps) {
  const { label, lanes, trades, summary } = props;
  return (
    <ReadableChart
      label={`${label}. Use the left and right arrow keys to read each trade.`}
      points={trades.length}
      axes={{ x: "Trade date" }}
      height={lanes.length * laneHeight + margin.top + margin.bottom + nameHeight}
      readout={(chosen) => (chosen === undefined ? summary : (trades[chosen]?.readout ?? summary))}
    >
      {(drawn) => <Drawing {...props} {...drawn} />}
    </ReadableChart>
  );
}

function Drawing({ lanes, trades, side, window: [from, to], width, height, chosen, onChoose }: LanesProps & Drawn) {
  const bottom = height - margin.bottom;
  const days = [from, to, ...trades.map(({ day }) => day)].sort();
  const x = scaleUtc({
    domain: [Date.parse(days[0] ?? from) - 2 * dayMs, Date.parse(days.at(-1) ?? to) + 3 * dayMs],
    range: [margin.left, width - margin.right],
  });
  const y = scaleBand({ domain: lanes.map(({ key }) => key), range: [margin.top, bottom] });
  const radius = scaleSqrt({ domain: [0, Math.max(1, ...trades.map(({ value }) => value ?? 0))], range: [4, 13] });
  return (
    <ChartSvg width={width} height={height}>
      <rect
        x={x(Date.parse(from))}
        y={margin.top}
        width={x(Date.parse(to) + dayMs) - x(Date.parse(from))}
        height={bottom - margin.top}
        className={lanesClasses.window}
      />
      {lanes.map(({ key, name, note }) => {
        const top = y(key) ?? 0;
        return (
          <g key={key}>
            <line
              x1={margin.left}
              x2={width - margin.right}
              y1={top + 29}
              y2={top + 29}
              className={lanesClasses.lane}
            />
            <text x={margin.left + 2} y={top + 12} className={lanesClasses.name}>
              {width > 600 ? `${name} · ${note}` : name}
            </text>
          </g>
        );
      })}
      {trades.map(({ key, lane, day, value }, index) => {
        const centre = { x: x(Date.parse(day) + dayMs / 2), y: (y(lane) ?? 0) + 29 };
        return (
          <g key={key} onPointerEnter={() => onChoose(index)}>
            <circle
              cx={centre.x}
              cy={centre.y}
              r={value === null ? 8 : radius(value)}
              className={lanesClasses.dot}
              data-side={side}
              data-hollow={value === null || undefined}
              data-chosen={index === chosen || undefined}
            />
            {value === null && <Mark side={side} x={centre.x} y={centre.y} />}
          </g>
        );
      })}
      <TimeAxis scale={x} top={bottom} width={width} />
    </ChartSvg>
  );
}
