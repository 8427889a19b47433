// Links the amended rows of reports of Congress to the earlier rows that they restate, for all rows of the members
// concerned.
import type pg from "pg";
import { groupBy } from "../../lib/group-by.ts";
import { toHistory } from "../../store/lists/row-history.ts";
import { calendarDate } from "./values.ts";

// Finds which row of an amendment replaces which earlier row. Pure, and a function of all rows of a member together, so
// that the order in which reports were ingested does not matter.
//
// The House marks single rows as amended or deleted. Such a row replaces, or deletes, the row of an earlier report with
// the same asset, trade date, type and owner, or one that differs in only one of them if there is just one such row.
// A deleting row is not a trade: it supersedes itself too.
//
// The Senate amends whole reports: "Periodic Transaction Report for 08/01/2018 (Amendment 1)" is a new version of the
// report of that name, and restates all of it with some corrections. There a row also replaces an earlier one that
// differs in only one of asset, trade date, type and owner: that one is the correction. A row that is still unpaired
// after that may differ in two of them if it is at the same position and has the same amount. A row that the new
// version leaves out remains unchanged: no source says what happened to it.
interface AmendmentLink {
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
  for (const series of groupBy(rows, seriesOf).values()) {
    let live: AmendableRow[] = [];
    for (const report of groupBy(series.toSorted(byReport), (row) => row.reportId).values()) {
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

interface StoredRow extends Omit<AmendableRow, "titledOn" | "baseTitle"> {
  title: string;
  supersededById: string | null;
  originalFiledOn: string | null;
}

/** Updates the links of these members' rows. Returns the members for whom something changed. */
export async function updateAmendmentLinks(client: pg.PoolClient, members: string[]): Promise<string[]> {
  if (members.length === 0) return [];
  const { rows } = await client.query<StoredRow>(
    `SELECT t.id, t.report_id AS "reportId", d.chamber, t.bioguide_id AS "bioguideId", coalesce(d.title, '') AS title,
       coalesce(d.amendment_number, 0) AS "amendmentNumber", t.filed_on AS "filedOn", d.doc_id AS "docId",
       t.row_index AS "rowIndex", t.is_amendment AS "isAmendment", t.withdraws, t.publisher_row_id AS "publisherRowId", t.comment, t.account, t.traded_on AS "tradedOn", t.trade_type AS "tradeType",
       t.owner, CASE WHEN t.ticker_source IS DISTINCT FROM 'asset_name' THEN t.ticker END AS ticker, t.asset_name AS "assetName", t.asset_type AS "assetType", t.amount_range AS "amountRange",
       t.superseded_by_id AS "supersededById", t.original_filed_on AS "originalFiledOn"
     FROM politician_trades t JOIN disclosure_reports d ON d.id = t.report_id WHERE t.bioguide_id = ANY($1)`,
    [members],
  );
  const links = linkAmendments(rows.map(amendable));
  const changed = rows.flatMap((row) => {
    const link = links.get(row.id);
    const same = link?.supersededById === row.supersededById && link.originalFiledOn === row.originalFiledOn;
    return same
      ? []
      : [{ id: row.id, superseded_by_id: link?.supersededById, original_filed_on: link?.originalFiledOn }];
  });
  await saveLinks(client, changed);
  await saveReportLinks(client, rows, links);
  const ids = new Set(changed.map(({ id }) => id));
  return [...new Set(rows.filter(({ id }) => ids.has(id)).map(({ bioguideId }) => bioguideId))];
}

function amendable({ title, ...row }: StoredRow): AmendableRow {
  const heading = /^(.*? for (\S+))(?: \(Amendment \d+\))?$/.exec(title);
  const titledOn = row.isAmendment && row.chamber === "Senate" ? calendarDate(heading?.[2] ?? "") : null;
  return { ...row, baseTitle: heading?.[1] ?? title, titledOn };
}

async function saveLinks(client: pg.PoolClient, changed: { id: string }[]): Promise<void> {
  if (changed.length === 0) return;
  const parameter = [JSON.stringify(changed)];
  const from = "jsonb_to_recordset($1::jsonb) AS r(id bigint, superseded_by_id bigint, original_filed_on date)";
  await client.query(
    toHistory(
      "politician_trade",
      "CASE WHEN r.superseded_by_id IS NULL THEN 'relinked' ELSE 'superseded' END",
      `politician_trades t JOIN ${from} USING (id) WHERE t.superseded_by_id IS DISTINCT FROM r.superseded_by_id`,
    ),
    parameter,
  );
  await client.query(
    `UPDATE politician_trades t SET superseded_by_id = r.superseded_by_id, original_filed_on = r.original_filed_on,
       last_modified = statement_timestamp() FROM ${from} WHERE t.id = r.id`,
    parameter,
  );
}

async function saveReportLinks(
  client: pg.PoolClient,
  rows: StoredRow[],
  links: ReturnType<typeof linkAmendments>,
): Promise<void> {
  const amends = new Map<string, string | null>();
  for (const { id, reportId } of rows)
    amends.set(reportId, amends.get(reportId) ?? links.get(id)?.amendsReportId ?? null);
  await client.query(
    `UPDATE disclosure_reports d SET amends_report_id = r.amends
     FROM jsonb_to_recordset($1::jsonb) AS r(id text, amends text)
     WHERE d.id = r.id AND d.amends_report_id IS DISTINCT FROM r.amends`,
    [JSON.stringify([...amends].map(([id, amendsId]) => ({ id, amends: amendsId })))],
  );
}

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
function pairUp(amended: AmendableRow[], live: AmendableRow[]): Map<AmendableRow, AmendableRow> {
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
