// Finds the rows that an amendment restates. A 4/A never names the accession number that it amends, so rows are
// matched: same company, owner, security, trade date, code and table, in an earlier filing. Rows that are still
// unmatched are then matched by a corrected trade date (corrected-dates.ts). Pure: the result depends only on the rows,
// never on the order in which they were ingested.
import { matchCorrectedDates } from "./corrected-dates.ts";
import { compareFiled, formOf, isRestatable, type RestatableRow, same } from "./restatable-row.ts";

/** For every restated row: its id -> id of the amendment's row that restates it. */
export function findRestatements(rows: RestatableRow[]): Map<bigint, bigint> {
  const restated = new Map<bigint, bigint>();
  const inOrder = [...rows].sort(compareFiled);
  const ofDay = groupBy(inOrder, ({ tradedOn }) => tradedOn);
  for (const amended of groupBy(
    inOrder,
    ({ isAmendment, accessionNumber }) => isAmendment && accessionNumber,
  ).values()) {
    if (!amended[0]?.isAmendment) continue;
    const open = new Set(amended);
    for (const ofSameForm of [true, false]) matchRows(open, ofSameForm, ofDay, restated);
    if (open.size === 0) continue;
    const live = inOrder.filter((row) => !restated.has(row.id));
    for (const [earlier, by] of matchCorrectedDates([...open], live)) restated.set(earlier.id, by.id);
  }
  return restated;
}

function groupBy<Key>(rows: RestatableRow[], keyOf: (row: RestatableRow) => Key): Map<Key, RestatableRow[]> {
  const groups = new Map<Key, RestatableRow[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Rules for two rows of one trade date being the same trade, from the most certain one to mere order of rows. */
const rules: ((amended: RestatableRow, earlier: RestatableRow) => boolean)[] = [
  (a, b) => a.ownership === b.ownership && same(a.shares, b.shares) && same(a.price, b.price),
  (a, b) => a.ownership === b.ownership && (same(a.shares, b.shares) || same(a.price, b.price)),
  (a, b) => a.ownership === b.ownership,
  () => true,
];

/**
 * Pairs each row of the amendment with at most one live earlier row of its trade date, the most certain pairs first. A
 * 5/A amends a Form 5, so rows of another form are used only if its own form has none. Matched rows are removed from
 * `open`.
 */
function matchRows(
  open: Set<RestatableRow>,
  ofSameForm: boolean,
  ofDay: Map<string | null, RestatableRow[]>,
  restated: Map<bigint, bigint>,
): void {
  for (const matches of rules) {
    for (const amended of open) {
      if (amended.tradedOn === null) continue;
      const candidates = (ofDay.get(amended.tradedOn) ?? []).filter(
        (earlier) =>
          !restated.has(earlier.id) &&
          isRestatable(earlier, amended) &&
          (formOf(earlier) === formOf(amended)) === ofSameForm &&
          matches(amended, earlier),
      );
      const named = candidates.find((earlier) => earlier.filedOn === amended.originalSubmittedOn);
      const match = named ?? candidates[0];
      if (!match) continue;
      restated.set(match.id, amended.id);
      open.delete(amended);
    }
  }
}
