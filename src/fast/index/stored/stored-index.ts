// The built index as a file, so that a start need not read all rows from PostgreSQL: one file with the index, one with
// what has changed since. One process writes them: the one that is named in a third file.
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { appendFile, mkdir, open, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { reasonOf } from "../../../lib/reason.ts";
import { processToken } from "../../../store/embedded/leases.ts";
import { inSnapshot, type Snapshot } from "../load/read-store.ts";
import { type IndexData, kindNames, kinds } from "../trade-index.ts";
import { type Changes, type Checkpoint, Doubt, identityOf, lineOf, type StoreIdentity, trust } from "./checkpoint.ts";
import { writeIndexFile } from "./index-file.ts";
import { type ReadIndex, readInThread, type StoredPaths } from "./read-thread.ts";

export interface StoredEvents {
  /** a stored index is not used; the reason is a sentence without its full stop */
  doubted?(reason: string): void;
  written?(bytes: number, seconds: number): void;
  /** the disk refused; the index answers as before */
  unwritten?(reason: string): void;
}

/** A stored index that the store still agrees with, and the rows that have changed since it was built. */
export interface TrustedIndex {
  lists: IndexData["lists"];
  checkpoint: Checkpoint;
  changes: Changes;
}

export class StoredIndex {
  #paths: StoredPaths & { writer: string } = { index: "", changes: "", writer: "" };
  /** of the code that runs, whatever an update puts in its place */
  readonly #layout = layoutOfCode();
  #store: StoreIdentity | undefined;
  #isWriter = false;
  /** lines for the file of changes, once it exists; undefined: none are kept */
  #lines: string[] | undefined;
  #isAppending = false;
  #working: Promise<void> = Promise.resolve();

  constructor(
    readonly folder: string,
    readonly events: StoredEvents = {},
  ) {}

  /**
   * The stored index of the client's database, and `use` of it in a snapshot of that database. Undefined where there is
   * none that can be trusted; `events` get the reason. Rejects with PostgreSQL's errors.
   */
  async read<Result>(
    client: pg.ClientBase,
    use: (trusted: TrustedIndex, now: Snapshot) => Promise<Result>,
  ): Promise<Result | undefined> {
    this.#store = await identityOf(client);
    const name = createHash("sha256")
      .update(`${this.#store.system} ${this.#store.database}`)
      .digest("hex")
      .slice(0, 12);
    const path = (ending: string) => join(this.folder, `${name}.${ending}`);
    this.#paths = { index: path("index"), changes: path("changes"), writer: path("writer") };
    await this.#claim();
    try {
      const found = await readInThread(this.#paths, { layout: this.#layout, store: this.#store });
      return found && (await this.#compare(found, client, use));
    } catch (error) {
      if (!(error instanceof Doubt)) throw error;
      this.events.doubted?.(error.message);
      return undefined;
    }
  }

  async #compare<Result>(
    { head, lists, changes: { checkpoint = head.checkpoint, changes, length } }: ReadIndex,
    client: pg.ClientBase,
    use: (trusted: TrustedIndex, now: Snapshot) => Promise<Result>,
  ): Promise<Result> {
    const result = await inSnapshot(client, async (now) => {
      await trust(checkpoint, client, now);
      return await use({ lists, checkpoint, changes }, now);
    });
    if (!this.#isWriter) return result;
    await this.#attempt(async () => {
      // what a killed process left behind the last whole line is cut off
      if (length > 0) await truncate(this.#paths.changes, length);
      else await writeFile(this.#paths.changes, lineOf({ of: head.id }), { mode: 0o600 });
      this.#lines = [];
      this.#isAppending = true;
    });
    return result;
  }

  /** Notes what a comparison with the store has found, for the next start. */
  note(checkpoint: Checkpoint, changes: Changes): void {
    this.#lines?.push(lineOf({ checkpoint, changes }));
    if (this.#isAppending) this.#working = this.#working.then(() => this.#append());
  }

  async #append(): Promise<void> {
    const lines = this.#lines?.splice(0);
    if (!this.#isAppending || !lines?.length) return;
    await this.#attempt(() => appendFile(this.#paths.changes, lines.join("")));
  }

  /** Resolves when what was noted is written. */
  settled(): Promise<void> {
    return this.#working;
  }

  /** From now on changes belong to another index, which `write` will store. */
  replace(): void {
    this.#isAppending = false;
    this.#lines = this.#isWriter ? [] : undefined;
  }

  /** Stores an index that was built at the checkpoint. Never rejects; gives up when `isWanted` becomes false. */
  async write(lists: IndexData["lists"], checkpoint: Checkpoint, isWanted: () => boolean): Promise<void> {
    if (!this.#isWriter || !this.#store) return;
    const head = { id: randomUUID(), layout: this.#layout, store: this.#store, checkpoint };
    const started = Date.now();
    const draft = `${this.#paths.index}.${head.id}`;
    await this.#attempt(async () => {
      const bytes = await writeIndexFile(draft, { head, lists, isWanted });
      if (bytes === undefined) return;
      await rename(draft, this.#paths.index);
      await this.#beginChanges(head.id, isWanted);
      await syncFolder(this.folder);
      this.events.written?.(bytes, (Date.now() - started) / 1000);
    });
    await rm(draft, { force: true }).catch(() => {});
  }

  async #beginChanges(of: string, isWanted: () => boolean): Promise<void> {
    const draft = `${this.#paths.changes}.${of}`;
    await writeFile(draft, lineOf({ of }), { mode: 0o600 });
    await rename(draft, this.#paths.changes);
    // the lines kept meanwhile may be those of the next index already
    if (!isWanted()) return;
    this.#isAppending = true;
    this.#working = this.#working.then(() => this.#append());
    await this.#working;
  }

  /** A line that was written in part is the last one: what follows it would not be read. */
  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#isAppending = false;
      this.#lines = undefined;
      this.events.unwritten?.(reasonOf(error));
    }
  }

  /** Makes this process the one that writes, unless another one is, and removes what killed ones left. */
  async #claim(): Promise<void> {
    await this.#attempt(async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const [pid, ...token] = (await readFile(this.#paths.writer, "utf8").catch(() => "")).split("\n");
      if (pid && Number(pid) !== process.pid && processToken(Number(pid)) === token.join("\n"))
        return this.events.unwritten?.(`process ${pid} writes there`);
      const draft = `${this.#paths.writer}.${process.pid}`;
      await writeFile(draft, `${process.pid}\n${processToken(process.pid)}`, { mode: 0o600 });
      await rename(draft, this.#paths.writer);
      this.#isWriter = true;
      const own = Object.values(this.#paths);
      const paths = (await readdir(this.folder)).map((name) => join(this.folder, name));
      for (const path of paths) if (own.some((one) => path.startsWith(`${one}.`))) await rm(path, { force: true });
    });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A digest of what decides on the data of an index: the code of the index, and the statements that read its rows. */
function layoutOfCode(): string {
  const folder = dirname(dirname(fileURLToPath(import.meta.url)));
  const digest = createHash("sha256").update(kindNames.map((kind) => kinds[kind].rows()).join("\n"));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of files.filter((one) => [".ts", ".js"].includes(extname(one))).sort())
    digest.update(name).update(readFileSync(join(folder, name)));
  return digest.digest("hex");
}
