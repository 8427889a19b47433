// The invented sample data. They are removed completely before the first real record, listing or fetch is stored; the
// store never has both.
import type { Pool, PoolClient } from "pg";
import { sources } from "../sources/sources.ts";
import { derivationLock, inTransaction } from "./transaction.ts";

/** Tables with ingested, listed or derived data, besides the records of the sources. */
const otherTables = [
  "cluster_trades",
  "clusters",
  "insider_outcomes",
  "signal_days",
  "filing_owners",
  "amendment_links",
  "amendment_decisions",
  "holdings",
  "filings",
  "insiders",
  "politician_outcomes",
  "politician_sums",
  "disclosure_reports",
  "house_index",
  "committee_memberships",
  "roster_entries",
  "roster_snapshots",
  "committees",
  "politician_terms",
  "company_tickers",
  "insider_sums",
  "company_window_sums",
  "company_days",
  "trade_word_days",
  "vocabulary_counts",
  "company_sums",
  "price_bars",
  "listed_documents",
  "listed_day_changes",
  "listing_fetches",
  "row_history",
  "pending_derivations",
  // files made from sample data are no longer offered; the next publishing run removes them from the folder
  "published_exports",
];

/**
 * All tables with ingested, listed or derived data. Accounts, keys, usage, plans and the reviewed reference data are not removed,
 * nor are the records of real ingestions: sample data has no files and runs.
 */
export const domainTables = [...new Set([...sources.map(({ records }) => records.table), ...otherTables])];

/** The lock for loading or removing the sample; a session or a transaction takes it. */
export const sampleLock = "hashtext('disclosed_sample')";

/** What an operator reads when the sample data leave. */
export const sampleRemoved =
  "The sample data (invented people and companies) were removed, because real data are being loaded.";

/**
 * Switches the store to real data; call before the first real record, listing or fetch is stored. Removes sample data,
 * also those of an interrupted load: in the transaction of `client`, or in one of its own. Returns whether there were
 * any.
 */
export async function beginRealData(client: Pool | PoolClient): Promise<boolean> {
  if ((await kindOf(client)) === "real") return false;
  return "release" in client ? await removeSample(client) : await inTransaction({ pool: client }, removeSample);
}

async function removeSample(client: PoolClient): Promise<boolean> {
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
}

/** The kind of data in the store; `filling`: the sample is being loaded, or loading it was interrupted. */
export async function kindOf(client: Pool | PoolClient): Promise<"empty" | "filling" | "sample" | "real"> {
  const { rows } = await client.query("SELECT kind FROM data_version WHERE id = 1");
  return rows[0]?.kind ?? "empty";
}
