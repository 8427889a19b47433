// Selects the EDGAR listings that have to be fetched for a period: the full index of every quarter that is settled, and
// the daily index of every later day. Pure.
import { edgarClosing } from "../../domain/business-days.ts";
import { addDays, isWeekday } from "../../lib/calendar-date.ts";
import { dailySpan, fullSpan, type IndexSpan } from "./index-span.ts";

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
