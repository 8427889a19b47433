// Five-field cron expressions in UTC, as the queue of the sync worker reads them.
import cron from "cron-parser";
import { reasonOf } from "../lib/reason.ts";

/** The first time after `after`. Throws for an invalid expression, and for one that never matches. */
export function nextTime(expression: string, after: Date): Date {
  return cron.parseExpression(expression, { tz: "UTC", currentDate: after }).next().toDate();
}

/** Why an expression is invalid; undefined for a valid one. */
export function cronFault(expression: string): string | undefined {
  if (expression.trim().split(/\s+/).length !== 5) return "does not have five fields";
  try {
    nextTime(expression, new Date(0));
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
