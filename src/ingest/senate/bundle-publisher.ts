// Bundles instead of the Senate's search: `disclosed sync` takes them from a folder, or from an address that serves the
// newest one. What a bundle proves is recorded when it is read (har-visit.ts).
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { lastFetch, recordListing } from "../../store/listings.ts";
import type { Publisher, SyncContext } from "../publisher.ts";
import type { InputFile } from "../source.ts";

/** a source name of its own in listing_fetches: a bundle that was taken covers no day by itself */
const source = "senate-bundles";

/** Takes each bundle once. `location`: SENATE_BUNDLES, a folder or a URL. */
export function bundlesPublisher(location: string): Publisher {
  return {
    source: "senate",
    async *list(context) {
      const bundles = URL.canParse(location) ? [await fetchBundle(location, context)] : await bundlesIn(location);
      for (const bundle of bundles) yield* takeNew(bundle, context);
    },
  };
}

interface Bundle {
  path: string;
  name: string;
  read(): Promise<Buffer>;
}

/** Throws OutboundError, or an Error if the address responds that it has no bundle. */
async function fetchBundle(url: string, { outbound, signal }: SyncContext): Promise<Bundle> {
  const { status, body } = await outbound.request({ publisher: "senate", url, signal });
  if (status !== 200) throw new Error(`HTTP ${status} from ${url}, not a bundle`);
  return { path: url, name: "bundle.zip", read: async () => body };
}

/** The .zip files of the folder by name. Throws an Error if it cannot be read. */
async function bundlesIn(folder: string): Promise<Bundle[]> {
  const names = (await readdir(folder)).filter((name) => /\.zip$/i.test(name)).sort();
  return names.map((name) => ({ path: join(folder, name), name, read: () => readFile(join(folder, name)) }));
}

async function* takeNew({ path, name, read }: Bundle, { store, today }: SyncContext): AsyncGenerator<InputFile> {
  const bytes = await read();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if ((await lastFetch(store.pool, source, path))?.sha256 === sha256) return;
  yield { path, name, read: async () => bytes };
  const days = { coversFrom: today, coversTo: today };
  await recordListing(store.pool, { source, listing: path, ...days, outcome: "listed", final: false, sha256 }, []);
}
