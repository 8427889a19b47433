// Figures in a row, each a link to its details. The figure whose details are on the page is marked.
import { Link } from "@tanstack/react-router";
import classes from "./statistics.module.css";

export interface Statistic {
  label: string;
  /** with its unit */
  value: string;
  note?: string;
  /** target of the link */
  to: string;
  search: Record<string, string | undefined>;
  shown?: boolean;
}

export function Statistics({ figures }: { figures: Statistic[] }) {
  return (
    <ul className={classes.figures}>
      {figures.map(({ label, value, note, to, search, shown }) => (
        <li key={label}>
          <Link
            to={to}
            search={search}
            replace
            resetScroll={false}
            activeOptions={{ exact: true }}
            className={classes.figure}
            aria-current={shown ? "true" : undefined}
          >
            <span className={classes.label}>{label}</span>
            <strong className={classes.value}>{value}</strong>
            <span className={classes.note}>{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
