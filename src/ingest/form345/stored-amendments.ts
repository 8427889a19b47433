// Matches the amendments in the store again, where a newer release matches them otherwise. A migration that changes the rules requests
// it by a note of the kind "restatements" among the pending derivations.
import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import { form345 } from "./index.ts";
import { storeRestatements } from "./store-restatements.ts";

/** rows of amendments */
const rowsAtOnce = 2000;

/** Does what a note requests, and notes the companies of changed rows for the derivation; without a note it costs one query. */
export async function matchAmendmentsAgain(store: Pick<Store, "pool">): Promise<void> {
  const { rowCount } = await store.pool.query("SELECT FROM pending_derivations WHERE kind = 'restatements'");
  if (!rowCount) return;
  await inLoad(store, form345.loader, async (client, load) => {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("DELETE FROM pending_derivations WHERE kind = 'restatements'");
    // rows that are matched together come together
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM insider_trades WHERE is_amendment ORDER BY company_cik, transaction_code, is_derivative, id",
    );
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const ids = rows.slice(at, at + rowsAtOnce).map(({ id }) => id);
      for (const { cik, filedOn } of await storeRestatements(client, ids, new Set()))
        load.changed({ kind: "company", cik, from: filedOn });
    }
  });
}
