// Which of EDGAR's listings have to be checked for a span of days: the full index of every quarter that is settled, the
// daily index of every day since. Pure.
import { isAHoliday } from "@18f/us-federal-holidays";
import { addDays } from "../../calendar-date.ts";
import { dailySpan, fullSpan, type IndexSpan } from "./index-span.ts";

/**
 * The full index is "rolled into a static quarterly index" at the quarter's end (SEC, Accessing EDGAR Data), and corrections
 * after acceptance still reach it in the days behind. A week later it is checked once, for good.
 */
const settledAfterDays = 8;

/** the first quarter for which there is a full index */
const firstDay = "1993-01-01";

export interface EdgarListing extends IndexSpan {
  /** under the archives' `edgar/` */
  path: string;
  /** EDGAR takes nothing on Saturdays and Sundays: there is no such index and none is requested */
  weekend: boolean;
  /** EDGAR is closed on federal holidays: an index that is not there will not come */
  holiday: boolean;
  /** what it says from now on is what it will always say */
  settled: boolean;
}

/** The listings that cover `from` to the day before `today` (YYYY-MM-DD), the newest first. The running day has no index yet. */
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
  return { ...span, path: `${span.listing}/master.gz`, weekend: false, holiday: false, settled: true };
}

/**
 * The daily index of a day (YYYY-MM-DD), `edgar/daily-index/2020/QTR1/form.20200318.idx`: the layout since 1994, with folders for
 * year and quarter.
 */
export function dailyIndex(day: string, today: string): EdgarListing {
  const [year = "", month = ""] = day.split("-");
  return {
    ...dailySpan(day),
    path: `daily-index/${year}/QTR${Math.ceil(Number(month) / 3)}/form.${day.replaceAll("-", "")}.idx`,
    weekend: isWeekend(day),
    holiday: isHoliday(day),
    // written in the night after the day, "completed within a few hours" from 10 p.m. ET: that is the next day in UTC
    settled: addDays(day, 2) <= today,
  };
}

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const isWeekend = (day: string) => utc(day).getUTCDay() % 6 === 0;
const isHoliday = (day: string) => isAHoliday(utc(day), { utc: true });

/** Whether EDGAR is open on that day (YYYY-MM-DD), as far as the calendar says. */
export function isBusinessDay(day: string): boolean {
  return !isWeekend(day) && !isHoliday(day);
}
