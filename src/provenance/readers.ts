// The reader of each source whose documents contain trades.
import { loadProvenance } from "../ingest/load-source.ts";
import type { DocumentReader } from "../ingest/provenance.ts";
import { type DocumentSourceName, documentSourceNames } from "../sources/sources.ts";
import type { Store } from "../store/store.ts";

/** Readers of all sources, in the order of the registry, or of the one source. `home` is DISCLOSED_HOME. */
export async function documentReaders(
  store: Store,
  home: string,
  only?: DocumentSourceName,
): Promise<DocumentReader[]> {
  const wanted = documentSourceNames.filter((name) => only === undefined || name === only);
  return await Promise.all(wanted.map(async (name) => (await loadProvenance(name)).reader(store, home)));
}
