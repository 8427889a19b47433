// The legends of charts: the colour of each series, and the signs of trades: ▲ bought, ▼ sold, ◆ exchanged. The signs
// are drawn, so that they look the same in every font.
import classes from "./chart.module.css";
import marks from "./legend.module.css";

export interface Series {
  name: string;
  /** a class of chart.module.css: data-ink="1" to "6" */
  ink: number;
}

export function Legend({ series }: { series: Series[] }) {
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

export type Side = "buy" | "sell" | "exchange";

const outlines: Record<Side, string> = {
  buy: "M0,-5L5,4L-5,4Z",
  sell: "M0,5L5,-4L-5,-4Z",
  exchange: "M0,-5L5,0L0,5L-5,0Z",
};

export function Mark({ side, x, y }: { side: Side; x: number; y: number }) {
  return <path d={outlines[side]} transform={`translate(${x},${y})`} className={marks.mark} data-side={side} />;
}

const words: Record<Side, string> = { buy: "bought", sell: "sold", exchange: "exchanged" };

/** A legend of the signs that occur. */
export function MarkLegend({ sides }: { sides: Side[] }) {
  const shown = (Object.keys(words) as Side[]).filter((side) => sides.includes(side));
  if (shown.length === 0) return null;
  return (
    <ul className={classes.legend}>
      {shown.map((side) => (
        <li key={side}>
          <svg width={12} height={12} aria-hidden="true">
            <Mark side={side} x={6} y={6} />
          </svg>{" "}
          {words[side]}
        </li>
      ))}
    </ul>
  );
}
