// A trade row as needed to match amendments, and the comparison of two rows.
import { securityKey } from "../../security-key.ts";
import { trimZeros } from "../../text-ends.ts";

/** The columns of a trade row that matching needs. Rows that are matched together share company, code and table. */
export interface RestatableRow {
  id: bigint;
  accessionNumber: string;
  rowIndex: number;
  filedOn: string;
  tradedOn: string | null;
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

/** `4` of `4/A` */
export function formOf({ formType }: RestatableRow): string {
  return formType.replace("/A", "");
}

/** An earlier row of another filing by one of the same owners, about the same security. */
export function isRestatable(earlier: RestatableRow, amended: RestatableRow): boolean {
  return (
    earlier.accessionNumber !== amended.accessionNumber &&
    compareFiled(earlier, amended) < 0 &&
    earlier.owners.some((owner) => amended.owners.includes(owner)) &&
    securityKey(earlier.securityTitle) === securityKey(amended.securityTitle)
  );
}

/** Filing order: date, originals before amendments of one day, accession; then the rows as filed. */
export function compareFiled(a: RestatableRow, b: RestatableRow): number {
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

/** Decimal text as filed: `1500` and `1500.00` are the same. */
export function same(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && trimZeros(a) === trimZeros(b));
}
