// Loads the reviewed reference data of prisma/reference: the SIC table with our sectors, the committee jurisdictions
// and the plans. Called after every migration; costs three small queries if nothing has changed.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type pg from "pg";
import { z } from "zod";
import { packageRoot } from "../lib/package-root.ts";
import type { Store } from "./store.ts";
import { type Change, derivationLock, inTransaction, notePending } from "./transaction.ts";

const referenceDir = join(packageRoot, "prisma", "reference");

const sicRow = z.object({
  code: z
    .string()
    .regex(/^\d{4}$/)
    .transform(Number),
  title: z.string().min(1),
  sector: z.string().min(1),
});

const blankIsNull = z.string().transform((text) => text || null);
const jurisdictionRow = z.object({
  committee_code: z.string().regex(/^[A-Z]{4}\d{0,2}$/),
  sector: blankIsNull,
  industry: blankIsNull,
  general: z.enum(["true", "false"]).transform((text) => text === "true"),
  reason: z.string().min(1),
});

const roleRow = z.object({
  pattern: z
    .string()
    .min(1)
    // linear time: titles are cut at 200 characters (src/derive/forms.ts)
    .transform((text) => new RegExp(text, "g")),
  role: z.enum(["cfo", "ceo", "chair", "president", "officer", "director", "not_held", "unstated"]),
  example: z.string().min(1),
});

const highPriceRow = z.object({
  company_cik: z.string().regex(/^(\d{10})?$/),
  share_class: z.string().regex(/^[a-z0-9-]{0,4}$/),
  security_class: z.string(),
  up_to: blankIsNull,
  reason: z.string().min(1),
});

const sectorAliasFile = z.array(
  z.object({
    alias: z.string().min(1),
    /** our sectors that it stands for */
    sectors: z.array(z.string().min(1)).min(1),
    usedBy: z.string().min(1),
    reason: z.string().min(1),
  }),
);

const planFile = z.object({
  source: z.string(),
  plans: z.array(
    z.object({
      id: z.string().min(1),
      name: z.string().min(1),
      pricePerMonth: z.number().min(0),
      perMinute: z.int().positive(),
      perDay: z.int().positive(),
      perMonth: z.int().positive(),
      bytesPerDay: z.int().positive(),
      subscriptions: z.int().nonnegative(),
      openStreams: z.int().nonnegative(),
      commercialUse: z.boolean(),
      listed: z.boolean(),
    }),
  ),
});

type SicRow = z.output<typeof sicRow>;
type SectorAlias = z.output<typeof sectorAliasFile>[number];
export type JurisdictionRow = z.output<typeof jurisdictionRow>;
export type RoleRule = z.output<typeof roleRow>;
type HighPrice = z.output<typeof highPriceRow>;
type PlanRow = z.output<typeof planFile>["plans"][number];

async function readCsv<Row>(name: string, row: z.ZodType<Row>): Promise<Row[]> {
  const text = await readFile(join(referenceDir, name), "utf8");
  return z.array(row).parse(parse(text, { columns: true, comment: "#", comment_no_infix: true, trim: true }));
}

/** Every code of the SEC's SIC list, with its title (our `industry`) and our sector. */
export function readSicCodes(): Promise<SicRow[]> {
  return readCsv("sic-codes.csv", sicRow);
}

/** Other vendors' usual names of sectors, with our sectors for each. */
export async function readSectorAliases(): Promise<SectorAlias[]> {
  return sectorAliasFile.parse(JSON.parse(await readFile(join(referenceDir, "sector-aliases.json"), "utf8")));
}

/** The reviewed map of committee to sector or industry; `general` rows never match a trade. */
export function readCommitteeJurisdictions(): Promise<JurisdictionRow[]> {
  return readCsv("committee-jurisdictions.csv", jurisdictionRow);
}

/** The reviewed patterns for titles of reporting owners, in the order in which they are applied. */
export function readOfficerRoles(): Promise<RoleRule[]> {
  return readCsv("officer-roles.csv", roleRow);
}

/** The reviewed list of securities that trade above $5,000, or whose price is an amount of principal. */
export function readHighPrices(): Promise<HighPrice[]> {
  return readCsv("high-prices.csv", highPriceRow);
}

/** The default plans. The stored plans take precedence: an operator may have changed them. */
async function readPlans(): Promise<PlanRow[]> {
  return planFile.parse(JSON.parse(await readFile(join(referenceDir, "plans.json"), "utf8"))).plans;
}

/** Numbers of written rows; zeros mean that the store was already up to date. */
interface ReferenceChanges {
  sicCodes: number;
  jurisdictions: number;
  plans: number;
  /** companies whose denormalised sector or industry was updated after a change of the SIC table */
  companies: number;
}

const referenceLock = 7_210_001;

/**
 * Upserts SIC codes, replaces jurisdictions that differ, and inserts missing plans (existing plans are not changed).
 * Updates companies' sector and industry from the SIC table; only then the data version advances. What is derived from
 * changed companies and jurisdictions is derived again. Idempotent, safe for concurrent processes.
 */
export async function syncReference(store: Store): Promise<ReferenceChanges> {
  const [sicCodes, jurisdictions, plans] = await Promise.all([
    readSicCodes(),
    readCommitteeJurisdictions(),
    readPlans(),
  ]);
  return await inTransaction(store, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [referenceLock]);
    const changes: ReferenceChanges = {
      sicCodes: await writeSicCodes(client, sicCodes),
      jurisdictions: await writeJurisdictions(client, jurisdictions),
      plans: await writePlans(client, plans),
      companies: 0,
    };
    // a derivation that is under way still uses the old values, and may last longer than the limit of a statement
    if (changes.sicCodes || changes.jurisdictions) {
      await client.query("SET LOCAL statement_timeout = 0");
      await client.query(`SELECT pg_advisory_xact_lock_shared(${derivationLock})`);
    }
    const moved = changes.sicCodes ? await writeCompanySectors(client) : [];
    changes.companies = moved.length;
    const pending: Change[] = moved.map((cik) => ({ kind: "company", cik }));
    if (changes.jurisdictions && (await hasPoliticianTrades(client))) pending.push({ kind: "rosters" });
    await notePending(client, pending);
    if (changes.companies) await client.query("SELECT disclosed_bump_data_version()");
    return changes;
  });
}

async function writeSicCodes(client: pg.PoolClient, rows: SicRow[]): Promise<number> {
  const { rowCount } = await client.query(
    `INSERT INTO sic_codes (code, title, sector)
     SELECT code, title, sector FROM jsonb_to_recordset($1) AS r(code int, title text, sector text)
     ON CONFLICT (code) DO UPDATE SET title = excluded.title, sector = excluded.sector
     WHERE (sic_codes.title, sic_codes.sector) IS DISTINCT FROM (excluded.title, excluded.sector)`,
    [JSON.stringify(rows)],
  );
  return rowCount ?? 0;
}

/** Returns the CIKs of the changed companies. */
async function writeCompanySectors(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ cik: string }>(
    `UPDATE companies c SET sector = s.sector, industry = s.title, updated_at = now()
     FROM sic_codes s WHERE s.code = c.sic_code AND (c.sector, c.industry) IS DISTINCT FROM (s.sector, s.title)
     RETURNING c.cik`,
  );
  return rows.map(({ cik }) => cik);
}

async function hasPoliticianTrades(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 FROM politician_trades LIMIT 1");
  return rows.length > 0;
}

/** The rows have no natural key, so rows that differ are deleted and inserted; ids carry no meaning. */
async function writeJurisdictions(client: pg.PoolClient, rows: JurisdictionRow[]): Promise<number> {
  const wanted = `jsonb_to_recordset($1) AS r(committee_code text, sector text, industry text, general bool, reason text)`;
  const columns = "committee_code, sector, industry, general, reason";
  const json = JSON.stringify(rows);
  const removed = await client.query(
    `DELETE FROM committee_jurisdictions j WHERE NOT EXISTS (SELECT FROM ${wanted} WHERE
       (r.committee_code, r.sector, r.industry, r.general, r.reason)
       IS NOT DISTINCT FROM (j.committee_code, j.sector, j.industry, j.general, j.reason))`,
    [json],
  );
  const added = await client.query(
    `INSERT INTO committee_jurisdictions (${columns})
     SELECT ${columns} FROM ${wanted} EXCEPT SELECT ${columns} FROM committee_jurisdictions`,
    [json],
  );
  return (removed.rowCount ?? 0) + (added.rowCount ?? 0);
}

async function writePlans(client: pg.PoolClient, rows: PlanRow[]): Promise<number> {
  const { rowCount } = await client.query(
    `INSERT INTO plans (id, name, price_per_month, per_minute, per_day, per_month, bytes_per_day, subscriptions,
       open_streams, commercial_use, listed)
     SELECT r.id, r.name, r."pricePerMonth", r."perMinute", r."perDay", r."perMonth", r."bytesPerDay", r.subscriptions,
       r."openStreams", r."commercialUse", r.listed
     FROM jsonb_to_recordset($1) AS r(id text, name text, "pricePerMonth" numeric, "perMinute" int, "perDay" int,
       "perMonth" int, "bytesPerDay" numeric, subscriptions int, "openStreams" int, "commercialUse" bool, listed bool)
     ON CONFLICT (id) DO NOTHING`,
    [JSON.stringify(rows)],
  );
  return rowCount ?? 0;
}
