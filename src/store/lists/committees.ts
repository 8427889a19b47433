// The committee directory: current committees and subcommittees with their full current rosters.
import { conditionsOf } from "../../filters/define-filters.ts";
import {
  type CommitteeFields,
  type CommitteeFilter,
  type CommitteeSort,
  committeeFilters,
} from "../../filters/directories.ts";
import type { SortedBy } from "../../filters/sorts.ts";
import { column, conditionsToSql, containing, type SqlFields } from "../sql/conditions-to-sql.ts";
import { type Db, Prisma } from "../store.ts";
import { idPage, inOrder, type Listed, type Page } from "./page.ts";
import { type PoliticianTradeRow, politicianTradesById } from "./politician-trades.ts";

const fields: SqlFields<CommitteeFields> = {
  label: {
    chamber: column(Prisma.sql`c.chamber`),
    family: (codes) => Prisma.sql`(c.code = ANY(${[...codes]}::text[]) OR c.parent_code = ANY(${[...codes]}::text[]))`,
  },
  flag: {},
  number: {},
  day: {},
  instant: {},
  text: { name: nameContains },
};

function nameContains(text: string): Prisma.Sql {
  const pattern = containing(text);
  return Prisma.sql`(c.name ILIKE ${pattern} OR c.code ILIKE ${pattern} OR c.code = ANY(ARRAY(
      SELECT m.committee_code FROM committee_memberships m JOIN politicians p ON p.bioguide_id = m.bioguide_id
      WHERE m.current AND p.name ILIKE ${pattern})))`;
}

export type CommitteeRow = Prisma.CommitteeGetPayload<Record<string, never>>;

const orders: Record<CommitteeSort, Prisma.Sql[]> = {
  CHAMBER: [Prisma.sql`c.chamber`, Prisma.sql`c.name`, Prisma.sql`c.code`],
  NAME: [Prisma.sql`c.name`, Prisma.sql`c.code`],
};

/** One page of committees in code point order, ties by code, with the exact total. By chamber also by name. */
export async function listCommittees(
  db: Db,
  filter: CommitteeFilter,
  { sort, order }: SortedBy<CommitteeSort>,
  page: Page,
): Promise<Listed<CommitteeRow>> {
  const where = [Prisma.sql`c.current`, ...conditionsToSql(conditionsOf(committeeFilters, filter), fields)];
  const { total, ids } = await idPage<string>(
    db,
    {
      id: Prisma.sql`c.code`,
      from: Prisma.sql`committees c`,
      where,
      orderBy: Prisma.join(orders[sort].map((by) => Prisma.sql`${by} COLLATE "C" ${Prisma.raw(order)}`)),
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
  /** position among the members of one side by rank, from 1, without the gaps that departures leave in `rank` */
  seniority: number | null;
  title: string | null;
}

/** Current rosters of committees, majority first, then by rank. The member's term is that of `today` (YYYY-MM-DD). */
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

export type JurisdictionRow = Prisma.CommitteeJurisdictionGetPayload<Record<string, never>>;

/** The jurisdictions of committees, with the reviewed reasons. */
export const committeeJurisdictions = (db: Db, codes: readonly string[]): Promise<JurisdictionRow[]> =>
  db.committeeJurisdiction.findMany({
    where: { committeeCode: { in: [...codes] } },
    orderBy: [{ general: "desc" }, { sector: "asc" }, { industry: "asc" }, { id: "asc" }],
  });

/** Trades that matched the committee, newest trade first. */
export async function committeeTrades(db: Db, code: string, page: Page): Promise<Listed<PoliticianTradeRow>> {
  const { total, ids } = await idPage<bigint>(
    db,
    {
      id: Prisma.sql`t.id`,
      from: Prisma.sql`politician_trades t`,
      where: [
        Prisma.sql`t.is_committee_trade AND t.superseded_by_id IS NULL
          AND t.committee_matches @> ${JSON.stringify([{ code }])}::jsonb`,
      ],
      orderBy: Prisma.sql`t.traded_on DESC NULLS LAST, t.id DESC`,
    },
    page,
  );
  return { total, nodes: await politicianTradesById(db, ids) };
}

/** A committee seat that the member had on the trade date. */
export interface SeatOnDate {
  tradeId: bigint;
  code: string;
  name: string;
  side: string | null;
  rank: number | null;
  title: string | null;
  /**
   * `roster`: shown by a roster of the trade date or earlier; `inferred`: shown by a later roster, back to the start of
   * that Congress
   */
  basis: string;
  seenFrom: Date;
  seenTo: Date | null;
  validFrom: Date;
  validTo: Date | null;
  /** of the issuer */
  sector: string | null;
  industry: string | null;
}

/** Seats on the trade dates of congressional trades, by the rule of src/derive/congress.ts. */
export const seatsOnTradeDates = (db: Db, ids: readonly bigint[]): Promise<SeatOnDate[]> => db.$queryRaw<SeatOnDate[]>`
  SELECT DISTINCT ON (t.id, c.code) t.id AS "tradeId", c.code, c.name, m.side, m.rank, m.title,
    CASE WHEN t.traded_on >= m.seen_from THEN 'roster' ELSE 'inferred' END AS basis,
    m.seen_from AS "seenFrom", m.seen_to AS "seenTo", m.valid_from AS "validFrom", m.valid_to AS "validTo", t.sector, t.industry
  FROM politician_trades t
  JOIN committee_memberships m ON m.bioguide_id = t.bioguide_id
    AND t.traded_on >= m.valid_from AND t.traded_on < coalesce(m.valid_to, 'infinity')
  JOIN committees c ON c.code = m.committee_code
  WHERE t.id = ANY(${[...ids]}::bigint[])
  ORDER BY t.id, c.code, m.seen_from`;

/** Trade dates for which rosters are known: from the first Congress of a roster to the end of the newest one's. */
export async function rosterSpan(db: Db): Promise<{ from: Date; to: Date } | null> {
  const [row] = await db.$queryRaw<[{ from: Date | null; to: Date | null }]>`
    SELECT disclosed_congress_start(min(as_of)) AS "from",
      (disclosed_congress_start(max(as_of)) + interval '2 years')::date AS "to" FROM roster_snapshots`;
  return row.from && row.to ? { from: row.from, to: row.to } : null;
}
