// How much of a limit is used: figures and a bar. A sign and a word repeat what the colour shows.
import { count } from "./format.ts";
import classes from "./meter.module.css";

interface MeterProps {
  label: string;
  used: number;
  limit: number;
  /** e.g. when the limit resets */
  note?: string;
  /** formats the figures */
  write?: (value: number) => string;
}

export function Meter({ label, used, limit, note, write = count }: MeterProps) {
  const share = limit > 0 ? Math.min(1, used / limit) : 1;
  const state = share >= 1 ? "bad" : share >= 0.8 ? "warn" : "good";
  const left = Math.max(0, limit - used);
  return (
    <div className={classes.meter}>
      <div className={classes.line}>
        <span>{label}</span>
        <span className={classes.figures}>
          <strong>{write(left)}</strong> of {write(limit)} left
        </span>
      </div>
      <div className={classes.track} aria-hidden="true">
        <div className={classes.fill} data-state={state} style={{ width: `${share * 100}%` }} />
      </div>
      <div className={classes.note}>
        {state === "bad" && "× used up"}
        {state === "warn" && "! nearly used up"}
        {state !== "good" && note && " · "}
        {note}
      </div>
    </div>
  );
}
