// The folder of the ready-made files. Current files are in a tree with Hive partitions, which contains nothing else;
// files that were replaced, and files that are being written, are in the folder itself.
import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type ExportFile, exportPath } from "../../filters/exports.ts";
import type { Store } from "../../store/store.ts";

/** the ending of a file that is not complete yet */
const partialEnding = ".partial";

export interface Written {
  name: string;
  bytes: number;
  sha256: string;
}

/** Digits of the hash in a name: enough that two versions of one month never share a name. */
const digits = 16;

/** A file that is named after its content, once it is complete and on disk. */
export class NamedFile {
  readonly #digest = createHash("sha256");
  readonly #handle: FileHandle;
  readonly #path: string;
  #bytes = 0;

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle;
    this.#path = path;
  }

  /** `stem`: the beginning of the name. */
  static async open(folder: string, stem: string, ending: string): Promise<NamedFile> {
    const path = join(folder, `${stem}.${ending}${partialEnding}`);
    return new NamedFile(await open(path, "w"), path);
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#digest.update(bytes);
    this.#bytes += bytes.length;
    await this.#handle.appendFile(bytes);
  }

  /** Renames the file to `<stem>-<hash>.<ending>`. */
  async finish(): Promise<Written> {
    await this.#handle.sync();
    await this.#handle.close();
    const sha256 = this.#digest.digest("hex");
    const whole = this.#path.slice(0, -partialEnding.length);
    const dot = whole.lastIndexOf(".");
    const path = `${whole.slice(0, dot)}-${sha256.slice(0, digits)}${whole.slice(dot)}`;
    await rename(this.#path, path);
    return { name: basename(path), bytes: this.#bytes, sha256 };
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(this.#path, { force: true });
  }
}

/** Replaces a text file; a reader gets the old text or the new one. */
export async function replaceText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeWhole(`${path}${partialEnding}`, text);
  await rename(`${path}${partialEnding}`, path);
}

async function writeWhole(path: string, text: string): Promise<void> {
  const handle = await open(path, "w");
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file that the store lists. */
export interface StoredFile extends ExportFile {
  isCurrent: boolean;
}

/** The files that the store lists, the replaced ones first. */
export async function storedFiles(
  { pool }: Pick<Store, "pool">,
  only: { list?: string; month?: string } = {},
): Promise<StoredFile[]> {
  const { rows } = await pool.query<StoredFile>(
    `SELECT name, list, month, format, replaced_at IS NULL AS "isCurrent" FROM published_exports
     WHERE ($1::text IS NULL OR list = $1) AND ($2::text IS NULL OR month = $2) ORDER BY replaced_at IS NULL, name`,
    [only.list ?? null, only.month ?? null],
  );
  return rows;
}

/** The positions where a file can be: the one that it should have is the first. */
export const positionsOf = (folder: string, file: StoredFile): [string, string] => {
  const inTree = join(folder, exportPath(file));
  const beside = join(folder, file.name);
  return file.isCurrent ? [inTree, beside] : [beside, inTree];
};

/**
 * Moves files that are not where they should be. Given the replaced files first, a reader of the tree never sees two
 * files of one month.
 */
export async function arrange(folder: string, files: readonly StoredFile[]): Promise<void> {
  for (const file of files) {
    const [wanted, other] = positionsOf(folder, file);
    if ((await sizeOf(other)) === undefined) continue;
    await mkdir(dirname(wanted), { recursive: true });
    await rename(other, wanted);
  }
}

/** Undefined if there is no such file. */
export const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

const ours = /^[a-z-]+-\d{4}-\d{2}-[0-9a-f]{16}\.(?:parquet|csv|ndjson)$/;

/** Removes files that the store does not list, and partial files. Returns the number of the former. */
export async function removeUnlisted(folder: string, listed: readonly StoredFile[]): Promise<number> {
  const known = new Set(listed.map(({ name }) => name));
  const found = await readdir(folder, { recursive: true });
  const isUnlisted = (path: string) => ours.test(basename(path)) && !known.has(basename(path));
  const removed = found.filter((path) => isUnlisted(path) || path.endsWith(partialEnding));
  for (const path of removed) await rm(join(folder, path), { force: true });
  return removed.filter(isUnlisted).length;
}
