// Which rows an amendment restates. A 4/A never names the accession that it amends, so rows are matched: same company,
// owner, security, trade date, code and table, in an earlier filing. Pure: the answer depends on the rows alone, never on the
// order in which they came in.

/** A trade row as far as matching needs it. Rows handed over together share company, trade date, code and table. */
export interface RestatableRow {
  id: bigint;
  accessionNumber: string;
  rowIndex: number;
  filedOn: string;
  isAmendment: boolean;
  /** `4`, `5`, `4/A`, `5/A` */
  formType: string;
  /** dateOfOriginalSubmission of the amendment */
  originalSubmittedOn: string | null;
  /** CIKs of all owners of the filing */
  owners: string[];
  securityTitle: string;
  ownership: string | null;
  shares: string | null;
  price: string | null;
}

/** Row id -> id of the amendment's row that restates it, for every row that is restated. */
export function findRestatements(rows: RestatableRow[]): Map<bigint, bigint> {
  const restated = new Map<bigint, bigint>();
  const inOrder = [...rows].sort(compareFiled);
  const amendments = new Set(inOrder.filter((row) => row.isAmendment).map((row) => row.accessionNumber));
  for (const accession of amendments) matchFiling(accession, inOrder, restated);
  return restated;
}

/** From the surest sign that two rows are one trade to the mere order of rows. */
const signs: ((amended: RestatableRow, earlier: RestatableRow) => boolean)[] = [
  (a, b) => a.ownership === b.ownership && same(a.shares, b.shares) && same(a.price, b.price),
  (a, b) => a.ownership === b.ownership && (same(a.shares, b.shares) || same(a.price, b.price)),
  (a, b) => a.ownership === b.ownership,
  () => true,
];

/**
 * Each row of the amendment takes at most one live earlier row, the surest pairs first: a 5/A amends a Form 5, so rows of another
 * form come only where its own form has none.
 */
function matchFiling(accession: string, inOrder: RestatableRow[], restated: Map<bigint, bigint>): void {
  const open = new Set(inOrder.filter((row) => row.accessionNumber === accession));
  for (const ofSameForm of [true, false]) matchRows(open, ofSameForm, inOrder, restated);
}

function matchRows(
  open: Set<RestatableRow>,
  ofSameForm: boolean,
  inOrder: RestatableRow[],
  restated: Map<bigint, bigint>,
): void {
  for (const sign of signs) {
    for (const amended of open) {
      const candidates = inOrder.filter(
        (earlier) =>
          !restated.has(earlier.id) &&
          isRestatable(earlier, amended) &&
          (formOf(earlier) === formOf(amended)) === ofSameForm &&
          sign(amended, earlier),
      );
      const named = candidates.find((earlier) => earlier.filedOn === amended.originalSubmittedOn);
      const match = named ?? candidates[0];
      if (!match) continue;
      restated.set(match.id, amended.id);
      open.delete(amended);
    }
  }
}

/** `4` of `4/A` */
function formOf({ formType }: RestatableRow): string {
  return formType.replace("/A", "");
}

function isRestatable(earlier: RestatableRow, amended: RestatableRow): boolean {
  return (
    earlier.accessionNumber !== amended.accessionNumber &&
    compareFiled(earlier, amended) < 0 &&
    earlier.owners.some((owner) => amended.owners.includes(owner)) &&
    securityKey(earlier.securityTitle) === securityKey(amended.securityTitle)
  );
}

/** Filing order: date, originals before amendments of one day, accession; then the rows as filed. */
function compareFiled(a: RestatableRow, b: RestatableRow): number {
  return (
    compare(a.filedOn, b.filedOn) ||
    Number(a.isAmendment) - Number(b.isAmendment) ||
    compare(a.accessionNumber, b.accessionNumber) ||
    a.rowIndex - b.rowIndex
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `Common Stock, par value $0.01` and `COMMON STOCK` are one security. */
export function securityKey(title: string): string {
  return title
    .slice(0, 500)
    .toLowerCase()
    .replace(/[,(]?\s*(without|no|\$?[\d.]+)?\s*par value.*$/, "")
    .replace(/[^a-z0-9]+/g, "");
}

/** Decimal text as filed: `1500` and `1500.00` are the same. */
function same(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && trimZeros(a) === trimZeros(b));
}

function trimZeros(number: string): string {
  return number.includes(".") ? number.replace(/\.?0+$/, "") : number;
}
