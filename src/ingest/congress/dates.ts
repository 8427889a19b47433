// Dates of congressional disclosures are written month/day/year.

/**
 * `mm/dd/yyyy` (or one digit for month and day, or a year of two digits) as YYYY-MM-DD; null if it is not a calendar
 * date.
 */
export function calendarDate(text: string): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text.trim());
  if (!match) return null;
  const [month, day] = [Number(match[1]), Number(match[2])];
  // electronic filing began in 2012, so a year of two digits is one of this century
  const year = Number(match[3]) + (match[3]?.length === 2 ? 2000 : 0);
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.toISOString().slice(0, 10);
}
