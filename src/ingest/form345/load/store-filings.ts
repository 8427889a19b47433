// Writes companies, owners and filings of a batch with set-based statements, ordered so that every row finds the rows
// that it references.
import type { PoolClient } from "pg";
import { blankCheckSic } from "../../../domain/security-class.ts";
import { recordColumns, upsert } from "../../../store/sql/columns.ts";
import type { StoredRow } from "../../../store/stored-models.ts";
import { refreshCompanies } from "../../companies/load.ts";
import { storeSymbols } from "../../edgar/symbols.ts";
import { form345 } from "../index.ts";
import { statedRole } from "../read/names.ts";
import type { FilingRecord, FilingToLoad } from "../read/record.ts";

/** Creates missing rows of issuers; refreshCompanies sets their data once the filings are stored. */
export async function storeCompanies(client: PoolClient, filings: FilingToLoad[]): Promise<void> {
  const issuers = new Map(filings.map(({ filing }) => [filing.issuer.cik, filing.issuer.name]));
  await client.query(
    `INSERT INTO companies (cik, name) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT (cik) DO NOTHING`,
    [[...issuers.keys()], [...issuers.values()]],
  );
}

/** Creates missing rows of owners. */
export async function storeInsiders(client: PoolClient, filings: FilingToLoad[]): Promise<void> {
  const owners = new Map(filings.flatMap(({ filing }) => filing.owners.map((owner) => [owner.cik, owner.name])));
  await client.query(
    `INSERT INTO insiders (cik, name) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT (cik) DO NOTHING`,
    [[...owners.keys()], [...owners.values()]],
  );
}

export interface StoredFilings {
  /** accession numbers of new and changed filings, and their companies */
  changed: string[];
  companies: string[];
  /** companies with another industry, which all their trades have: with their first filing */
  moved: { cik: string; filedOn: string }[];
  /** clusters show their insiders by name: per company, the first clustered filing of an insider whose name changed */
  renamed: { cik: string; filedOn: string }[];
  /** stored filings that gained data of their header */
  filled: FilledFilings;
  /** insiders who are no longer owners of one of the filings */
  leftOwners: string[];
}

/** Writes filings and their owners if they are new or differ. */
export async function storeFilings(client: PoolClient, filings: FilingToLoad[]): Promise<StoredFilings> {
  const filled = await fillFilings(client, filings);
  const written = await client.query<{ accession_number: string }>(upsertFilings, [
    JSON.stringify(filings.map(filingColumns)),
  ]);
  const owners = filings.flatMap(({ filing }) => ownerColumns(filing));
  const leftOwners = await findFormerOwners(client, owners);
  const owned = await client.query<{ accession_number: string }>(upsertOwners, [JSON.stringify(owners)]);
  const changed = new Set([...written.rows, ...owned.rows].map((row) => row.accession_number));
  await touchTrades(client, [...new Set([...changed, ...filled.accepted])]);
  const changedFilings = filings
    .filter(({ filing }) => changed.has(filing.accessionNumber))
    .map(({ filing }) => filing);
  if (changedFilings.length === 0) return { changed: [], companies: [], moved: [], renamed: [], filled, leftOwners };
  await client.query(removeOwners, [
    changedFilings.map((filing) => filing.accessionNumber),
    changedFilings.map((filing) => filing.owners.length),
  ]);
  const { rows: renamed } = await client.query(renameInsiders, [
    changedFilings.flatMap((filing) => filing.owners.map((owner) => owner.cik)),
  ]);
  await storeSymbols(
    client,
    changedFilings.map(({ issuer, filedOn }) => ({
      cik: issuer.cik,
      raw: issuer.ticker,
      on: filedOn,
      source: "form345",
    })),
  );
  const ciks = await refreshCompanies(
    client,
    changedFilings.map(({ issuer, filedOn }) => ({ cik: issuer.cik, sicCode: issuer.sicCode, on: filedOn })),
  );
  const { rows: moved } = await client.query<{ cik: string; filedOn: string }>(
    `SELECT company_cik AS cik, min(filed_on) AS "filedOn" FROM filings WHERE company_cik = ANY($1) GROUP BY 1`,
    [ciks],
  );
  const companies = changedFilings.map((filing) => filing.issuer.cik);
  return { changed: [...changed], companies, moved, renamed, filled, leftOwners };
}

/** Stored owners of the filings who are not in `owners`, the new owners of these filings. */
async function findFormerOwners(
  client: PoolClient,
  owners: { accession_number: string; insider_cik: string }[],
): Promise<string[]> {
  const { rows } = await client.query<{ insider_cik: string }>(
    `WITH owned AS (SELECT * FROM unnest($1::text[], $2::text[]) AS n(accession_number, insider_cik))
     SELECT DISTINCT o.insider_cik FROM filing_owners o
     WHERE o.accession_number = ANY($1)
       AND NOT EXISTS (SELECT FROM owned n WHERE (n.accession_number, n.insider_cik) = (o.accession_number, o.insider_cik))`,
    [owners.map((owner) => owner.accession_number), owners.map((owner) => owner.insider_cik)],
  );
  return rows.map((row) => row.insider_cik);
}

export interface FilledFilings {
  /** accession numbers of filings with another acceptance time */
  accepted: string[];
  /** companies that are blank-cheque companies by another filing than before: the class of its titles may differ */
  reclassified: { cik: string; filedOn: string }[];
}

/** Fills columns that a header states, of stored filings that were read without it. */
export async function fillFilings(client: PoolClient, filings: FilingToLoad[]): Promise<FilledFilings> {
  const stated = filings.flatMap(({ filing }) =>
    filing.acceptedAt === null && filing.issuer.sicCode === null ? [] : [filing],
  );
  if (stated.length === 0) return { accepted: [], reclassified: [] };
  const { rows } = await client.query<{
    accession: string;
    cik: string;
    filedOn: string;
    accepted: boolean;
    reclassified: boolean;
  }>(
    `WITH stated AS (
       SELECT f.accession_number, f.accepted_at AS was_accepted_at, f.issuer_sic AS was_sic,
         coalesce(w.accepted_at, f.accepted_at) AS accepted_at, coalesce(w.issuer_sic, f.issuer_sic) AS issuer_sic
       FROM unnest($1::text[], $2::timestamptz[], $3::int[]) AS w(accession_number, accepted_at, issuer_sic)
       JOIN filings f USING (accession_number)
     )
     UPDATE filings f SET accepted_at = s.accepted_at, issuer_sic = s.issuer_sic
     FROM stated s
     WHERE f.accession_number = s.accession_number
       AND (s.was_accepted_at, s.was_sic) IS DISTINCT FROM (s.accepted_at, s.issuer_sic)
     RETURNING f.accession_number AS accession, f.company_cik AS cik, f.filed_on::text AS "filedOn",
       s.was_accepted_at IS DISTINCT FROM s.accepted_at AS accepted,
       (s.was_sic IS NOT DISTINCT FROM ${blankCheckSic}) <> (s.issuer_sic IS NOT DISTINCT FROM ${blankCheckSic}) AS reclassified`,
    [
      stated.map((filing) => filing.accessionNumber),
      stated.map((filing) => filing.acceptedAt),
      stated.map((filing) => filing.issuer.sicCode),
    ],
  );
  return {
    accepted: rows.filter((row) => row.accepted).map((row) => row.accession),
    reclassified: rows.filter((row) => row.reclassified).map(({ cik, filedOn }) => ({ cik, filedOn })),
  };
}

/** Updates last_modified of the trades: they show remarks, footnotes and acceptance time of their filing. */
export async function touchTrades(client: PoolClient, accessions: string[]): Promise<void> {
  if (accessions.length === 0) return;
  await client.query(
    "UPDATE insider_trades SET last_modified = statement_timestamp() WHERE accession_number = ANY($1)",
    [accessions],
  );
}

/** The rows of filing_owners by column name. */
export function ownerColumns(filing: FilingRecord): StoredRow<"FilingOwner">[] {
  return filing.owners.map((owner, ordinal) => ({
    accession_number: filing.accessionNumber,
    ordinal,
    insider_cik: owner.cik,
    name_as_filed: owner.name,
    is_director: owner.isDirector,
    is_officer: owner.isOfficer,
    is_ten_percent_owner: owner.isTenPercentOwner,
    is_other: owner.isOther,
    officer_title: owner.officerTitle,
    other_text: owner.otherText,
    stated_role: statedRole(owner, filing),
  }));
}

const setByDatabase = { ingestedAt: true } as const;

/** The row of filings by column name. */
export function filingColumns({
  filing,
  sha256,
  sourceUrl,
  loadedFrom,
}: FilingToLoad): StoredRow<"Filing", keyof typeof setByDatabase> {
  return {
    accession_number: filing.accessionNumber,
    form_type: filing.formType,
    schema_version: filing.schemaVersion,
    filed_on: filing.filedOn,
    filed_on_source: filing.filedOnSource,
    period_of_report: filing.periodOfReport,
    original_submitted_on: filing.originalSubmittedOn,
    company_cik: filing.issuer.cik,
    issuer_name_as_filed: filing.issuer.name,
    issuer_sic: filing.issuer.sicCode,
    ticker_as_filed: filing.issuer.ticker,
    aff10b5_one: filing.aff10b5One,
    not_subject_to_16: filing.notSubjectTo16,
    remarks: filing.remarks,
    footnotes: filing.footnotes,
    source_url: sourceUrl ?? edgarUrl(filing.issuer.cik, filing.accessionNumber),
    accepted_at: filing.acceptedAt,
    parser_version: form345.documents.parserVersion,
    source_file_sha256: sha256 ?? null,
    loaded_from: loadedFrom ?? "document",
  };
}

/** URL of EDGAR's index page of a filing. */
function edgarUrl(companyCik: string, accessionNumber: string): string {
  const folder = accessionNumber.replaceAll("-", "");
  return `https://www.sec.gov/Archives/edgar/data/${Number(companyCik)}/${folder}/${accessionNumber}-index.htm`;
}

export const filingTypes = recordColumns("Filing", setByDatabase);

const upsertFilings = `${upsert(filingTypes, ["accession_number"], {
  ignoring: ["accepted_at", "issuer_sic", "parser_version", "source_file_sha256"],
  // a document without a header must not clear what a header stated
  lasting: ["accepted_at", "issuer_sic"],
})} RETURNING accession_number`;

export const ownerTypes = recordColumns("FilingOwner");

const upsertOwners = `${upsert(ownerTypes, ["accession_number", "ordinal"], { ignoring: [] })} RETURNING accession_number`;

const removeOwners = `
  DELETE FROM filing_owners o USING unnest($1::text[], $2::int[]) AS f(accession, owners)
  WHERE o.accession_number = f.accession AND o.ordinal >= f.owners`;

// the name in the newest filing is used
const renameInsiders = `
  WITH renamed AS (
    UPDATE insiders i SET name = n.name, updated_at = now()
    FROM (
      SELECT DISTINCT ON (o.insider_cik) o.insider_cik AS cik, o.name_as_filed AS name
      FROM filing_owners o JOIN filings f USING (accession_number)
      WHERE o.insider_cik = ANY($1::text[])
      ORDER BY o.insider_cik, f.filed_on DESC, f.accession_number DESC
    ) n
    WHERE i.cik = n.cik AND i.name <> n.name
    RETURNING i.cik
  )
  SELECT t.company_cik AS cik, min(t.filed_on) AS "filedOn"
  FROM renamed r
  JOIN filing_owners o ON o.insider_cik = r.cik
  JOIN insider_trades t USING (accession_number)
  JOIN cluster_trades m ON m.trade_id = t.id
  GROUP BY t.company_cik`;
