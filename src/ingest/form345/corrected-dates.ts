// Rows of an amendment that found no earlier row of their trade date: which earlier row bears the date that they correct. Pure.
import { formOf, isRestatable, type RestatableRow, same } from "./restatable-row.ts";

/** An earlier row and the amendment's row that restates it. */
type Pair = [earlier: RestatableRow, amended: RestatableRow];

/**
 * Pairs rows of one amendment (`open`, in the order of the form) with `live` earlier rows of another trade date, one to one. First those
 * that agree in everything else: owner, security, ownership, shares and price; of several the one whose date is nearest. Then, where
 * the amended form has one row left of that security and so has the amendment, the two that agree in shares or in price: there the
 * date was corrected together with the other figure. More than that is another trade.
 */
export function matchCorrectedDates(open: RestatableRow[], live: RestatableRow[]): Pair[] {
  const pairs: Pair[] = [];
  const left = () => open.filter((row) => row.tradedOn !== null && !pairs.some(([, by]) => by === row));
  const free = (row: RestatableRow) =>
    live.filter((earlier) => isOfAmendedForm(earlier, row) && !pairs.some(([taken]) => taken === earlier));
  for (const row of left()) {
    const candidates = free(row).filter((earlier) => agreesInFigures(row, earlier));
    // without the date of the amended form nothing says which of several rows is meant
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

/** A row of the form that the amendment says it amends, or of an earlier amendment of that form; of any where it says nothing. */
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

/** Rows without a trade date come last. */
function daysApart(a: RestatableRow, b: RestatableRow): number {
  if (a.tradedOn === null || b.tradedOn === null) return Number.MAX_SAFE_INTEGER;
  return Math.abs(Date.parse(a.tradedOn) - Date.parse(b.tradedOn));
}
