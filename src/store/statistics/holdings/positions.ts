// Positions: per owner, security and vehicle the last stated holding, and the ledger that leads to it.
import { type SecurityClass, titleClass } from "../../../security-class.ts";
import { securityKey } from "../../../security-key.ts";
import type { Listed, Page } from "../../lists/page.ts";
import type { Db } from "../../store.ts";
import { type LedgerEntry, ledgerOf, type Split } from "./ledger.ts";
import { type PositionRow, rowsOfCompany, rowsOfInsider } from "./rows.ts";
import { splitsOf } from "./splits.ts";
import { type Vehicle, vehicleOf } from "./vehicle.ts";

/** maximum number of ledger entries of a position, the newest ones */
export const mostEntries = 100;

export interface Position {
  companyCik: string;
  insiderCik: string;
  securityTitle: string;
  securityClass: SecurityClass;
  isDerivative: boolean;
  /** `D` or `I` */
  ownership: string | null;
  vehicle: Vehicle | null;
  natureOfOwnership: string | null;
  exercisePrice: string | null;
  expiresOn: string | null;
  /** as last stated; null if the form states a value instead */
  shares: string | null;
  /** US dollars, if the form states a value instead of shares */
  value: string | null;
  statedOn: string;
  filedOn: string;
  formType: string;
  accessionNumber: string;
  /**
   * number of positions with this description that only footnotes distinguish; if there are several, `shares` is that
   * of one
   */
  parts: number;
  entryCount: number;
  /** entries without an explanation */
  gapCount: number;
  /** the newest, in order of trade date and form */
  ledger: LedgerEntry<PositionRow>[];
}

/** The positions of an insider in all companies; null for an unknown insider. */
export async function insiderPositions(db: Db, cik: string, page: Page): Promise<Listed<Position> | null> {
  if ((await db.insider.count({ where: { cik } })) === 0) return null;
  return await pageOf(
    db,
    positionsOf(await rowsOfInsider(db, cik), ({ companyCik }) => companyCik),
    page,
  );
}

/** The positions of all insiders in a company, by first listed owner; null for an unknown company. */
export async function companyPositions(db: Db, cik: string, page: Page): Promise<Listed<Position> | null> {
  if ((await db.company.count({ where: { cik } })) === 0) return null;
  return await pageOf(
    db,
    positionsOf(await rowsOfCompany(db, cik), ({ insiderCik }) => insiderCik),
    page,
  );
}

async function pageOf(db: Db, positions: Group[], { page, pageSize }: Page): Promise<Listed<Position>> {
  const from = (page - 1) * pageSize;
  const shown = positions.slice(from, from + pageSize);
  const nodes = shown.map((group) => positionOf(group, []));
  // prices are read only for positions with unexplained entries
  const doubtful = nodes.filter(({ ledger }) => ledger.some(({ cause }) => cause === "gap" || cause === "footnote"));
  const splits = await splitsOf(db, [...new Set(doubtful.map(({ companyCik }) => companyCik))]);
  const known = (position: Position) => splits.get(position.companyCik) ?? [];
  return {
    total: positions.length,
    nodes: nodes.map((node, place) => {
      const group = shown[place];
      return group && doubtful.includes(node) && known(node).length > 0 ? positionOf(group, known(node)) : node;
    }),
  };
}

interface Group {
  key: string;
  filedOn: string;
  rows: PositionRow[];
}

/** Newest filing first, ties by the position's key. */
function positionsOf(rows: PositionRow[], whose: (row: PositionRow) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const key = `${whose(row)}|${positionKey(row)}`;
    const group = groups.get(key) ?? { key, filedOn: row.filedOn, rows: [] };
    groups.set(key, group);
    group.rows.push(row);
    if (row.filedOn > group.filedOn) group.filedOn = row.filedOn;
  }
  return [...groups.values()].sort((a, b) => compare(b.filedOn, a.filedOn) || compare(a.key, b.key));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Derivatives with other terms are other securities. */
function positionKey(row: PositionRow): string {
  const terms = row.isDerivative ? [row.exercisePrice ?? "", row.expiresOn ?? ""] : [];
  const nature = (row.natureOfOwnership ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "");
  return [row.isDerivative ? "D" : "N", securityKey(row.securityTitle), ...terms, row.ownership ?? "", nature].join(
    "|",
  );
}

function positionOf({ rows }: Group, splits: readonly Split[]): Position {
  markRestated(rows);
  const { entries, parts } = ledgerOf(rows, splits);
  const last = (
    entries.findLast(({ row }) => !row.isSuperseded && (row.after ?? row.valueAfter) !== null) ?? entries.at(-1)
  )?.row;
  if (!last) throw new Error("a position has at least one row");
  return {
    companyCik: last.companyCik,
    insiderCik: last.insiderCik,
    securityTitle: last.securityTitle,
    securityClass: titleClass(last.securityTitle, last.isDerivative),
    isDerivative: last.isDerivative,
    ownership: last.ownership,
    vehicle: vehicleOf(last.ownership, last.natureOfOwnership),
    natureOfOwnership: last.natureOfOwnership,
    exercisePrice: last.exercisePrice,
    expiresOn: last.expiresOn,
    shares: last.after,
    value: last.valueAfter,
    statedOn: last.on,
    filedOn: last.filedOn,
    formType: last.formType,
    accessionNumber: last.accessionNumber,
    parts,
    entryCount: entries.length,
    gapCount: entries.filter(({ cause }) => cause === "gap").length,
    ledger: entries.slice(-mostEntries),
  };
}

/** Marks holdings that a later amendment of the same form and period restates. Trades are already marked. */
function markRestated(rows: PositionRow[]): void {
  const amendedOn = new Map<string, string>();
  const report = ({ formType, on }: PositionRow) => `${formType.replace("/A", "")}|${on}`;
  const filed = ({ filedOn, accessionNumber }: PositionRow) => `${filedOn}|${accessionNumber}`;
  const statements = rows.filter(({ isTransaction }) => !isTransaction);
  for (const row of statements)
    if (row.formType.endsWith("/A") && filed(row) > (amendedOn.get(report(row)) ?? ""))
      amendedOn.set(report(row), filed(row));
  for (const row of statements) row.isSuperseded = filed(row) < (amendedOn.get(report(row)) ?? "");
}
