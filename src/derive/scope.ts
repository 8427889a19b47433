// What a derivation looks at: the working tables derive_companies(cik) and derive_congress(id). Every rule about insider trades stays
// within one company, every rule about politician trades within one row, so a change reaches no further than these.
import type { PoolClient } from "pg";
import { benchmarkSymbol } from "./benchmark.ts";
import { makeTable } from "./step.ts";

/** What an ingestion touched; the shape of src/ingest/source.ts's Change. */
export type DerivationChange =
  | { kind: "company"; cik: string }
  | { kind: "politician"; bioguideId: string }
  | { kind: "prices"; symbol: string }
  | { kind: "rosters" };

/** Fills the scope with everything. */
export async function scopeAll(client: PoolClient): Promise<void> {
  await makeTable(client, "derive_companies", "SELECT cik FROM companies", { keys: "cik" });
  await makeTable(client, "derive_congress", "SELECT id FROM politician_trades", { keys: "id" });
}

/** Fills the scope with what the changes reach. A change of the benchmark's prices reaches everything. */
export async function scopeChanges(client: PoolClient, changes: DerivationChange[]): Promise<void> {
  const symbols = changes.flatMap((change) => (change.kind === "prices" ? [change.symbol] : []));
  if (symbols.includes(benchmarkSymbol)) return await scopeAll(client);
  const ciks = changes.flatMap((change) => (change.kind === "company" ? [change.cik] : []));
  const members = changes.flatMap((change) => (change.kind === "politician" ? [change.bioguideId] : []));
  const rosters = changes.some((change) => change.kind === "rosters");
  await client.query("CREATE TEMP TABLE derive_companies (cik text PRIMARY KEY) ON COMMIT DROP");
  // a symbol that went from one company to another decides for both whose prices are used
  await client.query(
    `INSERT INTO derive_companies
     WITH touched AS (
       SELECT cik FROM companies WHERE cik = ANY ($1)
       UNION SELECT company_cik FROM company_symbols WHERE symbol = ANY ($2)
     )
     SELECT cik FROM touched
     UNION
     SELECT other.company_cik
     FROM touched
     JOIN company_symbols mine ON mine.company_cik = touched.cik
     JOIN company_symbols other ON other.symbol = mine.symbol`,
    [ciks, symbols],
  );
  await client.query("CREATE TEMP TABLE derive_congress (id bigint PRIMARY KEY) ON COMMIT DROP");
  await client.query(
    `INSERT INTO derive_congress
     SELECT id FROM politician_trades
     WHERE $3 OR bioguide_id = ANY ($1) OR ticker = ANY ($2)
       OR company_cik IN (SELECT cik FROM derive_companies)
       OR ticker IN (SELECT symbol FROM company_symbols WHERE company_cik IN (SELECT cik FROM derive_companies))`,
    [members, symbols, rosters],
  );
  await client.query("ANALYZE derive_companies");
  await client.query("ANALYZE derive_congress");
}
