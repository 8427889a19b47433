// Finds the earlier row that an amended row restates. The rules differ by chamber: the Senate restates a whole report,
// so unpaired rows on both sides belong together; the House marks one row among all rows that a member ever filed.
/** A row with the data needed to decide whether it restates another one. */
export interface AmendableRow {
  id: string;
  reportId: string;
  chamber: string;
  bioguideId: string;
  /** the report's title without "(Amendment n)" */
  baseTitle: string;
  amendmentNumber: number;
  filedOn: string;
  docId: string;
  rowIndex: number;
  isAmendment: boolean;
  /** the date in the Senate's title; null for the House */
  titledOn: string | null;
  tradedOn: string | null;
  tradeType: string;
  owner: string | null;
  ticker: string | null;
  assetName: string;
  assetType: string | null;
  amountRange: string | null;
  comment: string | null;
  /** the sub-holding; null if none is named */
  account: string | null;
  /** the House's number of the transaction, if it is amended or deleted */
  publisherRowId: string | null;
  /** the House's `Filing Status: Deleted` */
  withdraws: boolean;
}

/**
 * A rule for recognising two rows as versions of one trade; the most certain rule comes first. `only`: does not apply
 * if several earlier rows match.
 */
interface Sign {
  chamber?: "House" | "Senate";
  only?: boolean;
  fits(row: AmendableRow, earlier: AmendableRow): boolean;
}

const rules: Sign[] = [
  {
    chamber: "House",
    fits: (row, earlier) => row.publisherRowId !== null && row.publisherRowId === earlier.publisherRowId,
  },
  { fits: (row, earlier) => agreement(row, earlier) === 4 },
  { chamber: "Senate", fits: (row, earlier) => agreement(row, earlier) === 3 },
  { chamber: "House", only: true, fits: isOneCorrection },
  { chamber: "Senate", fits: (row, earlier) => agreement(row, earlier) === 2 && samePosition(row, earlier) },
];

/** Pairs amended rows with earlier ones, one to one, by the most certain rule that matches. */
export function pairUp(amended: AmendableRow[], live: AmendableRow[]): Map<AmendableRow, AmendableRow> {
  const pairs = new Map<AmendableRow, AmendableRow>();
  const free = new Set(live);
  for (const { chamber, only, fits } of rules) {
    for (const row of amended) {
      if (pairs.has(row) || (chamber && row.chamber !== chamber)) continue;
      const candidates = [...free].filter((earlier) => fits(row, earlier));
      if (only && candidates.length > 1) continue;
      const best = candidates.toSorted((a, b) => closeness(row, b) - closeness(row, a))[0];
      if (!best) continue;
      pairs.set(row, best);
      free.delete(best);
    }
  }
  return pairs;
}

/**
 * Counts how many of asset, trade date, type and owner agree. A different asset counts as a correction only for the
 * same amount. Rows of two sub-holdings are two trades, whatever else agrees.
 */
function agreement(a: AmendableRow, b: AmendableRow): number {
  if (a.account !== null && b.account !== null && a.account !== b.account) return 0;
  const asset = sameAsset(a, b);
  if (!asset && a.amountRange !== b.amountRange) return 0;
  return [asset, a.tradedOn === b.tradedOn, a.tradeType === b.tradeType, a.owner === b.owner].filter(Boolean).length;
}

/**
 * True if a single typing error was corrected and the amount is the same: another type or owner; a date with another
 * year, month or day, or with month and day swapped; an asset with different wording that is not a different asset.
 */
function isOneCorrection(a: AmendableRow, b: AmendableRow): boolean {
  if (a.amountRange !== b.amountRange || agreement(a, b) !== 3) return false;
  if (!sameAsset(a, b)) return shareWord(a.assetName, b.assetName);
  return a.tradedOn === b.tradedOn || isDateTypo(a.tradedOn ?? "", b.tradedOn ?? "");
}

function isDateTypo(a: string, b: string): boolean {
  const [year, month, day] = a.split("-");
  const others = b.split("-");
  if (year === others[0] && month === others[2] && day === others[1]) return true;
  return [year, month, day].filter((part, index) => part !== others[index]).length === 1;
}

function samePosition(a: AmendableRow, b: AmendableRow): boolean {
  return a.rowIndex === b.rowIndex && a.amountRange === b.amountRange;
}

/**
 * tie-breaker among candidates, in this order: the same sub-holding, asset name, bracket, comment, position in the
 * report; then the earliest filing
 */
function closeness(row: AmendableRow, earlier: AmendableRow): number {
  return (
    (row.account === earlier.account ? 32 : 0) +
    (nameKey(row.assetName) === nameKey(earlier.assetName) ? 16 : 0) +
    (row.amountRange === earlier.amountRange ? 8 : 0) +
    (row.comment === earlier.comment ? 4 : 0) +
    (row.rowIndex === earlier.rowIndex ? 2 : 0)
  );
}

// Options on one symbol differ in their strike and expiry, which are in the name.
function sameAsset(a: AmendableRow, b: AmendableRow): boolean {
  if (nameKey(a.assetName) === nameKey(b.assetName)) return true;
  const option = /option|^OP$/i;
  if (option.test(a.assetType ?? "") || option.test(b.assetType ?? "")) return false;
  return a.ticker !== null && a.ticker === b.ticker && a.assetType === b.assetType;
}

function nameKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9%.]+/g, " ")
    .trim();
}

/** Words that describe the kind of an asset and do not identify it. */
const kinds = new Set(
  "bond bonds capital class common company corp corporation depositary fund group holdings incorporated limited notes ordinary preferred series shares stock trust united".split(
    " ",
  ),
);

function shareWord(a: string, b: string): boolean {
  const words = new Set(nameKey(a).split(" "));
  return nameKey(b)
    .split(" ")
    .some((word) => word.length > 3 && /[a-z]/.test(word) && !kinds.has(word) && words.has(word));
}
