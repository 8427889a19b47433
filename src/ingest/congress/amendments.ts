// Which row of an amendment replaces which earlier row. Pure, and a function of all rows of a member at once, so that the
// order in which reports were ingested does not matter.
//
// The House marks single rows as amended: such a row replaces the row of an earlier report with the same asset, trade date,
// type and owner. The Senate amends whole reports: "Periodic Transaction Report for 08/01/2018 (Amendment 1)" is a new
// version of the report of that name, and restates all of it with something corrected. There a row also replaces an earlier
// one that differs in a single one of asset, trade date, type and owner: that one is the correction. What is left over after
// that may differ in two of them where it stands in the same place, for the same amount. A row that the new version leaves
// out stays as it is: nothing says what became of it.

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
}

export interface AmendmentLink {
  supersededById: string | null;
  originalFiledOn: string | null;
  /** the report of the row that this one replaces */
  amendsReportId: string | null;
}

/** The links of all rows, by row id. `rows` must hold every row of the members concerned. */
export function linkAmendments(rows: AmendableRow[]): Map<string, AmendmentLink> {
  const links = new Map<string, AmendmentLink>(
    rows.map((row) => [row.id, { supersededById: null, originalFiledOn: row.titledOn, amendsReportId: null }]),
  );
  for (const series of grouped(rows, seriesOf)) {
    let live: AmendableRow[] = [];
    for (const report of grouped(series.toSorted(byReport), (row) => row.reportId)) {
      const amended = report.filter((row) => row.isAmendment);
      for (const [row, replaced] of pairUp(amended, live)) {
        const link = links.get(row.id) as AmendmentLink;
        link.amendsReportId = replaced.reportId;
        link.originalFiledOn ??= replaced.isAmendment
          ? (links.get(replaced.id)?.originalFiledOn ?? null)
          : replaced.filedOn;
        (links.get(replaced.id) as AmendmentLink).supersededById = row.id;
      }
      live = [...live.filter((row) => links.get(row.id)?.supersededById === null), ...report];
    }
  }
  return links;
}

function grouped(rows: AmendableRow[], keyOf: (row: AmendableRow) => string): Iterable<AmendableRow[]> {
  const groups = new Map<string, AmendableRow[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups.values();
}

function seriesOf(row: AmendableRow): string {
  return row.chamber === "Senate" ? `${row.bioguideId}|Senate|${row.baseTitle}` : `${row.bioguideId}|House`;
}

function byReport(a: AmendableRow, b: AmendableRow): number {
  return (
    a.amendmentNumber - b.amendmentNumber ||
    compare(a.filedOn, b.filedOn) ||
    compare(a.docId, b.docId) ||
    a.rowIndex - b.rowIndex
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Pairs new rows with earlier ones, one to one: exact restatements first, then (Senate) those with one correction, then two. */
function pairUp(amended: AmendableRow[], live: AmendableRow[]): Map<AmendableRow, AmendableRow> {
  const pairs = new Map<AmendableRow, AmendableRow>();
  const free = new Set(live);
  for (const agreeing of [4, 3, 2]) {
    for (const row of amended) {
      if (pairs.has(row) || (agreeing < 4 && row.chamber !== "Senate")) continue;
      const candidates = [...free].filter(
        (earlier) => agreement(row, earlier) === agreeing && (agreeing > 2 || samePlace(row, earlier)),
      );
      const best = candidates.toSorted((a, b) => closeness(row, b) - closeness(row, a))[0];
      if (!best) continue;
      pairs.set(row, best);
      free.delete(best);
    }
  }
  return pairs;
}

/** How many of asset, trade date, type and owner agree; another asset counts as a correction only for the same amount. */
function agreement(a: AmendableRow, b: AmendableRow): number {
  const asset = sameAsset(a, b);
  if (!asset && a.amountRange !== b.amountRange) return 0;
  return [asset, a.tradedOn === b.tradedOn, a.tradeType === b.tradeType, a.owner === b.owner].filter(Boolean).length;
}

function samePlace(a: AmendableRow, b: AmendableRow): boolean {
  return a.rowIndex === b.rowIndex && a.amountRange === b.amountRange;
}

/** among equals: the same words, the same bracket, the same place in the report, the latest filing */
function closeness(row: AmendableRow, earlier: AmendableRow): number {
  return (
    (nameKey(row.assetName) === nameKey(earlier.assetName) ? 8 : 0) +
    (row.amountRange === earlier.amountRange ? 4 : 0) +
    (row.rowIndex === earlier.rowIndex ? 2 : 0)
  );
}

// Options on one symbol differ in their strike and expiry, which stand in the name.
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
