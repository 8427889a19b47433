// The five stages from the publisher to the client: the current stage, or the stage where it stopped.
import type { ReactNode } from "react";
import classes from "./stages.module.css";

export interface Stage {
  name: "listed" | "fetched" | "parsed" | "loaded" | "derived";
  /** `broken`: stopped at this stage; `waiting`: continues from this stage; `unknown`: no information */
  state: "done" | "working" | "broken" | "waiting" | "unknown";
  /** a number or a date */
  value: ReactNode;
  note?: ReactNode;
}

const marks: Record<Stage["state"], { sign: string; word: string }> = {
  done: { sign: "✓", word: "done" },
  working: { sign: "▶", word: "in progress" },
  broken: { sign: "×", word: "stopped here" },
  waiting: { sign: "…", word: "waits" },
  unknown: { sign: "·", word: "not yet" },
};

export function Stages({ label, stages }: { label: string; stages: Stage[] }) {
  return (
    <ol className={classes.stages} aria-label={label}>
      {stages.map(({ name, state, value, note }) => (
        <li key={name} data-state={state}>
          <div className={classes.name}>
            <span aria-hidden="true">{marks[state].sign}</span> {name}
          </div>
          <div className={classes.value}>{value}</div>
          <div className={classes.note}>{note ?? marks[state].word}</div>
        </li>
      ))}
    </ol>
  );
}
