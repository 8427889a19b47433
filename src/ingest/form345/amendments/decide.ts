// Decisions of operators about rows of amendments that no rule decides, and how a row was linked, as text.
import type { PoolClient } from "pg";
import { AppError } from "../../../errors.ts";
import { inLoad, type Load } from "../../../store/transaction.ts";
import type { AmendmentDecisions, Columns, ExplainedFact } from "../../provenance.ts";
import { form345 } from "../index.ts";
import { isAmendment } from "./filed-form.ts";
import type { NamedBy } from "./link.ts";
import { type JudgedCompany, judgeCompanies, settleCompanies } from "./settle.ts";

export const amendmentDecisions: AmendmentDecisions = {
  async facts({ pool }, row) {
    const [judged] = await judgeCompanies(pool, [String(row.company_cik)]);
    return judged ? factsOf(judged, row) : [];
  },

  async decide(store, { tradeId, restates, actor }) {
    await inLoad(store, form345.loader, async (client, load) => {
      const row = await rowOf(client, tradeId);
      const [judged] = await judgeCompanies(client, [row.company_cik]);
      const candidates = judged?.judgement.candidates.get(tradeId);
      if (!candidates) throw new AppError("bad_request", `Row ${tradeId} is not an undecided row of an amended form`);
      if (restates !== null && !candidates.includes(restates))
        throw new AppError(
          "bad_request",
          `Row ${tradeId} may restate one of ${candidates.join(", ")}, not ${restates}`,
        );
      const restated = restates === null ? null : await rowOf(client, restates);
      await client.query(insertDecision, [...keyOf(row), restated?.accession_number, restated?.row_index, actor]);
      await audit(client, "amendment.decide", tradeId, actor, { restates });
      await settle(client, load, row.company_cik);
    });
  },

  async reopen(store, { tradeId, actor }) {
    await inLoad(store, form345.loader, async (client, load) => {
      const row = await rowOf(client, tradeId);
      const { rowCount } = await client.query(deleteDecision, keyOf(row));
      if (rowCount === 0) throw new AppError("bad_request", `There is no decision about row ${tradeId}`);
      await audit(client, "amendment.reopen", tradeId, actor, {});
      await settle(client, load, row.company_cik);
    });
  },
};

interface DecidedRow {
  company_cik: string;
  accession_number: string;
  is_derivative: boolean;
  row_index: number;
}

async function rowOf(client: PoolClient, id: string): Promise<DecidedRow> {
  const { rows } = await client.query<DecidedRow>(
    "SELECT company_cik, accession_number, is_derivative, row_index FROM insider_trades WHERE id = $1",
    [id],
  );
  const [row] = rows;
  if (!row) throw new AppError("not_found", `No insider trade has the id ${id}`);
  return row;
}

const keyOf = (row: DecidedRow) => [row.accession_number, row.is_derivative, row.row_index];

async function settle(client: PoolClient, load: Load, cik: string): Promise<void> {
  const changed = await settleCompanies(client, [cik], new Set());
  for (const one of changed) load.changed({ kind: "company", cik: one.cik, from: one.filedOn });
}

const insertDecision = `
  INSERT INTO amendment_decisions (accession_number, is_derivative, row_index, restates_accession, restates_row_index, decided_by)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (accession_number, is_derivative, row_index) DO UPDATE SET restates_accession = excluded.restates_accession,
    restates_row_index = excluded.restates_row_index, decided_by = excluded.decided_by, decided_at = now()`;

const deleteDecision =
  "DELETE FROM amendment_decisions WHERE accession_number = $1 AND is_derivative = $2 AND row_index = $3";

async function audit(client: PoolClient, action: string, id: string, actor: string, after: object): Promise<void> {
  await client.query(
    "INSERT INTO audit_log (actor, action, object_type, object_id, after) VALUES ($1, $2, 'insider_trade', $3, $4)",
    [actor, action, id, JSON.stringify(after)],
  );
}

const namedBy: Record<NamedBy, string> = {
  accession_number: "the accession number in its remarks or footnotes",
  original_date: "its date of original submission, company and owner",
  trade_date: "no filing is named: the newest earlier one with a row on the trade date",
  equal_trade: "no filing is named: the only earlier row that differs in the trade date alone",
};

function factsOf({ forms, judgement }: JudgedCompany, row: Columns): ExplainedFact[] {
  const id = String(row.id);
  const form = forms.find(({ accessionNumber }) => accessionNumber === row.accession_number);
  const link = judgement.links.get(String(row.accession_number));
  const candidates = judgement.candidates.get(id);
  const doubtful = [...judgement.candidates].filter(([, rows]) => rows.includes(id)).map(([by]) => by);
  const status = judgement.status.get(id) ?? null;
  const facts: ExplainedFact[] = [];
  if (form && isAmendment(form) && link)
    facts.push({
      name: "amends",
      value: link.amends.join(", ") || null,
      from: `${namedBy[link.namedBy]}${link.amends.length === 0 ? "; that filing is not stored, so the link waits" : ""}`,
    });
  const because = [
    judgement.reasons.get(id),
    candidates && `it may restate ${candidates.join(", ")}`,
    doubtful.length > 0 && `it may be restated by ${doubtful.join(", ")}`,
  ].filter(Boolean);
  if (status !== null) facts.push({ name: "amendment_status", value: status, from: because.join("; ") });
  if (judgement.notRestated.has(id))
    facts.push({ name: "not_restated", value: "true", from: "an amendment restates its group without it" });
  return facts;
}
