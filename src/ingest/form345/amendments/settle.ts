// Reads the amendments of companies with all that they may amend, judges them, and stores what has changed: links,
// superseded_by_id, amendment_status and not_restated.
import type { PoolClient } from "pg";
import { toHistory } from "../../../store/lists/row-history.ts";
import { type FiledForm, type FiledRow, isAmendment } from "./filed-form.ts";
import { type Judgement, judgeAmendments } from "./judge.ts";
import { type AmendmentLink, maxDaysApart, namedAccessions } from "./link.ts";
import type { Decision } from "./pairing.ts";

/** Rows that changed, by company and filing date. */
export type ChangedRows = { cik: string; filedOn: string }[];

/**
 * Judges the companies whose amendments depend on the filings `accessions`, and those of `companies`, of which rows were
 * changed or removed. `inserted` are rows that no caller has seen yet: no history is written for them.
 */
export async function settleAmendmentsOf(
  client: PoolClient,
  { accessions, companies }: { accessions: string[]; companies: string[] },
  inserted: Pick<ReadonlySet<string>, "has">,
): Promise<ChangedRows> {
  const { rows } = await client.query<{ cik: string }>(dependentCompanies, [accessions, companies]);
  return await settleCompanies(
    client,
    rows.map(({ cik }) => cik),
    inserted,
  );
}

const dependentCompanies = `
  SELECT f.company_cik AS cik FROM filings f WHERE f.accession_number = ANY($1) AND f.form_type LIKE '%/A'
  UNION SELECT l.company_cik FROM amendment_links l WHERE l.named && $1
  UNION SELECT l.company_cik FROM filings f JOIN amendment_links l ON l.company_cik = f.company_cik
    JOIN filings a ON a.accession_number = l.accession_number
    WHERE f.accession_number = ANY($1) AND (a.original_submitted_on = f.filed_on OR l.named_by IN ('trade_date', 'equal_trade')
      OR f.accession_number = ANY(l.amends))
  UNION SELECT company_cik FROM amendment_links WHERE company_cik = ANY($2)`;

/** All companies with an amended form. */
async function companiesWithAmendments(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ cik: string }>(
    "SELECT DISTINCT company_cik AS cik FROM filings WHERE form_type IN ('3/A', '4/A', '5/A') UNION SELECT company_cik FROM amendment_links ORDER BY 1",
  );
  return rows.map(({ cik }) => cik);
}

export async function settleCompanies(
  client: PoolClient,
  ciks: string[],
  inserted: Pick<ReadonlySet<string>, "has">,
): Promise<ChangedRows> {
  const judged = await judgeCompanies(client, ciks);
  const changed = judged.flatMap(({ forms, judgement }) =>
    forms.flatMap(({ rows }) => rows.flatMap((row) => stateChange(row, judgement))),
  );
  await storeLinks(client, ciks, judged);
  if (changed.length === 0) return [];
  await client.query(keepHistory, [changed.map(({ id }) => id).filter((id) => !inserted.has(id))]);
  const { rows } = await client.query<{ cik: string; filedOn: string }>(update, [
    changed.map(({ id }) => id),
    changed.map(({ by }) => by),
    changed.map(({ status }) => status),
    changed.map(({ notRestated }) => notRestated),
  ]);
  return rows;
}

export interface JudgedCompany {
  forms: StoredForm[];
  judgement: Judgement;
}

/** A judgement for each company that has an amendment, or had one when it was last judged. */
export async function judgeCompanies(client: Pick<PoolClient, "query">, ciks: string[]): Promise<JudgedCompany[]> {
  if (ciks.length === 0) return [];
  const forms = await readForms(client, ciks);
  const decisionOf = await readDecisions(client, forms);
  const byNumber = new Map(forms.map((form) => [form.accessionNumber, form]));
  return ciks.map((cik) => {
    const own = forms.filter(({ companyCik }) => companyCik === cik);
    // filings of other companies whose numbers the texts mention are not candidates, but known
    const mentioned = own.filter(isAmendment).flatMap((form) => namedAccessions(form).map((one) => byNumber.get(one)));
    const foreign = mentioned.filter((form): form is StoredForm => form !== undefined && form.companyCik !== cik);
    return { forms: own, judgement: judgeAmendments([...own, ...new Set(foreign)], decisionOf) };
  });
}

interface StoredRow extends FiledRow {
  supersededById: string | null;
  amendmentStatus: string | null;
  notRestated: boolean;
}

interface StoredForm extends FiledForm {
  rows: StoredRow[];
}

interface RowState {
  id: string;
  by: string | null;
  status: string | null;
  notRestated: boolean;
}

function stateChange(row: StoredRow, { supersededBy, status, notRestated }: Judgement): RowState[] {
  const { id } = row;
  const state = {
    id,
    by: supersededBy.get(id) ?? null,
    status: status.get(id) ?? null,
    notRestated: notRestated.has(id),
  };
  const isSame =
    state.by === row.supersededById && state.status === row.amendmentStatus && state.notRestated === row.notRestated;
  return isSame ? [] : [state];
}

/** The amendments of the companies, the filings that they name or may mean, and those that they were linked to. */
async function readForms(client: Pick<PoolClient, "query">, ciks: string[]): Promise<StoredForm[]> {
  const { rows: amendments } = await client.query<FiledForm & { linked: string[] }>(amendmentsOf, [ciks]);
  const dated = amendments.filter(({ originalSubmittedOn }) => originalSubmittedOn !== null);
  const undated = amendments.filter(({ originalSubmittedOn }) => originalSubmittedOn === null);
  const { rows } = await client.query<StoredForm>(formsOf, [
    [...new Set(amendments.flatMap((form) => [form.accessionNumber, ...form.linked, ...namedAccessions(form)]))],
    dated.map(({ companyCik }) => companyCik),
    dated.map(({ originalSubmittedOn }) => originalSubmittedOn),
    undated.map(({ accessionNumber }) => accessionNumber),
    ciks,
  ]);
  return rows;
}

const amendmentsOf = `
  SELECT f.accession_number AS "accessionNumber", f.company_cik AS "companyCik", f.original_submitted_on AS "originalSubmittedOn",
    f.remarks, f.footnotes, coalesce((SELECT l.amends FROM amendment_links l WHERE l.accession_number = f.accession_number), '{}') AS linked
  FROM filings f WHERE f.company_cik = ANY($1) AND f.form_type IN ('3/A', '4/A', '5/A')`;

const formsOf = `
  WITH wanted AS MATERIALIZED (
    SELECT unnest($1::text[]) AS accession_number
    UNION SELECT unnest(amends) FROM amendment_links WHERE company_cik = ANY($5)
    UNION SELECT f.accession_number FROM unnest($2::text[], $3::date[]) AS d(cik, filed_on)
      CROSS JOIN LATERAL (SELECT accession_number FROM filings WHERE company_cik = d.cik AND filed_on = d.filed_on OFFSET 0) AS f
    UNION SELECT e.accession_number FROM insider_trades a
      CROSS JOIN LATERAL (SELECT accession_number FROM insider_trades t WHERE t.company_cik = a.company_cik
        AND t.traded_on BETWEEN a.traded_on - ${maxDaysApart} AND a.traded_on + ${maxDaysApart} OFFSET 0) AS e
      WHERE a.accession_number = ANY($4)
  )
  SELECT f.accession_number AS "accessionNumber", f.company_cik AS "companyCik", f.form_type AS "formType", f.filed_on AS "filedOn",
    f.original_submitted_on AS "originalSubmittedOn", f.remarks, f.footnotes,
    (SELECT array_agg(o.insider_cik ORDER BY o.ordinal) FROM filing_owners o WHERE o.accession_number = f.accession_number) AS owners,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id::text, 'accessionNumber', t.accession_number, 'isDerivative', t.is_derivative,
        'rowIndex', t.row_index, 'transactionCode', t.transaction_code, 'acquiredDisposed', t.acquired_disposed,
        'securityTitle', t.security_title, 'tradedOn', t.traded_on, 'shares', t.shares::text, 'price', t.price::text,
        'value', t.value::text, 'sharesOwnedAfter', t.shares_owned_after::text, 'ownership', t.ownership,
        'exercisePrice', t.exercise_price::text, 'expiresOn', t.expires_on, 'footnoteIds', t.footnote_ids,
        'supersededById', t.superseded_by_id::text, 'amendmentStatus', t.amendment_status, 'notRestated', t.not_restated)
        ORDER BY t.is_derivative, t.row_index)
      FROM insider_trades t WHERE t.accession_number = f.accession_number), '[]') AS rows
  FROM wanted CROSS JOIN LATERAL (SELECT * FROM filings WHERE accession_number = wanted.accession_number OFFSET 0) AS f`;

interface StoredDecision {
  accessionNumber: string;
  isDerivative: boolean;
  rowIndex: number;
  restatesAccession: string | null;
  restatesRowIndex: number | null;
}

/** Decisions are stored by the identity of a row in its filing; one that names a row that is not stored has no effect. */
async function readDecisions(
  client: Pick<PoolClient, "query">,
  forms: StoredForm[],
): Promise<(row: FiledRow) => Decision | undefined> {
  const { rows } = await client.query<StoredDecision>(decisionsOf, [
    forms.filter(isAmendment).map(({ accessionNumber }) => accessionNumber),
  ]);
  const key = (accession: string, isDerivative: boolean, rowIndex: number) =>
    `${accession}|${isDerivative}|${rowIndex}`;
  const ids = new Map(
    forms.flatMap((form) => form.rows.map((row) => [key(row.accessionNumber, row.isDerivative, row.rowIndex), row.id])),
  );
  const decisions = new Map(
    rows.flatMap(({ accessionNumber, isDerivative, rowIndex, restatesAccession, restatesRowIndex }) => {
      const row = key(accessionNumber, isDerivative, rowIndex);
      if (restatesAccession === null || restatesRowIndex === null) return [[row, "adds" as Decision]];
      const restates = ids.get(key(restatesAccession, isDerivative, restatesRowIndex));
      return restates === undefined ? [] : [[row, { restates } as Decision]];
    }) as [string, Decision][],
  );
  return (row) => decisions.get(key(row.accessionNumber, row.isDerivative, row.rowIndex));
}

const decisionsOf = `
  SELECT accession_number AS "accessionNumber", is_derivative AS "isDerivative", row_index AS "rowIndex",
    restates_accession AS "restatesAccession", restates_row_index AS "restatesRowIndex"
  FROM amendment_decisions WHERE accession_number = ANY($1)`;

async function storeLinks(client: PoolClient, ciks: string[], judged: JudgedCompany[]): Promise<void> {
  // amendments of other companies that the texts mention are judged too, but their links are those of their own company
  const links = judged.flatMap(({ judgement, forms }) =>
    forms.flatMap(({ accessionNumber, companyCik }) => {
      const link: AmendmentLink | undefined = judgement.links.get(accessionNumber);
      if (!link) return [];
      const { namedBy, named, amends } = link;
      return [{ accession_number: accessionNumber, company_cik: companyCik, named_by: namedBy, named, amends }];
    }),
  );
  await client.query(upsertLinks, [JSON.stringify(links)]);
  await client.query("DELETE FROM amendment_links WHERE company_cik = ANY($1) AND accession_number <> ALL($2)", [
    ciks,
    links.map((link) => link.accession_number),
  ]);
}

const upsertLinks = `
  INSERT INTO amendment_links AS l (accession_number, company_cik, named_by, named, amends)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(accession_number text, company_cik text, named_by text, named text[], amends text[])
  ON CONFLICT (accession_number) DO UPDATE
  SET company_cik = excluded.company_cik, named_by = excluded.named_by, named = excluded.named, amends = excluded.amends
  WHERE (l.company_cik, l.named_by, l.named, l.amends)
    IS DISTINCT FROM (excluded.company_cik, excluded.named_by, excluded.named, excluded.amends)`;

const keepHistory = toHistory(
  "insider_trade",
  "'an amendment was linked to it, or no longer is'",
  "insider_trades t WHERE t.id = ANY($1::bigint[])",
);

const update = `
  UPDATE insider_trades t SET superseded_by_id = w.by, amendment_status = w.status, not_restated = w.not_restated,
    last_modified = statement_timestamp()
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[]) AS w(id, by, status, not_restated)
  WHERE t.id = w.id RETURNING t.company_cik AS cik, t.filed_on AS "filedOn"`;

const companiesPerBatch = 500;

/** Judges all amendments. `inserted` as in settleAmendmentsOf. */
export async function settleAllAmendments(
  client: PoolClient,
  inserted: Pick<ReadonlySet<string>, "has">,
): Promise<ChangedRows> {
  const ciks = await companiesWithAmendments(client);
  const changed: ChangedRows = [];
  for (let at = 0; at < ciks.length; at += companiesPerBatch)
    changed.push(...(await settleCompanies(client, ciks.slice(at, at + companiesPerBatch), inserted)));
  return changed;
}
