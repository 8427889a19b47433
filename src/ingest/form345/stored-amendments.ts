// Matches the stored amendments again if a newer release has other matching rules. A migration that changes the rules
// requests it with a row of kind "restatements" in pending_derivations.
import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import { form345 } from "./index.ts";
import { storeRestatements } from "./store-restatements.ts";

/** rows of amendments per batch */
const batchSize = 2000;

/**
 * Executes a pending request, and registers the companies of changed rows for derivation. Without a request it costs
 * one query.
 */
export async function matchAmendmentsAgain(store: Pick<Store, "pool">): Promise<void> {
  const { rowCount } = await store.pool.query("SELECT FROM pending_derivations WHERE kind = 'restatements'");
  if (!rowCount) return;
  await inLoad(store, form345.loader, async (client, load) => {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("DELETE FROM pending_derivations WHERE kind = 'restatements'");
    // ordered so that rows that are matched together are in one batch
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM insider_trades WHERE is_amendment ORDER BY company_cik, transaction_code, is_derivative, id",
    );
    for (let at = 0; at < rows.length; at += batchSize) {
      const ids = rows.slice(at, at + batchSize).map(({ id }) => id);
      for (const { cik, filedOn } of await storeRestatements(client, ids, new Set()))
        load.changed({ kind: "company", cik, from: filedOn });
    }
  });
}
