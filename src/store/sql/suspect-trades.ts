// Insider trades whose values were probably mistyped by their filers, or of which it is open whether an amendment
// replaces them. They stay as filed and are shown with the problem. The rows are excluded from every sum, average, score,
// cluster and outcome, and are counted separately. The rules: docs/guides/freshness-and-coverage.md, "Prices and
// dates with typing errors", and "Amendments".
import { type DateQuality, delaysByQuality } from "../../filters/date-quality.ts";
import type { DecimalRange } from "../../filters/define-filters.ts";

const qualities = Object.entries(delaysByQuality) as [DateQuality, DecimalRange][];

/** SQL condition for rows with the alias `t`; null without a trade date. */
const isImplausiblyDated = `(t.filing_delay_days NOT BETWEEN ${delaysByQuality.ok.min} AND ${delaysByQuality.ok.max})`;

/** SQL condition for rows with the alias `t`: a purchase that was disposed of, or a sale that was acquired. */
export const isMisdirected = `((t.transaction_code = 'P' AND t.acquired_disposed = 'D')
  OR (t.transaction_code = 'S' AND t.acquired_disposed = 'A'))`;

/**
 * SQL for rows with the alias `t`: delta_own_pct as responses show it, rounded, and null where the direction conflicts. As
 * text a double has all its digits, as a decimal only fifteen.
 */
export const shownDelta = `(CASE WHEN ${isMisdirected} THEN NULL ELSE round(t.delta_own_pct::text::numeric, 4) END)`;

/** SQL condition for rows with the alias `t`: no rule tells which of an amendment's and its filing's rows count. */
export const isUndecided = "(t.amendment_status = 'undecided')";

/** SQL for rows with the alias `t`: the first reason to exclude the row; null: it is included. */
export const suspicion = `CASE WHEN t.price_quality = 'suspect' THEN 'price_suspect'
  WHEN ${isImplausiblyDated} THEN 'date_suspect'
  WHEN ${isMisdirected} THEN 'direction_conflict'
  WHEN ${isUndecided} THEN 'amendment_undecided' END`;

/** SQL condition for rows with the alias `t`. */
export const isSuspect = `((${suspicion}) IS NOT NULL)`;

/**
 * SQL condition for rows with the alias `t`: the trade date is plausible, so it may be used as a first or last trade
 * date.
 */
export const isPlausiblyDated = `(${isImplausiblyDated} IS NOT TRUE)`;

/** SQL for rows with the alias `t`, as dateQualityOf. */
export const dateQuality = `CASE ${qualities
  .map(([quality, { min, max }]) => {
    const bounds = [min && `t.filing_delay_days >= ${min}`, max && `t.filing_delay_days <= ${max}`];
    return `WHEN ${bounds.filter(Boolean).join(" AND ")} THEN '${quality}'`;
  })
  .join(" ")} END`;

/**
 * The date_quality of an insider trade; null without a trade date. The delay ends at the first filing that has the
 * trade.
 */
export function dateQualityOf({ filingDelayDays }: { filingDelayDays: number | null }): DateQuality | null {
  if (filingDelayDays === null) return null;
  const isIn = ({ min, max }: DecimalRange) =>
    (min == null || filingDelayDays >= Number(min)) && (max == null || filingDelayDays <= Number(max));
  return qualities.find(([, delays]) => isIn(delays))?.[0] ?? null;
}

/** A purchase filed as disposed of, or a sale filed as acquired; null if the form does not state it. */
export function hasDirectionConflict(row: {
  transactionCode: string;
  acquiredDisposed: string | null;
}): boolean | null {
  const opposite = { P: "D", S: "A" }[row.transactionCode];
  if (opposite === undefined) return false;
  return row.acquiredDisposed === null ? null : row.acquiredDisposed === opposite;
}
