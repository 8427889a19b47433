// Sums over companies' trades in windows that ended on a past day, by what is stored today: later corrections count, and
// later filings do not.
import {
  firstDayOf,
  insiderColumns,
  isOnMarket,
  memberColumns,
  type Windows,
  windowInsiders,
  windowMembers,
  windowMembersGroup,
  windowPeople,
  windowSums,
  windowTrade,
} from "../sql/company-windows.ts";
import { type Db, Prisma } from "../store.ts";

export type CompanyWindow = Omit<Prisma.CompanyWindowSumsGetPayload<Record<string, never>>, "dueOn">;

const day = "(SELECT day FROM as_of)";

/** SQL: the sums of the windows that ended on a day; without companies those of all. */
export function windowsUntil(asOf: string, { days, ciks }: { days?: readonly number[]; ciks?: readonly string[] }) {
  const windows: Windows = { day, ...(days && { days }) };
  const [from, columns, onMarket, members, group, people, insiders, sums] = [
    firstDayOf(windows),
    windowTrade,
    isOnMarket,
    windowMembers(windows),
    windowMembersGroup,
    windowPeople(windows),
    windowInsiders(windows),
    windowSums,
  ].map((text) => Prisma.raw(text));
  const ofThese = ciks ? Prisma.sql`AND t.company_cik = ANY(${[...ciks]}::text[])` : Prisma.empty;
  return Prisma.sql`
    WITH as_of AS MATERIALIZED (SELECT ${asOf}::date AS day),
    window_trades AS MATERIALIZED (
      SELECT ${columns} FROM insider_trades t WHERE ${onMarket} ${ofThese}
        AND t.filed_on >= ${from} AND t.filed_on <= ${Prisma.raw(day)}
    ),
    window_people AS MATERIALIZED (${people}),
    window_members AS (${members} ${ofThese} AND t.filed_on <= ${Prisma.raw(day)} ${group}),
    window_insiders AS (${insiders})
    ${sums}`;
}

const fields = Prisma.raw(
  ["company_cik", "days", ...insiderColumns, ...memberColumns]
    .map((name) => `${name} AS "${name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}"`)
    .join(", "),
);

/** The windows of these companies; one without trades has none. */
export const companyWindowsUntil = (db: Db, ciks: readonly string[], asOf: string): Promise<CompanyWindow[]> =>
  db.$queryRaw<CompanyWindow[]>`SELECT ${fields} FROM (${windowsUntil(asOf, { ciks })}) AS w`;
