// Which earlier row an amended one restates. Each chamber says how much may have been corrected: the Senate restates a whole
// report, so that what is left over on both sides belongs together; the House marks a row among all that a member ever filed.
/** A row with what is needed to tell whether it restates another one. */
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
  /** what the Senate's title says; null in the House */
  titledOn: string | null;
  tradedOn: string | null;
  tradeType: string;
  owner: string | null;
  ticker: string | null;
  assetName: string;
  assetType: string | null;
  amountRange: string | null;
  comment: string | null;
  /** the sub-holding; null where none is named */
  account: string | null;
  /** the House's number of the transaction, where it is amended or deleted */
  publisherRowId: string | null;
  /** the House's `Filing Status: Deleted` */
  withdraws: boolean;
}

/** A sign that two rows are versions of one: surest first. `only`: not where several earlier rows bear it. */
interface Sign {
  chamber?: "House" | "Senate";
  only?: boolean;
  fits(row: AmendableRow, earlier: AmendableRow): boolean;
}

const signs: Sign[] = [
  {
    chamber: "House",
    fits: (row, earlier) => row.publisherRowId !== null && row.publisherRowId === earlier.publisherRowId,
  },
  { fits: (row, earlier) => agreement(row, earlier) === 4 },
  { chamber: "Senate", fits: (row, earlier) => agreement(row, earlier) === 3 },
  { chamber: "House", only: true, fits: isOneCorrection },
  { chamber: "Senate", fits: (row, earlier) => agreement(row, earlier) === 2 && samePlace(row, earlier) },
];

/** Pairs amended rows with earlier ones, one to one, by the surest sign that they bear. */
export function pairUp(amended: AmendableRow[], live: AmendableRow[]): Map<AmendableRow, AmendableRow> {
  const pairs = new Map<AmendableRow, AmendableRow>();
  const free = new Set(live);
  for (const { chamber, only, fits } of signs) {
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
 * How many of asset, trade date, type and owner agree; another asset counts as a correction only for the same amount. Rows of two
 * sub-holdings are two trades, however much else agrees.
 */
function agreement(a: AmendableRow, b: AmendableRow): number {
  if (a.account !== null && b.account !== null && a.account !== b.account) return 0;
  const asset = sameAsset(a, b);
  if (!asset && a.amountRange !== b.amountRange) return 0;
  return [asset, a.tradedOn === b.tradedOn, a.tradeType === b.tradeType, a.owner === b.owner].filter(Boolean).length;
}

/**
 * Whether one slip was corrected, for the same amount: another type or owner; a date with another year, month or day, or with
 * month and day exchanged; an asset that is worded differently, but not another one altogether.
 */
function isOneCorrection(a: AmendableRow, b: AmendableRow): boolean {
  if (a.amountRange !== b.amountRange || agreement(a, b) !== 3) return false;
  if (!sameAsset(a, b)) return shareWord(a.assetName, b.assetName);
  return a.tradedOn === b.tradedOn || isSlip(a.tradedOn ?? "", b.tradedOn ?? "");
}

function isSlip(a: string, b: string): boolean {
  const [year, month, day] = a.split("-");
  const others = b.split("-");
  if (year === others[0] && month === others[2] && day === others[1]) return true;
  return [year, month, day].filter((part, index) => part !== others[index]).length === 1;
}

function samePlace(a: AmendableRow, b: AmendableRow): boolean {
  return a.rowIndex === b.rowIndex && a.amountRange === b.amountRange;
}

/** among equals: the same sub-holding, the same words, the same bracket, the same comment, the same place in the report, the earliest filing */
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

/** Words that say what kind of thing an asset is, not which one. */
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
