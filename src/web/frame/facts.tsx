// What is known of one object: name and value pairs, as drawers show them, and statistics in a row, each a link to its
// details.

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./facts.module.css";

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface Statistic {
  label: string;
  /** with its unit */
  value: string;
  note?: string;
  /** target of the link */
  to: string;
  search: Record<string, string | undefined>;
  shown?: boolean;
}

export function Statistics({ statistics }: { statistics: Statistic[] }) {
  return (
    <ul className={classes.statistics}>
      {statistics.map(({ label, value, note, to, search, shown }) => (
        <li key={label}>
          <Link
            to={to}
            search={search}
            replace
            resetScroll={false}
            activeOptions={{ exact: true }}
            className={classes.statistic}
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
