// The invented sample data leave as a whole before the first real record comes in; both never stand side by side.
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
  "insider_trades",
  "filing_owners",
  "filings",
  "insiders",
  "politician_outcomes",
  "politician_trades",
  "disclosure_reports",
  "house_index",
  "committee_memberships",
  "roster_entries",
  "roster_snapshots",
  "committees",
  "politician_terms",
  "politicians",
  "company_tickers",
  "companies",
  "price_bars",
  "price_series",
  "row_history",
];

/**
 * Empties the domain tables when the store holds sample data; otherwise changes nothing. Returns whether there was sample data.
 */
export async function removeSampleData(store: Store): Promise<boolean> {
  return await inTransaction(store, async (client) => {
    const { rows } = await client.query<{ kind: string }>("SELECT kind FROM data_version WHERE id = 1 FOR UPDATE");
    const isSample = rows[0]?.kind === "sample";
    if (isSample) {
      await client.query(`TRUNCATE ${domainTables.join(", ")}`);
      await client.query("UPDATE data_version SET kind = 'empty' WHERE id = 1");
      await client.query("SELECT disclosed_bump_data_version()");
    }
    return isSample;
  });
}
