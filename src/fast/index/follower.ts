// Keeps an index up to date with the store: builds it once, applies each new data version, and rebuilds it when too
// many rows have changed.
import { setImmediate } from "node:timers/promises";
import pg from "pg";
import { whenDue, within } from "../../lib/async-work.ts";
import { dataVersionChannel, type Listener, openListener } from "../../store/connections/listen.ts";
import { buildInThread } from "./load/build-thread.ts";
import { copyRows, inSnapshot, type Snapshot } from "./load/read-store.ts";
import { type Changes, Doubt, oldestCheckMs } from "./stored/checkpoint.ts";
import { type StoredEvents, StoredIndex } from "./stored/stored-index.ts";
import { type IndexData, type KindName, kindNames, kinds, type Step, TradeIndex } from "./trade-index.ts";
import type { Change } from "./versioned-list.ts";
import { readFolds, readNames } from "./vocabulary.ts";

// Reads the changes of the store since a snapshot, from the table in which each transaction records them
// (list_changes).
interface Note {
  kind: KindName | "vocabulary";
  row_id: string | null;
  /** days since 1970-01-01 */
  day: number | null;
}

/**
 * The changes that the snapshot of `client` sees and `since` did not, together with `earlier` ones. Null where a change
 * is not recorded row by row: the index has to be rebuilt.
 */
export async function readChanges(
  client: pg.ClientBase,
  since: string,
  now: Snapshot,
  earlier: Changes = {},
): Promise<Step | null> {
  const { rows } = await client.query<Note>(
    `SELECT kind, row_id, day - '1970-01-01'::date AS day FROM list_changes
     WHERE xid >= pg_snapshot_xmin($1)::text::bigint AND NOT pg_visible_in_snapshot(xid::text::xid8, $1::pg_snapshot)`,
    [since],
  );
  const step: Step = { version: now.version, changes: {} };
  for (const kind of kindNames) {
    const notes = rows.filter((note) => note.kind === kind);
    if (notes.some(({ row_id }) => row_id === null)) return null;
    const changes = [
      ...(earlier[kind] ?? []),
      ...notes.map(({ row_id, day }): Change => ({ id: Number(row_id), day })),
    ];
    if (changes.length === 0) continue;
    const fresh: DataView[] = [];
    await copyRows(
      client,
      kinds[kind].rows({ ids: [...new Set(changes.map(({ id }) => id))] }),
      ({ buffer, byteOffset }, from, to) => fresh.push(new DataView(buffer.slice(byteOffset + from, byteOffset + to))),
    );
    step.changes[kind] = { changes, fresh };
  }
  if (rows.some(({ kind }) => kind === "vocabulary")) step.vocabulary = await readNames(client);
  return step;
}

export type Origin = "file" | "database";

/** An index that is ready, and the snapshot that it was brought to. */
interface Opened {
  index: TradeIndex;
  snapshot: Snapshot;
  /** what the index consists of, to be stored; absent: it comes from there */
  lists?: IndexData["lists"];
}

export interface FollowerEvents extends StoredEvents {
  /** a new index serves queries; `seconds`: the time that building took; `from`: where its rows came from */
  built?(index: TradeIndex, seconds: number, from: Origin): void;
  /** it has computed in advance what it can; `seconds`: since building began */
  warmed?(seconds: number): void;
  failed?(error: unknown): void;
}

/** a change whose notification was missed is found after this long */
const checkEveryMs = 600_000;
const retryMs = 1_000;

export class Follower {
  readonly #listener: Listener;
  readonly #timer: NodeJS.Timeout;
  #index: TradeIndex | undefined;
  /** the snapshot of the index, and when it was last compared with the store */
  #seen = "";
  #checkedAt = 0;
  #client: pg.Client | undefined;
  readonly #checks = whenDue(() => this.#compare());
  #building = false;
  #isClosed = false;
  readonly #stored: StoredIndex | undefined;
  #hasReadStored = false;
  #storing: Promise<void> = Promise.resolve();

  /** `folder`: where the built index is stored for the next start; undefined: nowhere. */
  constructor(
    readonly databaseUrl: string,
    readonly events: FollowerEvents = {},
    folder?: string,
  ) {
    this.#stored = folder === undefined ? undefined : new StoredIndex(folder, events);
    this.#listener = openListener(databaseUrl);
    this.#listener.on(
      dataVersionChannel,
      () => this.#check(),
      () => this.#check(),
    );
    this.#timer = setInterval(() => this.#check(), checkEveryMs);
    this.#build();
  }

  /** The index, once it has reached the version; undefined where that takes longer than `ms`. */
  async indexAt(version: number, ms: number): Promise<TradeIndex | undefined> {
    const until = Date.now() + ms;
    while (this.#index && this.#index.version < version && Date.now() < until) {
      const before = this.#index.version;
      await within(until - Date.now(), this.#check(), () => {});
      // no newer version is available yet: the index is being rebuilt, or the database is not reachable
      if (this.#index.version === before) break;
    }
    return this.#index && this.#index.version >= version ? this.#index : undefined;
  }

  get index(): TradeIndex | undefined {
    return this.#index;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#storing;
    await this.#stored?.settled();
    await this.#listener.close();
    await this.#client?.end().catch(() => {});
  }

  /** Checks now, or once more after the current check. */
  #check(): Promise<void> {
    return this.#checks.wake();
  }

  async #compare(): Promise<void> {
    if (!this.#index || this.#isClosed) return;
    try {
      await this.#applyChanges(this.#index);
    } catch (error) {
      await this.#client?.end().catch(() => {});
      this.#client = undefined;
      this.events.failed?.(error);
      setTimeout(() => void this.#check(), retryMs).unref();
    }
  }

  async #applyChanges(index: TradeIndex): Promise<void> {
    const client = await this.#connected();
    const isTooOld = Date.now() - this.#checkedAt > oldestCheckMs;
    await inSnapshot(client, async (now) => {
      const step = isTooOld || now.version < index.version ? null : await readChanges(client, this.#seen, now);
      if (step === null) return this.#build();
      index.apply(step);
      this.#seen = now.seen;
      this.#checkedAt = Date.now();
      this.#stored?.note({ ...now, at: this.#checkedAt }, changesOf(step));
    });
    if (kindNames.some((kind) => index.changedRows(kind) > maxChanged(index.rows(kind)))) this.#build();
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client.on("error", () => {
      if (this.#client === client) this.#client = undefined;
    });
    await client.connect();
    this.#client = client;
    return client;
  }

  #build(): void {
    if (this.#building || this.#isClosed) return;
    this.#building = true;
    const started = Date.now();
    this.#open()
      .then((opened) => this.#replaceIndex(opened, started))
      .catch((error) => {
        this.events.failed?.(error);
        setTimeout(() => this.#build(), retryMs).unref();
      })
      .finally(() => {
        this.#building = false;
      });
  }

  /** At the start the stored index, where it can be trusted; else a new one. */
  async #open(): Promise<Opened> {
    const stored = this.#hasReadStored ? undefined : await this.#readStored();
    this.#hasReadStored = true;
    if (stored) return stored;
    const { data, snapshot } = await buildInThread(this.databaseUrl);
    return { index: new TradeIndex(data), snapshot, lists: data.lists };
  }

  async #readStored(): Promise<Opened | undefined> {
    if (!this.#stored) return undefined;
    const client = await this.#connected();
    const opened = await this.#stored.read(client, async ({ lists, checkpoint, changes }, now) => {
      const step = await readChanges(client, checkpoint.seen, now, changes);
      if (step === null) throw new Doubt("too many rows have changed since");
      const vocabulary = { ...(await readNames(client)), folds: await readFolds(client) };
      const index = new TradeIndex({ version: now.version, vocabulary, lists });
      index.apply({ ...step, vocabulary: undefined });
      return { index, snapshot: now, since: changesOf(step, changes) };
    });
    if (opened) this.#stored.note({ ...opened.snapshot, at: Date.now() }, opened.since);
    return opened;
  }

  /** `started`: when building began, in milliseconds; the snapshot is not older. */
  async #replaceIndex({ index, snapshot, lists }: Opened, started: number): Promise<void> {
    // a check in progress still belongs to the old index
    await this.#checks.settled();
    this.#index = index;
    if (lists) this.#stored?.replace();
    this.#seen = snapshot.seen;
    this.#checkedAt = started;
    const seconds = () => (Date.now() - started) / 1000;
    this.events.built?.(index, seconds(), lists ? "database" : "file");
    void this.#check();
    this.#warm(index)
      .then(async (isWarm) => {
        if (!isWarm) return;
        this.events.warmed?.(seconds());
        const isWanted = () => this.#index === index && !this.#isClosed;
        if (lists) this.#storing = this.#stored?.write(lists, { ...snapshot, at: started }, isWanted) ?? this.#storing;
        await this.#storing;
      })
      .catch((error) => this.events.failed?.(error));
  }

  /** Queries are served between the steps. False where another index takes its place before the last one. */
  async #warm(index: TradeIndex): Promise<boolean> {
    for (const _ of index.warm()) {
      await setImmediate();
      if (this.#isClosed || this.#index !== index) return false;
    }
    return true;
  }
}

/** The changed rows of a step without the `earlier` ones, with which it begins. */
function changesOf({ changes }: Step, earlier: Changes = {}): Changes {
  const added: Changes = {};
  for (const kind of kindNames) {
    const all = changes[kind]?.changes ?? [];
    const known = earlier[kind]?.length ?? 0;
    if (all.length > known) added[kind] = all.slice(known);
  }
  return added;
}

/** The part with changed rows is sorted again for every version; with more rows than this, a rebuild is cheaper. */
const maxChanged = (rows: number) => Math.max(20_000, rows / 100);
