// Keeps an index in step with the store: built once, then brought to every version, built anew when too much has changed.
import pg from "pg";
import { dataVersionChannel } from "../../store/data-version.ts";
import { type Listener, openListener } from "../../store/listen.ts";
import { type Built, buildInThread } from "./build-thread.ts";
import { readChanges } from "./changes.ts";
import { inSnapshot } from "./read-store.ts";
import { kindNames, TradeIndex } from "./trade-index.ts";

export interface FollowerEvents {
  /** a new index is ready, after so many seconds */
  built?(index: TradeIndex, seconds: number): void;
  failed?(error: unknown): void;
}

/** an unannounced change is found so often */
const checkEveryMs = 600_000;
const retryMs = 1_000;
/** notes of changes are kept a day; an index that has not checked for half of it is not trusted to have missed none */
const oldestCheckMs = 12 * 3_600_000;

export class Follower {
  readonly #listener: Listener;
  readonly #timer: NodeJS.Timeout;
  #index: TradeIndex | undefined;
  /** what the index has seen, and when it checked */
  #seen = "";
  #checkedAt = 0;
  #client: pg.Client | undefined;
  #checking: Promise<void> | undefined;
  #isDue = false;
  #building = false;
  #isClosed = false;

  constructor(
    readonly databaseUrl: string,
    readonly events: FollowerEvents = {},
  ) {
    this.#listener = openListener(databaseUrl);
    this.#listener.on(
      dataVersionChannel,
      () => this.#check(),
      () => this.#check(),
    );
    this.#timer = setInterval(() => this.#check(), checkEveryMs);
    this.#build();
  }

  /** The index, once it knows the version; undefined where that takes longer than `ms`. */
  async knowing(version: number, ms: number): Promise<TradeIndex | undefined> {
    const until = Date.now() + ms;
    while (this.#index && this.#index.version < version && Date.now() < until) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, until - Date.now());
      });
      const before = this.#index.version;
      await Promise.race([this.#check(), late]);
      clearTimeout(timer);
      // nothing new to be had yet: the index is being built anew, or the database is away
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
    await this.#listener.close();
    await this.#client?.end().catch(() => {});
  }

  /** Checks at once, and once more if another check is due meanwhile. */
  #check(): Promise<void> {
    this.#isDue = true;
    this.#checking ??= this.#compareWhileDue().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #compareWhileDue(): Promise<void> {
    while (this.#isDue && !this.#isClosed && this.#index) {
      this.#isDue = false;
      try {
        await this.#takeIn(this.#index);
      } catch (error) {
        await this.#client?.end().catch(() => {});
        this.#client = undefined;
        this.events.failed?.(error);
        setTimeout(() => void this.#check(), retryMs).unref();
        return;
      }
    }
  }

  async #takeIn(index: TradeIndex): Promise<void> {
    const client = await this.#connected();
    const isTooOld = Date.now() - this.#checkedAt > oldestCheckMs;
    await inSnapshot(client, async (now) => {
      const step = isTooOld || now.version < index.version ? null : await readChanges(client, this.#seen, now);
      if (step === null) return this.#build();
      index.apply(step);
      this.#seen = now.seen;
      this.#checkedAt = Date.now();
    });
    if (kindNames.some((kind) => index.changedRows(kind) > mostChanged(index.rows(kind)))) this.#build();
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
    buildInThread(this.databaseUrl)
      .then((built) => this.#takeOver(built, started))
      .catch((error) => {
        this.events.failed?.(error);
        setTimeout(() => this.#build(), retryMs).unref();
      })
      .finally(() => {
        this.#building = false;
      });
  }

  /** `started`: when building began, in milliseconds; what it has seen is no older. */
  async #takeOver({ data, snapshot }: Built, started: number): Promise<void> {
    // what is under way still belongs to the old index
    await this.#checking;
    const index = new TradeIndex(data);
    index.warm();
    this.#index = index;
    this.#seen = snapshot.seen;
    this.#checkedAt = started;
    this.events.built?.(index, (Date.now() - started) / 1000);
    void this.#check();
  }
}

/** The part with what changed is sorted again with every version; from so many rows on it is cheaper to build everything anew. */
const mostChanged = (rows: number) => Math.max(20_000, rows / 100);
