// Two panels beside each other where there is room.
import type { ReactNode } from "react";
import classes from "./two-panels.module.css";

export function TwoPanels({ children }: { children: ReactNode }) {
  return <div className={classes.two}>{children}</div>;
}
