// The date quality of an insider trade, which follows from its delay. The rules: docs/guides/freshness-and-coverage.md,
// "Prices and dates with typing errors".
import type { DecimalRange } from "./define-filters.ts";

export type DateQuality = "ok" | "transaction_after_filing" | "implausible_lag";

/**
 * five years: a longer delay between a trade and its filing is assumed to be a mistyped year, for insiders and members
 * of Congress
 */
export const plausibleDays = 1826;

/** The days from the trade to its first filing, by quality; a row without a trade date has no quality. */
export const delaysByQuality: Record<DateQuality, DecimalRange> = {
  ok: { min: "0", max: String(plausibleDays) },
  transaction_after_filing: { max: "-1" },
  implausible_lag: { min: String(plausibleDays + 1) },
};
