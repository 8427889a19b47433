// The doctor's checks of the store's content: reference data, sample or real records, and the data beside the filings
// that responses depend on (prices with SPY, dated rosters).
import pg from "pg";
import { dateOf, todayUtc } from "../../lib/calendar-date.ts";
import { sources } from "../../sources/sources.ts";
import { type SourceCoverage, sourceCoverage } from "../../store/statistics/coverage.ts";
import { openStore } from "../../store/store.ts";
import { type Check, failed, notice, ok } from "./check.ts";

interface ContentRow {
  kind: string;
  sic_codes: number;
  plans: number;
  jurisdictions: number;
  insider_trades: number;
  politician_trades: number;
  price_series: number;
  /** newest SPY bar with an adjusted close, YYYY-MM-DD */
  spy_until: string | null;
  rosters: number;
  roster_until: string | null;
  quarantined: number;
  /** distinct titles and assets without a security class, and their rows */
  titles_not_judged: number;
  rows_not_judged: number;
}

const query = `SELECT kind,
  (SELECT count(*)::int FROM sic_codes) AS sic_codes, (SELECT count(*)::int FROM plans) AS plans,
  (SELECT count(*)::int FROM committee_jurisdictions) AS jurisdictions,
  (SELECT count(*)::int FROM insider_trades) AS insider_trades,
  (SELECT count(*)::int FROM politician_trades) AS politician_trades,
  (SELECT count(*)::int FROM price_series WHERE adjusted) AS price_series,
  (SELECT max(b.date)::text FROM price_bars b JOIN price_series s ON s.id = b.series_id
    WHERE s.symbol = 'SPY' AND b.adjusted_close IS NOT NULL) AS spy_until,
  (SELECT count(*)::int FROM roster_snapshots) AS rosters, (SELECT max(as_of)::text FROM roster_snapshots) AS roster_until,
  (SELECT count(*)::int FROM quarantine WHERE status = 'open') AS quarantined,
  n.titles AS titles_not_judged, n.rows AS rows_not_judged
FROM data_version CROSS JOIN (
  SELECT count(DISTINCT title)::int AS titles, count(*)::int AS rows FROM (
    SELECT security_title AS title FROM insider_trades WHERE security_class IS NULL
    UNION ALL SELECT security_title FROM holdings WHERE security_class IS NULL
    UNION ALL SELECT asset_name FROM politician_trades WHERE security_class IS NULL) AS t) AS n`;

/** Needs the complete schema. */
export async function checkContent(databaseUrl: string): Promise<Check[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const row = (await client.query<ContentRow>(query)).rows[0];
    if (!row) return [failed("records", "the store has no data version", "restore the database from a backup")];
    const checks = [checkReference(row), checkRecords(row)];
    checks.push(...(await checkRefusals(client)));
    if (row.kind === "real") checks.push(checkPrices(row), checkRosters(row), await checkSources(databaseUrl));
    if (row.rows_not_judged > 0) checks.push(classesNotJudged(row));
    if (row.quarantined > 0)
      checks.push(
        notice(
          "quarantine",
          `${row.quarantined} refused files or records are open`,
          "`disclosed quarantine list` shows which and why",
        ),
      );
    return checks;
  } finally {
    await client.end();
  }
}

/** Checks the publishers that refuse servers: whether the last request for a listing was refused. */
async function checkRefusals(client: pg.Client): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { name, publisher, refusal } of sources) {
    if (!refusal || !publisher) continue;
    const { rowCount } = await client.query("SELECT FROM outbound_gates WHERE publisher = $1 AND stopped_status = $2", [
      publisher.name,
      refusal.status,
    ]);
    if (rowCount) checks.push(notice(name, refusal.advice));
  }
  return checks;
}

/** Checks when each source was last fetched, and how old its newest record is, by the rule of /coverage. */
async function checkSources(databaseUrl: string): Promise<Check> {
  const store = openStore({ databaseUrl, maxConnections: 2 });
  try {
    const all = await sourceCoverage(store.prisma, todayUtc());
    const behind = all.filter((source) => source.behind);
    const ages = (which: typeof all) => which.map(formatAge).join(", ");
    const never = all.filter(({ ageDays }) => ageDays === null).map(({ source }) => source);
    if (behind.length + never.length === 0) return ok("sources", `last fetched: ${ages(all)}`);
    const problems = [
      ...(behind.length > 0 ? [`behind: last fetched ${ages(behind)}`] : []),
      ...(never.length > 0 ? [`never fetched: ${never.join(", ")}`] : []),
    ];
    return notice("sources", problems.join("; "), "`disclosed sync` brings them up to date");
  } finally {
    await store.close();
  }
}

const formatAge = ({ source, ageDays, newestFiledOn }: SourceCoverage) =>
  `${source} ${ageDays} d ago (${newestFiledOn ? `newest record ${dateOf(newestFiledOn)}` : "no record"})`;

function checkReference(row: ContentRow): Check {
  const parts = `${row.sic_codes} SIC codes, ${row.jurisdictions} committee jurisdictions, ${row.plans} plans`;
  if (row.sic_codes && row.jurisdictions && row.plans) return ok("reference data", parts);
  return failed("reference data", `incomplete: ${parts}`, "run `disclosed migrate`");
}

function checkRecords(row: ContentRow): Check {
  const counts = `${row.insider_trades} insider and ${row.politician_trades} politician trades`;
  const ingest = "`disclosed ingest form345 <path>` loads real filings (the README has three commands)";
  if (row.kind === "real") return ok("records", counts);
  if (row.kind === "sample") return notice("records", `invented sample data: ${counts}`, ingest);
  return notice("records", "the store is empty", ingest);
}

const classesNotJudged = ({ titles_not_judged: titles, rows_not_judged: rows }: ContentRow): Check =>
  notice(
    "security classes",
    `no reviewed pattern covers ${titles} titles of ${rows} rows, so they have no class, outcome or direction`,
    "/admin/quality?show=classes lists them; prisma/reference/security-classes.csv is the list of patterns",
  );

function checkPrices(row: ContentRow): Check {
  const advice = "`disclosed ingest prices <path>` with files of adjusted closes, SPY among them";
  if (row.price_series === 0) return notice("prices", "none: every outcome is unavailable", advice);
  if (!row.spy_until)
    return notice("prices", `${row.price_series} series, SPY missing: alpha cannot be computed`, advice);
  return ok("prices", `${row.price_series} series, SPY until ${row.spy_until}`);
}

function checkRosters(row: ContentRow): Check {
  if (row.rosters > 0) return ok("committee rosters", `${row.rosters} dated, the newest of ${row.roster_until}`);
  const advice = "`disclosed ingest legislators <path> --as-of <date>` with committee memberships";
  return notice("committee rosters", "none: committee trades are unknown", advice);
}
