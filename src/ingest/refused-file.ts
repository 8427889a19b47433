// A refused file as it was first ingested: the same bytes, name, document and options. The bytes come from the raw
// store or, if they were never stored (an archive that could not be opened), from the original path.
import type { Refusal } from "../store/refusals.ts";
import type { Store } from "../store/store.ts";
import type { Found } from "./files/found.ts";
import { listDisk, unpack } from "./files/walk.ts";
import { hasRaw, readRaw } from "./raw-store.ts";
import type { IngestOptions } from "./source.ts";

/** Refusals of one file under one set of options. */
export interface RefusedFile {
  source: string;
  sha256: string | null;
  fileName: string;
  documentId: string | null;
  options: IngestOptions;
  ids: number[];
}

/** One entry per file and options; a file refused in several records is one. */
export function refusedFiles(refusals: Refusal[]): RefusedFile[] {
  const files = new Map<string, RefusedFile>();
  for (const { id, source, sha256, fileName, documentId, run } of refusals) {
    const options = optionsOf(run?.arguments);
    const key = JSON.stringify([source, sha256, fileName, options]);
    const file = files.get(key);
    if (file) file.ids.push(id);
    else files.set(key, { source, sha256, fileName, documentId, options, ids: [id] });
  }
  return [...files.values()];
}

/** The options of the run that refused it last, e.g. `--filed`. */
function optionsOf(given: unknown): IngestOptions {
  if (typeof given !== "object" || given === null) return {};
  const { asOf, filed, close } = given as Record<string, unknown>;
  return {
    ...(typeof asOf === "string" && { asOf }),
    ...(typeof filed === "string" && { filed }),
    ...((close === "adjusted" || close === "raw") && { close }),
  };
}

/** The feed of found files for a refused file; a sentence if its bytes are no longer available. */
export async function findAgain(file: RefusedFile, store: Store, home: string): Promise<AsyncIterable<Found> | string> {
  const { sha256, fileName } = file;
  if (sha256 !== null && (await hasRaw(home, sha256))) return await findCopy(file, sha256, store, home);
  // for a file inside an archive, the archive is opened again and all other entries are skipped
  const [outer = fileName] = fileName.split("!/");
  const disk = await listDisk(outer).catch(() => null);
  if (!disk) return "its bytes were not stored and it is no longer where it stood: ingest it again from its source";
  return outer === fileName ? unpack(disk) : only(unpack(disk), fileName);
}

/** Other bytes in place of the file: under its path, name and document. */
export async function findCopy(
  file: RefusedFile,
  sha256: string,
  store: Store,
  home: string,
): Promise<AsyncIterable<Found>> {
  const { fileName, documentId } = file;
  const listedOn = await listedDay(store, file);
  return one({
    file: { path: fileName, name: nameOf(fileName), ...(documentId && { documentId }), ...listedOn },
    packedBytes: 0,
    load: () => readRaw(home, sha256),
  });
}

async function* one(found: Found): AsyncGenerator<Found> {
  yield found;
}

async function* only(feed: AsyncIterable<Found>, path: string): AsyncGenerator<Found> {
  for await (const found of feed) if (found.file.path === path) yield found;
}

/** The last segment; raw bytes of a .gz are stored unpacked. */
function nameOf(fileName: string): string {
  const name = fileName.split(/[/\\]/).at(-1) ?? fileName;
  return name.replace(/\.gz$/i, "");
}

async function listedDay(store: Store, { source, documentId }: RefusedFile): Promise<{ listedOn?: string }> {
  if (documentId === null) return {};
  const { rows } = await store.pool.query<{ day: string }>(
    `SELECT to_char(listed_on, 'YYYY-MM-DD') AS day FROM listed_documents WHERE source = $1 AND document_id = $2`,
    [source, documentId],
  );
  return rows[0] ? { listedOn: rows[0].day } : {};
}
