// Five-field cron expressions in UTC, as the queue of the sync worker reads them.
import cron from "cron-parser";
import { reasonOf } from "./reason.ts";

/** The first time after `after`. Throws for an expression that is none, or that has no time at all. */
export function nextTime(expression: string, after: Date): Date {
  return cron.parseExpression(expression, { tz: "UTC", currentDate: after }).next().toDate();
}

/** Why it is no expression; undefined for one. */
export function cronFault(expression: string): string | undefined {
  if (expression.trim().split(/\s+/).length !== 5) return "has not five fields";
  try {
    nextTime(expression, new Date(0));
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
