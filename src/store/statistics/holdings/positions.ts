// Positions: per owner, security and vehicle the last stated holding, and the ledger that leads to it.
import { type SecurityClass, securityKey } from "../../../domain/security-class.ts";
import type { HoldingSort, SortedBy } from "../../../filters/sorts.ts";
import type { Listed, Page } from "../../lists/page.ts";
import { type Db, Prisma } from "../../store.ts";
import { inForm, type LedgerEntry, ledgerOf } from "./ledger.ts";
import { type PositionRow, rowsOfCompany, rowsOfInsider } from "./rows.ts";
import { inOrder, sortPositions } from "./sorted.ts";
import type { Split } from "./split-between.ts";
import { type Vehicle, vehicleOf } from "./vehicle.ts";

// Splits detected from price series: days on which the factor between the close as traded and the adjusted close jumps.

/** smallest jump that is a split; dividends change the factor by less */
const minJump = 1.2;
/** ratios are fractions with this denominator, reduced: 3 for 2, 4 for 3, 5 for 4, 20 for 1 */
const parts = 12;

/**
 * Company CIK -> splits by day, from every series with closes as traded of a current or former symbol of the company.
 */
async function splitsOf(db: Db, ciks: readonly string[]): Promise<Map<string, Split[]>> {
  const found = new Map<string, Split[]>();
  if (ciks.length === 0) return found;
  const rows = await db.$queryRaw<{ cik: string; on: string; jump: number }[]>`
    SELECT DISTINCT ON (cik, "on") cik, "on", jump FROM (
      SELECT t.company_cik AS cik, b.date::text AS "on", (b.factor / b.before)::float8 AS jump
      FROM company_tickers t
      JOIN price_series p USING (symbol)
      CROSS JOIN LATERAL (
        SELECT date, adjusted_close / close AS factor, lag(adjusted_close / close) OVER (ORDER BY date) AS before
        FROM price_bars WHERE series_id = p.id AND close > 0 AND adjusted_close > 0
      ) AS b
      WHERE t.company_cik IN (${Prisma.join([...ciks])}) AND b.before > 0
    ) AS jumps
    WHERE jump >= ${minJump} OR jump <= ${1 / minJump}
    ORDER BY cik, "on", jump`;
  for (const { cik, on, jump } of rows) {
    const splits = found.get(cik) ?? [];
    found.set(cik, splits);
    splits.push({ on, ...fractionOf(jump) });
  }
  return found;
}

function fractionOf(jump: number): Pick<Split, "shares" | "outOf"> {
  return jump > 1
    ? { shares: Math.round(jump * parts), outOf: parts }
    : { shares: parts, outOf: Math.round(parts / jump) };
}

/** maximum number of ledger entries of a position, the newest ones */
export const maxEntries = 100;

export interface Position {
  /** of its security, vehicle and owner or company: what makes the order of a list total */
  key: string;
  companyCik: string;
  insiderCik: string;
  securityTitle: string;
  /** null where no reviewed pattern covers the title */
  securityClass: SecurityClass | null;
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
export async function insiderPositions(
  db: Db,
  cik: string,
  by: SortedBy<HoldingSort>,
  page: Page,
): Promise<Listed<Position> | null> {
  if ((await db.insider.count({ where: { cik } })) === 0) return null;
  const groups = groupsOf(await rowsOfInsider(db, cik), ({ companyCik }) => companyCik);
  return await pageOf(db, groups, by, page);
}

/** The positions of all insiders in a company, by first listed owner; null for an unknown company. */
export async function companyPositions(
  db: Db,
  cik: string,
  by: SortedBy<HoldingSort>,
  page: Page,
): Promise<Listed<Position> | null> {
  if ((await db.company.count({ where: { cik } })) === 0) return null;
  const groups = groupsOf(await rowsOfCompany(db, cik), ({ insiderCik }) => insiderCik);
  return await pageOf(db, groups, by, page);
}

async function pageOf(
  db: Db,
  groups: Group[],
  { sort, order }: SortedBy<HoldingSort>,
  { page, pageSize }: Page,
): Promise<Listed<Position>> {
  const shown = <T>(all: T[]) => all.slice((page - 1) * pageSize, page * pageSize);
  // what is stated last is known only with the ledger, which the sort by filing spares all other pages
  const nodes =
    sort === "FILED_ON"
      ? await positionsOf(db, shown(inOrder(groups, ({ newest }) => newest, order)))
      : shown(await sortPositions(db, await positionsOf(db, groups), { sort, order }));
  return { total: groups.length, nodes };
}

/** The positions of the groups, at the same places. */
async function positionsOf(db: Db, groups: readonly Group[]): Promise<Position[]> {
  const positions = groups.map((group) => positionOf(group, []));
  // prices are read only for positions with entries that a split may explain
  const isDoubtful = ({ ledger }: Position) => ledger.some(({ gap, cause }) => mayBeSplit(gap, cause));
  const doubtful = positions.filter(isDoubtful);
  const splits = await splitsOf(db, [...new Set(doubtful.map(({ companyCik }) => companyCik))]);
  return positions.map((position, index) => {
    const known = splits.get(position.companyCik) ?? [];
    const group = groups[index];
    return group && known.length > 0 && isDoubtful(position) ? positionOf(group, known) : position;
  });
}

const otherCauses = new Set<LedgerEntry<PositionRow>["cause"]>(["rounding", "superseded", "split"]);
const mayBeSplit = (gap: string | null, cause: LedgerEntry<PositionRow>["cause"]): boolean =>
  cause?.startsWith("several_") || (gap !== null && gap !== "0" && !otherCauses.has(cause));

interface Group {
  key: string;
  /** filing date of the newest row */
  newest: string;
  rows: PositionRow[];
}

function groupsOf(rows: PositionRow[], whose: (row: PositionRow) => string): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const key = `${whose(row)}|${positionKey(row)}`;
    const group = groups.get(key) ?? { key, newest: row.filedOn, rows: [] };
    groups.set(key, group);
    group.rows.push(row);
    if (row.filedOn > group.newest) group.newest = row.filedOn;
  }
  return [...groups.values()];
}

/** Derivatives with other terms are other securities. */
function positionKey(row: PositionRow): string {
  const terms = row.isDerivative ? [row.exercisePrice ?? "", row.expiresOn ?? ""] : [];
  const nature = (row.natureOfOwnership ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "");
  return [row.isDerivative ? "D" : "N", securityKey(row.securityTitle), ...terms, row.ownership ?? "", nature].join(
    "|",
  );
}

function positionOf({ key, rows }: Group, splits: readonly Split[]): Position {
  markRestated(rows);
  const { entries, parts } = ledgerOf(rows, splits);
  const last = lastStated(entries);
  if (!last) throw new Error("a position has at least one row");
  return {
    key,
    companyCik: last.companyCik,
    insiderCik: last.insiderCik,
    securityTitle: last.securityTitle,
    securityClass: last.securityClass,
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
    ledger: entries.slice(-maxEntries),
  };
}

/** The last row of the newest form that states the position, whatever the order in which its rows follow. */
function lastStated(entries: LedgerEntry<PositionRow>[]): PositionRow | undefined {
  const stated = entries
    .map(({ row }) => row)
    .filter((row) => !row.isSuperseded && (row.after ?? row.valueAfter) !== null);
  const newest = stated.at(-1)?.accessionNumber;
  return (
    stated
      .filter((row) => row.accessionNumber === newest)
      .sort(inForm)
      .at(-1) ?? entries.at(-1)?.row
  );
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
