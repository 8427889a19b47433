// What remains of each budget, from the state of its windows.
import { startOfMonth } from "../calendar-date.ts";
import type { LimitFigures, Limits, WindowFigures } from "../ports.ts";
import type { WindowState } from "./account-limiter.ts";

/** UTC has no daylight saving: a minute is 60 s, a day 86,400 s, and a month ends where the next calendar month begins. */
export function limitFigures(state: WindowState, limits: Limits): LimitFigures {
  return {
    minute: windowOf(limits.perMinute, state.minuteUsed, state.minuteStart + 60),
    day: windowOf(limits.perDay, state.dayUsed, state.dayStart + 86_400),
    month: windowOf(limits.perMonth, state.monthUsed, startOfMonth(state.monthStart, 1)),
  };
}

function windowOf(limit: number, used: number, resetAt: number): WindowFigures {
  return { limit, remaining: Math.max(0, limit - used), resetAt };
}
