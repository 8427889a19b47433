// Deadlines of the STOCK Act, used by the derivation and by readers of the store.
import { addDays } from "../lib/calendar-date.ts";

/** Maximum days from a transaction to its periodic transaction report (5 U.S.C. 13105(l)). */
export const deadlineDays = 45;

/** Maximum days from the notification of the member to the report, if that is earlier (5 U.S.C. 13105(l)). */
export const noticeDays = 30;

/** The last date on which a trade may be disclosed; both YYYY-MM-DD. */
export const deadlineOf = (tradedOn: string): string => addDays(tradedOn, deadlineDays);
