// Calendar dates as text, YYYY-MM-DD, counted back from the date of the sample.

const day = 86_400_000;

/** The date `days` later (earlier when negative). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
}

/** Days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / day;
}

export function isWeekday(date: string): boolean {
  return ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
}

/** The date itself, or the last weekday before it: markets and the SEC are closed at weekends. */
export function weekdayOnOrBefore(date: string): string {
  return isWeekday(date) ? date : weekdayOnOrBefore(addDays(date, -1));
}

/** The weekday `count` weekdays later. */
export function addWeekdays(date: string, count: number): string {
  let at = date;
  for (let left = count; left > 0; ) {
    at = addDays(at, 1);
    if (isWeekday(at)) left--;
  }
  return at;
}
