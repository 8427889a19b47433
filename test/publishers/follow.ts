// Fetches from one publisher once, as `disclosed sync` does: its listings, then the documents that are due.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSource } from "../../src/ingest/load-source.ts";
import { openOutbound } from "../../src/ingest/outbound/outbound.ts";
import type { Publisher, SyncContext } from "../../src/ingest/publisher.ts";
import { type InputFile, silent } from "../../src/ingest/source.ts";
import { dueDocuments } from "../../src/store/listings.ts";
import type { Store } from "../../src/store/store.ts";
import { testContact } from "../support/contact.ts";
import { ingestFiles } from "../support/ingest.ts";

interface Followed {
  /** requested due documents, in their order */
  requested: string[];
  /** ids of the documents that could not be fetched */
  missing: string[];
}

/** one folder of raw files for each store: without the previous bytes no request is conditional */
const homes = new WeakMap<Store, string>();

/** `max`: the maximum number of due documents to fetch; `say`: gets the messages for the operator. */
export async function follow(
  store: Store,
  publisher: Publisher,
  {
    from,
    today,
    max = 500,
    say = silent.say,
  }: { from: string; today: string; max?: number; say?: (line: string) => void },
): Promise<Followed> {
  const home = homes.get(store) ?? mkdtempSync(join(tmpdir(), "disclosed-follow-"));
  homes.set(store, home);
  const outbound = openOutbound({
    store,
    home,
    contact: testContact,
    requestsPerSecond: { sec: 1000, house: 1000, senate: 1000, legislators: 1000, prices: 1000 },
    limits: { headersMs: 500, bodyMs: 500, totalMs: 5_000 },
    retries: { times: 1, firstAfterMs: 5 },
  });
  const context: SyncContext = {
    store,
    outbound,
    home,
    today,
    from,
    progress: { ...silent, say },
    signal: new AbortController().signal,
  };
  const source = await loadSource(publisher.source);
  const followed: Followed = { requested: [], missing: [] };
  try {
    for await (const files of publisher.list(context)) await ingestFiles(store, source, [files].flat());
    for await (const files of publisher.dependent?.list(context) ?? [])
      await ingestFiles(store, source, [files].flat());
    const files: InputFile[] = [];
    for (const document of await dueDocuments(store.pool, { source: publisher.source, from, limit: max })) {
      followed.requested.push(document.documentId);
      const file = (await publisher.fetch?.(document, context)) ?? null;
      if (file) files.push(file);
      else followed.missing.push(document.documentId);
    }
    await ingestFiles(store, source, files);
  } finally {
    await outbound.close();
  }
  return followed;
}

/** The fetches of a source's listings, by listing. */
export async function fetches(
  store: Store,
  source: string,
): Promise<Record<string, { outcome: string; listed: number; final: boolean; message: string | null }>> {
  const { rows } = await store.pool.query(
    "SELECT listing, outcome, listed, final, message FROM listing_fetches WHERE source = $1",
    [source],
  );
  return Object.fromEntries(rows.map(({ listing, ...fetched }) => [listing, fetched]));
}

/** How many documents of a source are in which state. */
export async function states(store: Store, source: string): Promise<Record<string, number>> {
  const { rows } = await store.pool.query(
    "SELECT state, count(*)::int AS n FROM listed_document_states WHERE source = $1 GROUP BY state",
    [source],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** The trades of the store without what differs from run to run, to compare two stores. */
export async function tradeRows(store: Store): Promise<unknown[]> {
  const { rows } = await store.pool.query(
    `SELECT to_jsonb(t) - 'last_modified' AS row FROM politician_trades t ORDER BY report_id, row_index`,
  );
  return rows.map(({ row }) => row);
}
