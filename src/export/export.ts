// One export: rows written to a file that appears only when it is complete, with a manifest beside it that describes
// it.
import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { allRows } from "../../rest/all-rows.ts";
import type { Column } from "../../rest/forms/table.ts";
import type { Vocabulary } from "../../rest/ports.ts";
import { dateOf } from "../lib/calendar-date.ts";
import { asOutFileError, checkOutFile, isStandardOutput, writeToStandardOutput } from "../lib/out-file.ts";
import type { Store } from "../store/store.ts";
import { columnsFor, type FormatName, formats } from "./formats.ts";
import { type NounOptions, nouns, partsOf } from "./nouns.ts";
import { routeOf, termsOf, withRows } from "./rows.ts";

export interface ExportRequest extends NounOptions {
  noun: string;
  format: FormatName;
  /** a file, a folder in which the file is called after the noun, or `-` for standard output */
  out: string;
}

/** The content of the manifest beside an export. */
export interface Manifest {
  file: string;
  noun: string;
  format: FormatName;
  rows: number;
  bytes: number;
  sha256: string;
  data_version: string;
  /** when the data last changed, RFC 3339 */
  as_of: string;
  /** the records are invented */
  sample: boolean;
  since: string | null;
  exported_at: string;
  /** of the software */
  version: string;
  /** the statute's note, with congressional data */
  terms: string | null;
  columns: Column[];
}

export interface ExportOptions {
  version: string;
  now: () => Date;
  vocabulary: Vocabulary;
  signal?: AbortSignal;
  /** rows written so far, of how many */
  onProgress?: (rows: number, total: number) => void;
}

/**
 * Writes the export and its manifest, both or neither; an existing file is replaced at the very end. Standard output
 * (`-`) gets the rows only. Returns the manifest and its path. Throws OutFileError where the file cannot be written.
 */
export async function exportTo(
  store: Store,
  request: ExportRequest,
  options: ExportOptions,
): Promise<Manifest & { path: string }> {
  const { noun: name, format, since } = request;
  const noun = nouns[name];
  if (!noun) throw new Error(`there is no export of ${name}`);
  const route = await routeOf(noun);
  const columns = columnsFor(format, route.item, partsOf(request));
  const terms = termsOf(route);
  const path = await fileFor(request);
  const file = isStandardOutput(path) ? new StandardOutput() : await PartialFile.open(path);
  const reading = { today: dateOf(options.now()), ...options };
  try {
    const { snapshot, rows } = await withRows(store, name, request, reading, async ({ snapshot, rows: reader }) => {
      const facts = { data_version: snapshot.dataVersion, as_of: snapshot.asOf, sample: String(snapshot.sample) };
      const allFacts = { ...facts, ...(terms && { terms }) };
      const writer = await formats[format](columns, (bytes) => file.write(bytes), allFacts);
      let rows = 0;
      for await (const batch of allRows(reader, (batch) => batch)) {
        await writer.write(batch);
        rows += batch.length;
        options.onProgress?.(rows, reader.total);
      }
      await writer.end();
      return { snapshot, rows };
    });
    const manifest: Manifest = {
      file: path.slice(path.lastIndexOf(sep) + 1),
      noun: name,
      format,
      rows,
      ...(await file.finish()),
      data_version: snapshot.dataVersion,
      as_of: snapshot.asOf,
      sample: snapshot.sample,
      since: since ?? null,
      exported_at: options.now().toISOString(),
      version: options.version,
      terms,
      columns,
    };
    await file.publish(manifest);
    return { ...manifest, path };
  } catch (error) {
    await file.discard();
    throw asOutFileError(error, path);
  }
}

/** The file that is written; `-` for standard output. Throws OutFileError where it cannot be. */
export async function fileFor({ out, noun, format }: Pick<ExportRequest, "out" | "noun" | "format">): Promise<string> {
  const isFolder = out.endsWith("/") || (await stat(out).catch(() => null))?.isDirectory();
  const path = isFolder ? join(out, `${noun}.${format}`) : out;
  await checkOutFile(path);
  return path;
}

/** Counts bytes and computes their digest while they are written. */
abstract class Digested {
  readonly #digest = createHash("sha256");
  #bytes = 0;

  async write(bytes: Uint8Array): Promise<void> {
    this.#digest.update(bytes);
    this.#bytes += bytes.length;
    await this.put(bytes);
  }

  /** Writes the bytes to their destination. */
  protected abstract put(bytes: Uint8Array): Promise<void>;

  protected writtenFile(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#digest.digest("hex") };
  }
}

class StandardOutput extends Digested {
  protected override put(bytes: Uint8Array): Promise<void> {
    return writeToStandardOutput(bytes);
  }

  async finish(): Promise<{ bytes: number; sha256: string }> {
    return this.writtenFile();
  }

  async publish(): Promise<void> {}

  async discard(): Promise<void> {}
}

/** A file with a temporary name until it is complete. */
class PartialFile extends Digested {
  readonly #path: string;
  readonly #target: string;
  readonly #handle: FileHandle;

  private constructor(target: string, path: string, handle: FileHandle) {
    super();
    this.#target = target;
    this.#path = path;
    this.#handle = handle;
  }

  static async open(target: string): Promise<PartialFile> {
    const path = `${target}.partial-${process.pid}`;
    try {
      return new PartialFile(target, path, await open(path, "w"));
    } catch (error) {
      throw asOutFileError(error, target);
    }
  }

  protected override async put(bytes: Uint8Array): Promise<void> {
    await this.#handle.appendFile(bytes);
  }

  /** Flushes to disk before the file is renamed. */
  async finish(): Promise<{ bytes: number; sha256: string }> {
    await this.#handle.sync();
    await this.#handle.close();
    return this.writtenFile();
  }

  /** Removes the old manifest first, so that an existing manifest always matches the file beside it. */
  async publish(manifest: Manifest): Promise<void> {
    const beside = `${this.#target}.manifest.json`;
    await writeFile(`${this.#path}.manifest`, `${JSON.stringify(manifest, null, 2)}\n`);
    await rm(beside, { force: true });
    await rename(this.#path, this.#target);
    await rename(`${this.#path}.manifest`, beside);
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {});
    for (const path of [this.#path, `${this.#path}.manifest`]) await rm(path, { force: true });
  }
}
