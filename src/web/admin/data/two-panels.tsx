// Two panels next to each other if there is room.
import type { ReactNode } from "react";
import classes from "./two-panels.module.css";

interface TwoPanelsProps {
  /** both panels have the same width; otherwise the first is wider */
  even?: boolean;
  children: ReactNode;
}

export function TwoPanels({ even, children }: TwoPanelsProps) {
  return (
    <div className={classes.two} data-even={even || undefined}>
      {children}
    </div>
  );
}
