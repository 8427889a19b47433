// The clock of the service, of its commands and of its pages.
import { dateOf } from "./calendar-date.ts";

export const now = () => new Date();
/** The calendar date in UTC, as YYYY-MM-DD. */
export const todayUtc = () => dateOf(now());
