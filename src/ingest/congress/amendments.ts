// Finds which row of an amendment replaces which earlier row. Pure, and a function of all rows of a member together, so
// that the order in which reports were ingested does not matter.
//
// The House marks single rows as amended or deleted. Such a row replaces, or deletes, the row of an earlier report with
// the same asset, trade date, type and owner, or one that differs in only one of them if there is just one such row
// (restatement.ts). A deleting row is not a trade: it supersedes itself too.
//
// The Senate amends whole reports: "Periodic Transaction Report for 08/01/2018 (Amendment 1)" is a new version of the
// report of that name, and restates all of it with some corrections. There a row also replaces an earlier one that
// differs in only one of asset, trade date, type and owner: that one is the correction. A row that is still unpaired
// after that may differ in two of them if it is at the same position and has the same amount. A row that the new
// version leaves out remains unchanged: no source says what happened to it.

import { type AmendableRow, pairUp } from "./restatement.ts";

export interface AmendmentLink {
  /** for a row that deletes another one: itself */
  supersededById: string | null;
  originalFiledOn: string | null;
  /** the report of the row that this one replaces */
  amendsReportId: string | null;
}

/** The links of all rows, by row id. `rows` must contain every row of the members concerned. */
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
      for (const row of report) if (row.withdraws) (links.get(row.id) as AmendmentLink).supersededById = row.id;
      live = [...live, ...report].filter((row) => links.get(row.id)?.supersededById === null);
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
