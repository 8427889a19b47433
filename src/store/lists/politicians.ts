// The directory of members of Congress, with the derived sums of their trades.
import { conditionsOf } from "../../filters/define-filters.ts";
import {
  type PoliticianFields,
  type PoliticianFilter,
  type PoliticianSort,
  politicianFilters,
} from "../../filters/directories.ts";
import type { SortOrder } from "../../filters/sorts.ts";
import { column, conditionsToSql, containing, type SqlFields } from "../sql/conditions-to-sql.ts";
import { type Db, Prisma } from "../store.ts";
import { inOrder, type ListedByRate, type Page, pageByRate, type RateSorts } from "./page.ts";

/** `s` is the row of sums, absent for a member without trades. */
const orders: RateSorts<PoliticianSort> = {
  TRADES: { by: Prisma.sql`coalesce(s.total_trades, 0)` },
  VOLUME: { by: Prisma.sql`coalesce(s.est_volume_mid, 0)` },
  LATE_RATE: { by: Prisma.sql`s.late_rate_pct`, of: Prisma.sql`s.late_judged_count` },
  ALPHA_90: { by: Prisma.sql`s.avg_alpha_pct`, of: Prisma.sql`s.compared_trades` },
  WIN_RATE_90: { by: Prisma.sql`s.win_rate_pct`, of: Prisma.sql`s.resolved_trades` },
  NAME: { by: Prisma.sql`p.name COLLATE "C"` },
};

const fields: SqlFields<PoliticianFields> = {
  label: {
    chamber: column(Prisma.sql`coalesce(term.chamber, p.known_chamber)`),
    party: column(Prisma.sql`coalesce(term.party, p.known_party)`),
    state: column(Prisma.sql`coalesce(term.state, p.known_state)`),
    district: column(Prisma.sql`term.district::text`),
    committee: (codes) =>
      Prisma.sql`p.bioguide_id = ANY(ARRAY(SELECT bioguide_id FROM committee_memberships WHERE current AND committee_code = ANY(${[...codes]}::text[])))`,
  },
  flag: { inOffice: Prisma.sql`coalesce(term.in_office, false)` },
  number: {},
  day: {},
  instant: {},
  text: { name: (text) => Prisma.sql`p.name ILIKE ${containing(text)}` },
};

/**
 * Members with the term of today, else the last one that began before today, by the rule of
 * src/graph/types/politician.ts. PostgreSQL leaves out the join with the terms if no filter is about them, because it
 * has at most one row for each member.
 */
const members = (today: string) => Prisma.sql`politicians p
  LEFT JOIN politician_sums s ON s.bioguide_id = p.bioguide_id
  LEFT JOIN (
    SELECT DISTINCT ON (bioguide_id) bioguide_id, chamber, party, state, district, end_on > ${today}::date AS in_office FROM politician_terms
    WHERE start_on <= ${today}::date
    ORDER BY bioguide_id, end_on > ${today}::date DESC, CASE WHEN end_on > ${today}::date THEN start_on END, start_on DESC, chamber DESC
  ) AS term ON term.bioguide_id = p.bioguide_id`;

export type PoliticianRow = Prisma.PoliticianGetPayload<Record<string, never>>;

/**
 * One page of members, ties by bioguide id; unknown values come last. A list sorted by a rate leaves out members with
 * fewer than five trades in the base of that rate, and counts them. The member's term is that of `today` (YYYY-MM-DD).
 */
export async function listPoliticians(
  db: Db,
  filter: PoliticianFilter,
  { sort, order, today }: { sort: PoliticianSort; order: SortOrder; today: string },
  page: Page,
): Promise<ListedByRate<PoliticianRow>> {
  const found = await pageByRate(
    db,
    {
      id: Prisma.sql`p.bioguide_id`,
      from: members(today),
      where: conditionsToSql(conditionsOf(politicianFilters, filter), fields),
    },
    { sort: orders[sort], order },
    page,
  );
  const rows = found.ids.length ? await db.politician.findMany({ where: { bioguideId: { in: found.ids } } }) : [];
  return {
    total: found.total,
    leftOut: found.leftOut,
    nodes: inOrder(found.ids, rows, ({ bioguideId }) => bioguideId),
  };
}
