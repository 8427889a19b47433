// The invented sample data leave as a whole before the first real record comes in; both never are side by side.
import type { Pool, PoolClient } from "pg";
import { derivationLock } from "./loading.ts";
import type { Store } from "./store.ts";
import { inTransaction } from "./transaction.ts";

/**
 * Tables that hold what was ingested or derived. Accounts, keys, usage, plans and the reviewed reference data stay, and so
 * does what real ingestions recorded of themselves: sample data come in without files and runs.
 */
export const domainTables = [
  "cluster_trades",
  "clusters",
  "insider_outcomes",
  "signal_days",
  "insider_trades",
  "filing_owners",
  "holdings",
  "filings",
  "insiders",
  "politician_outcomes",
  "politician_trades",
  "politician_sums",
  "disclosure_reports",
  "house_index",
  "committee_memberships",
  "roster_entries",
  "roster_snapshots",
  "committees",
  "politician_terms",
  "politicians",
  "company_tickers",
  "insider_sums",
  "company_window_sums",
  "trade_word_days",
  "vocabulary_counts",
  "company_sums",
  "companies",
  "price_bars",
  "price_series",
  "row_history",
  "pending_derivations",
  // files made of them are offered no more; the next run of publishing removes them from the folder
  "published_exports",
];

/** The lock for filling in or removing the sample; a session or a transaction holds it. */
export const sampleLock = "hashtext('disclosed_sample')";

/**
 * Makes the store one of real data: to be called before the first real record comes in. Invented records, of an interrupted
 * filling too, leave in the same transaction, so that both never are side by side. Returns whether there were any.
 */
export async function beginRealData(store: Store): Promise<boolean> {
  if ((await kindOf(store.pool)) === "real") return false;
  return await inTransaction(store, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${sampleLock})`);
    await client.query(`SELECT pg_advisory_xact_lock(${derivationLock})`);
    const kind = await kindOf(client);
    const isInvented = kind === "sample" || kind === "filling";
    if (isInvented) {
      await client.query(`TRUNCATE ${domainTables.join(", ")}`);
      await client.query("SELECT disclosed_bump_data_version()");
    }
    await client.query("UPDATE data_version SET kind = 'real' WHERE id = 1 AND kind <> 'real'");
    return isInvented;
  });
}

/** What the store holds; `filling`: the sample is being loaded, or its loading was interrupted. */
export async function kindOf(client: Pool | PoolClient): Promise<"empty" | "filling" | "sample" | "real"> {
  const { rows } = await client.query("SELECT kind FROM data_version WHERE id = 1");
  return rows[0]?.kind ?? "empty";
}
