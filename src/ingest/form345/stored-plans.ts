// Reads the footnotes of stored filings again if a newer release has other rules: is_10b5_1 is updated, ids do not
// change. A migration that changes the rules requests it with a row of kind "plans" in pending_derivations.
import type { PoolClient } from "pg";
import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import { form345 } from "./index.ts";
import { digest } from "./trade-digest.ts";
import type { TradeRow } from "./trade-row.ts";
import { planTrades } from "./trading-plan.ts";

const batchSize = 200;

interface StoredFiling {
  accessionNumber: string;
  companyCik: string;
  filedOn: string;
  aff10b5One: boolean | null;
  footnotes: Record<string, string>;
}

/**
 * Executes a pending request, and registers the companies of changed rows for derivation. Without a request it costs
 * one query.
 */
export async function readPlansAgain(store: Pick<Store, "pool">): Promise<void> {
  const { rowCount } = await store.pool.query("SELECT FROM pending_derivations WHERE kind = 'plans'");
  if (!rowCount) return;
  await inLoad(store, form345.loader, async (client, load) => {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("DELETE FROM pending_derivations WHERE kind = 'plans'");
    for (let after: string | undefined = ""; after !== undefined; ) {
      const { rows: filings }: { rows: StoredFiling[] } = await client.query<StoredFiling>(mentioningPlans, [
        after,
        batchSize,
      ]);
      for (const { companyCik, filedOn } of await correctPlans(client, filings))
        load.changed({ kind: "company", cik: companyCik, from: filedOn });
      after = filings.at(-1)?.accessionNumber;
    }
  });
}

// matches more than the rules' own patterns, which then decide
const mentioningPlans = `
  SELECT accession_number AS "accessionNumber", company_cik AS "companyCik", filed_on AS "filedOn", aff10b5_one AS "aff10b5One", footnotes
  FROM filings WHERE accession_number > $1 AND footnotes::text ~* '[1l]0[^0-9a-z]*b|105b|affirmative def|(trading|sales?|selling|arranged) (plan|program|arrangement|instruction)'
  ORDER BY accession_number LIMIT $2`;

type StoredTrade = TradeRow & { id: string };

/** Corrects the trades and returns the filings with a changed row. */
async function correctPlans(client: PoolClient, filings: StoredFiling[]): Promise<StoredFiling[]> {
  const { rows } = await client.query<StoredTrade>(tradesOf, [filings.map((filing) => filing.accessionNumber)]);
  const corrected = filings.map((filing) => {
    const ofFiling = rows.filter((row) => row.accession_number === filing.accessionNumber);
    return { filing, trades: correctedTrades(filing, ofFiling) };
  });
  const trades = corrected.flatMap((one) => one.trades);
  if (trades.length > 0) {
    await client.query(keepHistory, [trades.map(({ id }) => id)]);
    await client.query(update, [
      trades.map(({ id }) => id),
      trades.map((row) => row.is_10b5_1),
      trades.map((row) => row.is_plan_unclear),
      trades.map((row) => row.content_hash),
    ]);
  }
  return corrected.filter((one) => one.trades.length > 0).map(({ filing }) => filing);
}

function correctedTrades(filing: StoredFiling, rows: StoredTrade[]): StoredTrade[] {
  const plans = planTrades({
    aff10b5One: filing.aff10b5One,
    footnotes: filing.footnotes,
    transactions: rows.map((row) => ({ transactionCode: row.transaction_code, footnoteIds: row.footnote_ids })),
  });
  return rows.flatMap((row, index) => {
    const plan = plans[index];
    if (!plan || (plan.isPlanTrade === row.is_10b5_1 && plan.isUnclear === row.is_plan_unclear)) return [];
    const corrected = { ...row, is_10b5_1: plan.isPlanTrade, is_plan_unclear: plan.isUnclear };
    // updates the digest too, so that ingesting the same file again changes nothing; a digest computed in another way
    // is not changed
    return [digest(row) === row.content_hash ? { ...corrected, content_hash: digest(corrected) } : corrected];
  });
}

const tradesOf = "SELECT * FROM insider_trades WHERE accession_number = ANY($1) ORDER BY id";

const keepHistory = `
  INSERT INTO row_history (kind, row_id, reason, before)
  SELECT 'insider_trade', t.id, 'its footnotes are read by a newer rule', to_jsonb(t) FROM insider_trades t WHERE t.id = ANY($1::bigint[])`;

const update = `
  UPDATE insider_trades t SET is_10b5_1 = w.plan, is_plan_unclear = w.unclear, content_hash = w.hash, last_modified = statement_timestamp()
  FROM unnest($1::bigint[], $2::boolean[], $3::boolean[], $4::text[]) AS w(id, plan, unclear, hash) WHERE t.id = w.id`;
