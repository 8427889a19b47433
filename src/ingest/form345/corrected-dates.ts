// Amended rows without an earlier row of the same trade date: finds the earlier row whose date they correct. Pure.
import { formOf, isRestatable, type RestatableRow, same } from "./restatable-row.ts";

/** An earlier row and the amendment's row that restates it. */
type Pair = [earlier: RestatableRow, amended: RestatableRow];

/**
 * Pairs rows of one amendment (`open`, in the order of the form) with `live` earlier rows of another trade date, one to
 * one. First rows that agree in everything else: owner, security, ownership, shares and price; among several, the one
 * with the nearest date. Then, if the amended form and the amendment each have one unpaired row of that security, the
 * two rows if they agree in shares or in price: then the date and the other figure were corrected together. Rows that
 * differ more are different trades.
 */
export function matchCorrectedDates(open: RestatableRow[], live: RestatableRow[]): Pair[] {
  const pairs: Pair[] = [];
  const left = () => open.filter((row) => row.tradedOn !== null && !pairs.some(([, by]) => by === row));
  const free = (row: RestatableRow) =>
    live.filter((earlier) => isOfAmendedForm(earlier, row) && !pairs.some(([taken]) => taken === earlier));
  for (const row of left()) {
    const candidates = free(row).filter((earlier) => agreesInFigures(row, earlier));
    // without the date of the amended form, it is unknown which of several rows is corrected
    const isSure = row.originalSubmittedOn !== null || candidates.length === 1;
    const nearest = isSure && candidates.sort((a, b) => daysApart(row, a) - daysApart(row, b))[0];
    if (nearest) pairs.push([nearest, row]);
  }
  for (const row of left().filter(({ originalSubmittedOn }) => originalSubmittedOn !== null)) {
    const [only, ...more] = free(row);
    const rivals = left().filter((other) => other !== row && only && isOfAmendedForm(only, other));
    if (only && more.length + rivals.length === 0 && agreesInOneFigure(row, only)) pairs.push([only, row]);
  }
  return pairs;
}

/**
 * True if the earlier row is of the form that the amendment names, or of an earlier amendment of that form; of any form
 * if the amendment names none.
 */
function isOfAmendedForm(earlier: RestatableRow, row: RestatableRow): boolean {
  const { originalSubmittedOn } = row;
  return (
    isRestatable(earlier, row) &&
    earlier.tradedOn !== row.tradedOn &&
    earlier.ownership === row.ownership &&
    formOf(earlier) === formOf(row) &&
    (originalSubmittedOn === null ||
      originalSubmittedOn === (earlier.isAmendment ? earlier.originalSubmittedOn : earlier.filedOn))
  );
}

const agreesInFigures = (a: RestatableRow, b: RestatableRow): boolean =>
  a.shares !== null && same(a.shares, b.shares) && same(a.price, b.price);

const agreesInOneFigure = (a: RestatableRow, b: RestatableRow): boolean =>
  (a.shares !== null && same(a.shares, b.shares)) || (Number(a.price) > 0 && same(a.price, b.price));

/** Rows without a trade date sort last. */
function daysApart(a: RestatableRow, b: RestatableRow): number {
  if (a.tradedOn === null || b.tradedOn === null) return Number.MAX_SAFE_INTEGER;
  return Math.abs(Date.parse(a.tradedOn) - Date.parse(b.tradedOn));
}
