// The working tables that signals and clusters share: open-market trades of the companies in scope and the owners of
// their forms.
import type { PoolClient } from "pg";
import { type RoleRule, readOfficerRoles } from "../store/reference.ts";
import { isListedShare } from "../store/sql/rules.ts";
import { isSuspect } from "../store/sql/suspect-trades.ts";
import { prepareBlockPeople } from "./blocks.ts";
import { makeTable, type StepContext } from "./step.ts";

/**
 * derive_trades: P and S rows of listed shares with a trade date that are not suspect; `ended_on` is the filing date of
 * the row that superseded them; `repeats`: it is in a block, and not the first row of it. derive_owner_sets: the distinct owner sets (CIKs) of forms. derive_forms: per accession
 * number its owner set and the points of its best role. derive_events: the owner sets that bought or sold on a day
 * outside a plan, one row for any number of forms and rows; for rows that are not superseded, with the first filing
 * date; and, as `is_block`, the owners of the forms of a block together, who are one person. All as far back as rows in
 * scope depend on (derive_since).
 */
export async function prepareForms({ client, everything }: StepContext): Promise<void> {
  await prepareSince({ client, everything });
  await makeTable(
    client,
    "derive_trades",
    `SELECT t.id, t.accession_number, t.company_cik, t.insider_cik, t.transaction_code AS code, t.filed_on, t.traded_on,
       t.is_10b5_1 IS TRUE AS in_plan, s.filed_on AS ended_on, t.superseded_by_id IS NOT NULL AS superseded,
       t.same_block_as_id IS NOT NULL AS repeats
     FROM insider_trades t
     JOIN derive_since c ON c.cik = t.company_cik AND t.traded_on >= c.since_on
     LEFT JOIN LATERAL (SELECT filed_on FROM insider_trades WHERE id = t.superseded_by_id OFFSET 0) AS s ON true
     WHERE NOT t.is_derivative AND ${isListedShare} AND t.transaction_code IN ('P', 'S') AND NOT ${isSuspect}`,
    { keys: "company_cik, code, traded_on" },
  );
  await makeTable(
    client,
    "derive_form_owners",
    `SELECT o.accession_number, o.ordinal, o.insider_cik, o.is_director, o.is_officer,
       coalesce(o.stated_role, o.officer_title, '') AS officer_title, coalesce(o.other_text, '') AS other_text
     FROM filing_owners o
     WHERE o.accession_number IN (
       SELECT accession_number FROM derive_trades
       UNION SELECT accession_number FROM insider_trades ${everything ? "" : "JOIN derive_rows USING (id)"}
       WHERE NOT is_derivative AND transaction_code IN ('P', 'S') AND traded_on IS NULL)`,
  );
  await prepareRoles(client);
  await makeTable(
    client,
    "derive_form_people",
    `SELECT o.accession_number, array_agg(o.insider_cik ORDER BY o.ordinal) AS owners, max(r.points) AS role_points
     FROM derive_form_owners o
     JOIN derive_roles r USING (is_director, is_officer, officer_title, other_text)
     GROUP BY o.accession_number`,
  );
  await prepareBlockPeople(client);
  await makeTable(
    client,
    "derive_owner_sets",
    `SELECT (row_number() OVER ())::int AS id, owners
     FROM (SELECT owners FROM derive_form_people UNION SELECT owners FROM derive_block_people) AS sets`,
    { keys: "id" },
  );
  await makeTable(
    client,
    "derive_forms",
    `SELECT p.accession_number, s.id AS owner_set, s.owners, p.role_points
     FROM derive_form_people p JOIN derive_owner_sets s USING (owners)`,
    { keys: "accession_number" },
  );
  await makeTable(
    client,
    "derive_events",
    `SELECT t.company_cik, t.code, t.traded_on, min(t.filed_on) AS filed_on, t.ended_on, t.superseded, f.owner_set, false AS is_block
     FROM derive_trades t JOIN derive_forms f USING (accession_number)
     WHERE NOT t.in_plan
     GROUP BY t.company_cik, t.code, t.traded_on, t.ended_on, t.superseded, f.owner_set, CASE WHEN t.superseded THEN t.filed_on END
     UNION ALL
     SELECT b.company_cik, b.code, b.traded_on, b.filed_on, b.ended_on, b.ended_on IS NOT NULL, s.id, true
     FROM derive_block_people b JOIN derive_owner_sets s USING (owners)`,
    { keys: "company_cik, code, traded_on" },
  );
}

/**
 * derive_roles: the points of every distinct role in derive_form_owners. Each title is parsed once, however many forms
 * state it.
 */
async function prepareRoles(client: PoolClient): Promise<void> {
  const rules = await readOfficerRoles();
  const { rows } = await client.query<StatedRole>(
    `SELECT DISTINCT is_director AS "isDirector", is_officer AS "isOfficer", officer_title AS "officerTitle", other_text AS "otherText"
     FROM derive_form_owners`,
  );
  await makeTable(
    client,
    "derive_roles",
    "SELECT false AS is_director, false AS is_officer, '' AS officer_title, '' AS other_text, 0 AS points WHERE false",
  );
  await client.query(
    "INSERT INTO derive_roles SELECT * FROM unnest($1::boolean[], $2::boolean[], $3::text[], $4::text[], $5::int[])",
    [
      rows.map(({ isDirector }) => isDirector),
      rows.map(({ isOfficer }) => isOfficer),
      rows.map(({ officerTitle }) => officerTitle),
      rows.map(({ otherText }) => otherText),
      rows.map((row) => rolePoints(rules, row)),
    ],
  );
  await client.query("ANALYZE derive_roles");
}

interface StatedRole {
  isDirector: boolean;
  isOfficer: boolean;
  officerTitle: string;
  otherText: string;
}

/**
 * derive_since: per company the first trade date on which its rows in scope depend (three calendar years back, for the
 * history), and the first trade date from which clusters may change: that of a row in scope, or the start of a cluster
 * that such a row is in or has left.
 */
async function prepareSince({ client, everything }: Pick<StepContext, "client" | "everything">): Promise<void> {
  await makeTable(
    client,
    "derive_since",
    everything
      ? "SELECT cik, '-infinity'::date AS since_on, '-infinity'::date AS clusters_from FROM derive_companies"
      : `WITH touched AS (
           SELECT t.id, t.company_cik, t.traded_on, NOT t.is_derivative AND t.transaction_code IN ('P', 'S') AS open_market
           FROM derive_rows JOIN insider_trades t USING (id)
         ), days AS (
           SELECT company_cik, traded_on FROM touched WHERE open_market
           UNION ALL
           SELECT c.company_cik, c.start_on FROM touched JOIN cluster_trades m ON m.trade_id = touched.id JOIN clusters c ON c.id = m.cluster_id
           UNION ALL
           SELECT c.company_cik, c.start_on FROM derive_companies d JOIN clusters c ON c.company_cik = d.cik
           WHERE c.trade_count <> (SELECT count(*) FROM cluster_trades m WHERE m.cluster_id = c.id)
         )
         SELECT company_cik AS cik, make_date(extract(year FROM min(traded_on))::int - 3, 1, 1) AS since_on, min(traded_on) AS clusters_from
         FROM days WHERE traded_on IS NOT NULL GROUP BY company_cik`,
    { keys: "cik" },
  );
}

// The points of a role, from the form's statements about an owner and the reviewed list
// prisma/reference/officer-roles.csv. Titles are parsed only here.

const pointsOf = { cfo: 10, ceo: 8, chair: 8, president: 8, officer: 6, director: 5, not_held: 0, unstated: 0 };

/** The role of one owner on a form; texts as filed. */
interface OwnerRole {
  isDirector: boolean;
  isOfficer: boolean;
  officerTitle: string | null;
  otherText: string | null;
}

/**
 * Points of one owner's role, 0 to 10. Both the title and the text next to the checkbox "Other" are used: some filers
 * write the office there and do not tick "Officer". That text alone never gives the role `officer` (no specific
 * office), because it may name something that is not an office.
 */
export function rolePoints(rules: RoleRule[], owner: OwnerRole): number {
  const inTitle = statedRoles(rules, owner.officerTitle ?? "");
  const beside = statedRoles(rules, owner.otherText ?? "").filter((role) => role !== "officer");
  const points = [...inTitle, ...beside].map((role) => pointsOf[role]);
  return Math.max(0, ...points, owner.isOfficer ? pointsOf.officer : 0, owner.isDirector ? pointsOf.director : 0);
}

/** The roles that a title names, in the order of the list; empty if no pattern matches. */
export function statedRoles(rules: RoleRule[], title: string): RoleRule["role"][] {
  let rest = plain(title);
  const roles: RoleRule["role"][] = [];
  for (const { pattern, role } of rules) {
    const left = rest.replace(pattern, "|");
    if (left !== rest) roles.push(role);
    rest = left;
  }
  return roles;
}

/** Titles have up to 30 characters in the form; a longer text than this is not a title. */
const maxTitleLength = 200;

/** Normalises a title: `SrVP & Chf. Fin. Offr.` becomes `sr vp & chf fin offr`, `V.P.` becomes `vp`. */
function plain(title: string): string {
  return title
    .slice(0, maxTitleLength)
    .replace(/&amp;/gi, "&")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\p{Pd}/gu, "-")
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, "$1")
    .replace(/\./g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
