// Resumes a run that has ended: a sync continues with the remaining days; the operator must import files again.
import { addDays } from "../../../calendar-date.ts";
import { todayUtc } from "../../../clock.ts";
import { longestRange } from "../../../range-of-days.ts";
import type { RunQuery } from "../../generated/operations.ts";
import { RequestRun } from "./request-run.tsx";
import classes from "./run-page.module.css";
import { daysOfRun } from "./sources.ts";

export function ResumeRun({ run, isWatched }: { run: RunQuery["ingestionRun"]; isWatched: boolean }) {
  const days = daysOfRun(run.arguments);
  const isOver = run.status === "completed";
  if (!days)
    return (
      <span className={classes.hint}>
        {isOver ? "" : "It was started by a command; the same command again goes on behind it."}
      </span>
    );
  const to = days.to ?? todayUtc();
  const [, from = to] = [addDays(to, 1 - longestRange), days.from].sort();
  return (
    <RequestRun
      source={run.source}
      range={{ from, to }}
      isWatched={isWatched}
      label={isOver ? "Run again" : "Resume"}
    />
  );
}
