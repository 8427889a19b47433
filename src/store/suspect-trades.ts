// Insider trades whose figures were probably mistyped by their filers (contract, section 4). The figures stay as filed and are shown with
// what is wrong with them; the rows stay out of every sum, average, score, cluster and outcome, and are counted beside them.

/** five years: a longer delay between a trade and its filing is taken for a mistyped year, of insiders and of members of Congress */
export const plausibleDays = 1826;

/** SQL for rows with the alias `t`: why the row is left out, the first that holds; null: it counts. */
export const suspicion = `CASE WHEN t.price_quality = 'suspect' THEN 'price_suspect'
  WHEN t.filing_delay_days < 0 OR t.filing_delay_days > ${plausibleDays} THEN 'date_suspect'
  WHEN (t.transaction_code = 'P' AND t.acquired_disposed = 'D') OR (t.transaction_code = 'S' AND t.acquired_disposed = 'A') THEN 'direction_conflict' END`;

/** SQL for rows with the alias `t`. */
export const isSuspect = `((${suspicion}) IS NOT NULL)`;

/** SQL for rows with the alias `t`: the trade date is no mistyped one, so that it may be a first or a last. */
export const isPlausiblyDated = `((t.filing_delay_days < 0 OR t.filing_delay_days > ${plausibleDays}) IS NOT TRUE)`;

type DateQuality = "ok" | "transaction_after_filing" | "implausible_lag";

/** The words of date_quality; null without a trade date. The delay runs to the first filing that has the trade. */
export function dateQualityOf({ filingDelayDays }: { filingDelayDays: number | null }): DateQuality | null {
  if (filingDelayDays === null) return null;
  if (filingDelayDays < 0) return "transaction_after_filing";
  return filingDelayDays > plausibleDays ? "implausible_lag" : "ok";
}

/** A purchase that was filed as disposed of, or a sale as acquired; null where the form does not say which. */
export function hasDirectionConflict(row: {
  transactionCode: string;
  acquiredDisposed: string | null;
}): boolean | null {
  const opposite = { P: "D", S: "A" }[row.transactionCode];
  if (opposite === undefined) return false;
  return row.acquiredDisposed === null ? null : row.acquiredDisposed === opposite;
}
