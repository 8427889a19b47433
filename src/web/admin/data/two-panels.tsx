// Two panels beside each other where there is room.
import type { ReactNode } from "react";
import classes from "./two-panels.module.css";

interface TwoPanelsProps {
  /** of the same width; else the first is the wider one */
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
