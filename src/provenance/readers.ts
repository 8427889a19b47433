// The reader of each source whose documents hold trades.
import { type DocumentSourceName, documentSources } from "../sources.ts";
import type { Store } from "../store/store.ts";
import { congressReader } from "./congress-reader.ts";
import { form345Reader } from "./form345-reader.ts";
import type { DocumentReader } from "./reading.ts";

const makers = {
  insiders: (_: DocumentSourceName, store: Store, home: string) => form345Reader(store, home),
  congress: congressReader,
};

/** `home` is DISCLOSED_HOME. In the order of the registry, or the one source alone. */
export function documentReaders(store: Store, home: string, only?: DocumentSourceName): DocumentReader[] {
  return documentSources
    .filter(({ name }) => only === undefined || name === only)
    .map(({ name, documents }) => makers[documents.trades](name, store, home));
}
