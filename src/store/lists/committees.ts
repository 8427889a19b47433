// The committee directory: current committees and subcommittees with their full current rosters.
import type { Db } from "../store.ts";
import { Prisma } from "../store.ts";
import { containing } from "./conditions.ts";
import { idPage, inOrder, type Listed, type Page } from "./page.ts";

export interface CommitteeFilter {
  /** `House`, `Senate` or `Joint` */
  chamber?: string | null;
  /** substring of name, code or a current member's name */
  q?: string | null;
}

export type CommitteeRow = Prisma.CommitteeGetPayload<Record<string, never>>;

/** One page of committees by chamber, then name (code point order), ties by code, with the exact total. */
export async function listCommittees(db: Db, filter: CommitteeFilter, page: Page): Promise<Listed<CommitteeRow>> {
  const where = [Prisma.sql`c.current`];
  if (filter.chamber != null) where.push(Prisma.sql`c.chamber = ${filter.chamber}`);
  if (filter.q != null) {
    const pattern = containing(filter.q);
    where.push(Prisma.sql`(c.name ILIKE ${pattern} OR c.code ILIKE ${pattern} OR c.code = ANY(ARRAY(
      SELECT m.committee_code FROM committee_memberships m JOIN politicians p ON p.bioguide_id = m.bioguide_id
      WHERE m.current AND p.name ILIKE ${pattern})))`);
  }
  const { total, ids } = await idPage<string>(
    db,
    {
      id: Prisma.sql`c.code`,
      from: Prisma.sql`committees c`,
      where,
      orderBy: Prisma.sql`c.chamber COLLATE "C", c.name COLLATE "C", c.code COLLATE "C"`,
    },
    page,
  );
  const rows = ids.length ? await db.committee.findMany({ where: { code: { in: ids } } }) : [];
  return { total, nodes: inOrder(ids, rows, ({ code }) => code) };
}

export interface RosterRow {
  committeeCode: string;
  bioguideId: string;
  name: string;
  /** full name of the member's party at `today`, or of the last term before */
  party: string | null;
  state: string | null;
  side: string | null;
  /** as published */
  rank: number | null;
  /** place among the members of one side by rank, from 1, without the gaps that departures leave in `rank` */
  seniority: number | null;
  title: string | null;
}

/** Current rosters of committees, majority first, then by rank. `today` (YYYY-MM-DD) decides the member's term. */
export async function committeeRosters(db: Db, codes: readonly string[], today: string): Promise<RosterRow[]> {
  return db.$queryRaw<RosterRow[]>`
    SELECT m.committee_code AS "committeeCode", m.bioguide_id AS "bioguideId", p.name,
      coalesce(term.party, p.known_party) AS party, coalesce(term.state, p.known_state) AS state, m.side, m.rank, m.title,
      CASE WHEN m.rank IS NOT NULL THEN
        (rank() OVER (PARTITION BY m.committee_code, m.side ORDER BY m.rank NULLS LAST))::int END AS seniority
    FROM committee_memberships m
    JOIN politicians p ON p.bioguide_id = m.bioguide_id
    LEFT JOIN LATERAL (
      SELECT party, state FROM politician_terms
      WHERE bioguide_id = m.bioguide_id AND start_on <= ${today}::date
      ORDER BY start_on DESC LIMIT 1
    ) term ON TRUE
    WHERE m.current AND m.committee_code = ANY(${[...codes]}::text[])
    ORDER BY m.committee_code COLLATE "C", m.side COLLATE "C" NULLS LAST, m.rank NULLS LAST, p.name COLLATE "C", m.bioguide_id COLLATE "C"`;
}
