// Judges the stored amendments again if a newer release has other rules. A migration that changes the rules requests it
// with a row of kind "restatements" in pending_derivations.
import type { PoolClient } from "pg";
import { inLoad } from "../../../store/loading.ts";
import type { Store } from "../../../store/store.ts";
import { form345 } from "../index.ts";
import { type ChangedRows, companiesWithAmendments, settleCompanies } from "./settle.ts";

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

/**
 * Executes a pending request, and registers the companies of changed rows for derivation. Without a request it costs
 * one query.
 */
export async function settleAmendmentsAgain(store: Pick<Store, "pool">): Promise<void> {
  const { rowCount } = await store.pool.query("SELECT FROM pending_derivations WHERE kind = 'restatements'");
  if (!rowCount) return;
  await inLoad(store, form345.loader, async (client, load) => {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("DELETE FROM pending_derivations WHERE kind = 'restatements'");
    for (const { cik, filedOn } of await settleAllAmendments(client, new Set()))
      load.changed({ kind: "company", cik, from: filedOn });
  });
}
