// Formats values, dates and times for all pages: ISO dates, UTC, a dash for unknown.
import { useEffect, useState } from "react";

export { bytes, dollars, madeVisible, shortened, signed } from "../../lib/display.ts";

import { inGroups, unknown } from "../../lib/display.ts";

export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? unknown : value.toLocaleString("en-US");
}

/** A share of a whole as `93.1 %`; unknown if the whole is 0. */
export function share(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : unknown;
}

/** `2026-11-21 16:05:09`, in UTC; the column head names the zone. */
export function instant(time: string | null | undefined): string {
  return time ? new Date(time).toISOString().slice(0, 19).replace("T", " ") : unknown;
}

const spans: [seconds: number, unit: string][] = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
];

/** `2 min ago`, `in 3 h`; `now` is in milliseconds. */
export function relative(time: string | null | undefined, now: number): string {
  if (!time) return unknown;
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  const [size, unit] = spans.find(([min]) => Math.abs(seconds) >= min) ?? [1, "s"];
  const amount = `${Math.floor(Math.abs(seconds) / size)} ${unit}`;
  if (Math.abs(seconds) < 1) return "now";
  return seconds < 0 ? `${amount} ago` : `in ${amount}`;
}

const perShareValue = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const minPerShare = 0.0001;

/** A share price as filed, with two to four decimals: `55.49`, `0.0125`; below 0.0001 in full. */
export function perShare(price: string | number | null | undefined): string {
  if (price === null || price === undefined) return unknown;
  const number = Number(price);
  if (number !== 0 && Math.abs(number) < minPerShare) return exact(String(price));
  return perShareValue.format(number);
}

/** A decimal text in full, with thousands separators: `12,345.0625`. */
export function exact(amount: string | null | undefined): string {
  if (amount === null || amount === undefined) return unknown;
  const [whole = "", fraction] = amount.split(".");
  return inGroups(whole) + (fraction === undefined ? "" : `.${fraction}`);
}

/** A price in US dollars per month. */
export function price(amount: string | number | null): string {
  if (amount === null) return "by arrangement";
  return Number(amount) === 0 ? "free" : `$${count(Number(amount))}`;
}

/** The current time in milliseconds, updated at an interval, for relative times. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  // a render for another reason may be later than the last tick
  return Math.max(now, Date.now());
}
