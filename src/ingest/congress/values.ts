// The values of congressional disclosures: amounts, dates and text.
//
// Amounts are brackets. The bounds are read from the text of a bracket (contract, section 4): "Over X" begins at X+1
// and has no upper bound; for an exact amount, low, high and middle are equal.
import { Decimal } from "decimal.js";
import { isCalendarDate } from "../../lib/calendar-date.ts";

export interface Amount {
  /** as filed, with one space between words */
  amountRange: string | null;
  amountLow: string | null;
  amountHigh: string | null;
  amountMid: string | null;
}

/** maximum length of a text that is read; a real amount has thirty characters */
const maxLength = 100;
const wordForm = /[a-z]+/gi;
const openWords = new Set(["over"]);
/** codes and names of owners, which some brackets are limited to, or which come from the next cell */
const ownerWords = new Set(["sp", "spouse", "dc", "dependent", "child", "jt", "joint", "self"]);

const money = String.raw`\$?(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?)`;
const range = new RegExp(`^${money}-${money}$`);
// two amounts without a dash between them: it is in another line of the cell, or was lost;
// linear time: texts are at most maxLength characters
const pair = new RegExp(`^(?=.*\\d\\$)-?${money}${money}-?$`);
const single = new RegExp(`^${money}$`);

/** The brackets of the forms of both chambers (5 U.S.C. 13104(d)(1)), in US dollars. */
const brackets = new Map(
  ["1001 15000", "15001 50000", "50001 100000", "100001 250000", "250001 500000", "500001 1000000"]
    .concat("1000001 5000000", "5000001 25000000", "25000001 50000000")
    .map((bounds) => bounds.split(" ") as [string, string]),
);

/** Bounds of an amount as filed, in US dollars as decimal text. Any other text is stored without bounds. */
export function readAmount(asFiled: string): Amount {
  const text = asFiled.replaceAll(/\s+/g, " ").trim();
  if (!text || text === "--") return { amountRange: null, ...unbounded };
  return { amountRange: text, ...(text.length > maxLength ? unbounded : readBounds(text)) };
}

type Bounds = Omit<Amount, "amountRange">;
const unbounded: Bounds = { amountLow: null, amountHigh: null, amountMid: null };

function readBounds(text: string): Bounds {
  const words = (text.match(wordForm) ?? []).map((word) => word.toLowerCase());
  if (words.some((word) => !openWords.has(word) && !ownerWords.has(word))) return unbounded;
  const compact = text.replaceAll(/[a-z/\s()]/gi, "").replaceAll(/[\u2010-\u2015\u2212]/g, "-");
  const open = words.some((word) => openWords.has(word));
  const [, one] = single.exec(compact) ?? [];
  if (one !== undefined) return open ? above(number(one)) : between(number(one), number(one));
  const [, low, high] = range.exec(compact) ?? pair.exec(compact) ?? [];
  if (open || low === undefined || high === undefined) return unbounded;
  const [from, to] = [number(low), number(high)].sort((a, b) => a.comparedTo(b)) as [Decimal, Decimal];
  const isBracket = brackets.get(from.toString()) === to.toString();
  return isBracket || (range.test(compact) && from.equals(number(low))) ? between(from, to) : unbounded;
}

function above(limit: Decimal): Bounds {
  const low = limit.plus(1).toString();
  return { amountLow: low, amountHigh: null, amountMid: low };
}

function between(low: Decimal, high: Decimal): Bounds {
  return { amountLow: low.toString(), amountHigh: high.toString(), amountMid: low.plus(high).div(2).toString() };
}

function number(text: string): Decimal {
  return new Decimal(text.replaceAll(",", ""));
}

/**
 * `mm/dd/yyyy` (or one digit for month and day, or a year of two digits) as YYYY-MM-DD; null if it is not a calendar
 * date.
 */
export function calendarDate(text: string): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text.trim());
  if (!match) return null;
  // electronic filing began in 2012, so a year of two digits is one of this century
  const year = Number(match[3]) + (match[3]?.length === 2 ? 2000 : 0);
  const date = [year, match[1], match[2]].map((part) => String(part).padStart(2, "0")).join("-");
  return year >= 1900 && isCalendarDate(date) ? date : null;
}

/** Trims, collapses white space, and drops NUL; an unpaired surrogate becomes the replacement character. */
export function plainText(text: string): string {
  return text
    .replaceAll("\0", "")
    .replaceAll(/\p{Cs}/gu, "\uFFFD")
    .replaceAll(/\s+/g, " ")
    .trim();
}
