// The legend of a chart: the colour of each series.
import classes from "./chart.module.css";

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
