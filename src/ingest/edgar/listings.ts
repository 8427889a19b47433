// The listings of EDGAR: the days that an index covers (one day for a daily index, a quarter up to its last data for a
// full index), and which have to be fetched for a period: the full index of every quarter that is settled, and the
// daily index of every later day. Pure.
import { edgarBusinessDayOnOrBefore, edgarClosing } from "../../domain/business-days.ts";
import { addDays, dateOf, isWeekday, lastDayOfMonth } from "../../lib/calendar-date.ts";

/**
 * The full index is "rolled into a static quarterly index" at the quarter's end (SEC, Accessing EDGAR Data), but
 * corrections after acceptance still appear in it in the following days. It is fetched once, a week later, as final.
 */
const settledAfterDays = 8;

/** first day of the first quarter with a full index */
const firstDay = "1993-01-01";

export interface EdgarListing extends IndexSpan {
  /** under the archives' `edgar/` */
  path: string;
  /** EDGAR accepts no filings on Saturdays and Sundays: no such index exists and none is requested */
  weekend: boolean;
  /**
   * why EDGAR was closed on the weekday: a missing index will not be published later. There may be one: what was accepted
   * in the evening before can have that day's date.
   */
  closing: string | null;
  /** the listing will not change any more */
  settled: boolean;
}

/**
 * The listings that cover `from` to the day before `today` (YYYY-MM-DD), the newest first. The current day has no index
 * yet.
 */
export function edgarListings(from: string, today: string): EdgarListing[] {
  const listings: EdgarListing[] = [];
  for (let day = addDays(today, -1); day >= from && day >= firstDay; day = addDays(day, -1)) {
    const quarter = fullSpan(Number(day.slice(0, 4)), Math.ceil(Number(day.slice(5, 7)) / 3), null);
    if (addDays(quarter.coversTo, settledAfterDays) <= today) {
      listings.push(fullIndex(quarter));
      day = quarter.coversFrom;
    } else listings.push(dailyIndex(day, today));
  }
  return listings;
}

function fullIndex(span: IndexSpan): EdgarListing {
  return { ...span, path: `${span.listing}/master.gz`, weekend: false, closing: null, settled: true };
}

/**
 * The daily index of a day (YYYY-MM-DD), `edgar/daily-index/2020/QTR1/form.20200318.idx`: the path format since 1994,
 * with folders for year and quarter.
 */
export function dailyIndex(day: string, today: string): EdgarListing {
  const [year = "", month = ""] = day.split("-");
  return {
    ...dailySpan(day),
    path: `daily-index/${year}/QTR${Math.ceil(Number(month) / 3)}/form.${day.replaceAll("-", "")}.idx`,
    weekend: !isWeekday(day),
    closing: edgarClosing(day),
    // published in the night after the day, "completed within a few hours" from 10 p.m. ET, which is the next day in
    // UTC
    settled: addDays(day, 2) <= today,
  };
}

export interface IndexSpan {
  /** `daily-index/2023-06-29` or `full-index/2023/QTR2` */
  listing: string;
  /** calendar days, inclusive, YYYY-MM-DD */
  coversFrom: string;
  coversTo: string;
  /** the day or quarter was over when the index was written */
  closed: boolean;
}

/**
 * Reads the span from the header ("Last Data Received: June 30, 2023"), else from the name and folder; null if none has
 * it.
 */
export function spanOf(head: string[], path: string): IndexSpan | null {
  const last = readDate(/^Last Data Received:\s*(\S.*)$/im.exec(head.join("\n"))?.[1]?.trim() ?? "");
  const daily = /^Description:.*\bDaily Index\b/im.test(head.join("\n"));
  const named = dayOf(path);
  if (daily || (!last && named)) {
    const day = named ?? last;
    return day ? dailySpan(day) : null;
  }
  const quarter = last ? { year: Number(last.slice(0, 4)), quarter: quarterOf(last) } : quarterInPath(path);
  return quarter ? fullSpan(quarter.year, quarter.quarter, last) : null;
}

/** The span from a path alone, for a file that could not be opened; null if the path does not contain it. */
export function spanInPath(path: string): IndexSpan | null {
  return spanOf([], path);
}

/** The daily index of a day. */
function dailySpan(day: string): IndexSpan {
  return { listing: `daily-index/${day}`, coversFrom: day, coversTo: day, closed: true };
}

/** The full index of a quarter; `last` is the date of its last data, if the index gives it. */
export function fullSpan(year: number, quarter: number, last: string | null): IndexSpan {
  const coversFrom = `${year}-${String(quarter * 3 - 2).padStart(2, "0")}-01`;
  const end = lastDayOfMonth(`${year}-${quarter * 3}`);
  // EDGAR accepts no filings when it is closed: its last business day closes the quarter
  const closed = last !== null && last >= edgarBusinessDayOnOrBefore(end);
  return { listing: `full-index/${year}/QTR${quarter}`, coversFrom, coversTo: closed || !last ? end : last, closed };
}

const quarterOf = (day: string) => Math.ceil(Number(day.slice(5, 7)) / 3);

/** `June 30, 2023` and `Mar 18, 2020`. */
function readDate(words: string): string | null {
  if (!/^[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}$/.test(words)) return null;
  const time = Date.parse(`${words} UTC`);
  return Number.isNaN(time) ? null : dateOf(time);
}

/** `form.20200318.idx`; six-digit dates (`form.940103.idx`) are before 1999. */
function dayOf(path: string): string | null {
  const name = path.split("/").at(-1) ?? "";
  const [, year, month, day] = /(?<!\d)((?:19|20)\d{2}|9\d)(\d{2})(\d{2})(?!\d)/.exec(name) ?? [];
  if (!year || !month || !day) return null;
  const time = Date.parse(`${year.length === 2 ? `19${year}` : year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(time) ? null : dateOf(time);
}

function quarterInPath(path: string): { year: number; quarter: number } | null {
  const [, year, quarter] = /(?<!\d)((?:19|20)\d{2})\/?QTR([1-4])(?!\d)/i.exec(path) ?? [];
  return year && quarter ? { year: Number(year), quarter: Number(quarter) } : null;
}
