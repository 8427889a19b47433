// Keeps an index in step with the store: built once, then told of every version, built anew when too much has changed.
import pg from "pg";
import { dataVersionChannel } from "../../store/data-version.ts";
import { type Listener, openListener } from "../../store/listen.ts";
import { type Built, buildInThread } from "./build-thread.ts";
import { readChanges } from "./changes.ts";
import { inSnapshot } from "./read-store.ts";
import { kindNames, TradeIndex } from "./trade-index.ts";

export interface FollowerEvents {
  /** a new index stands, after so many seconds */
  built?(index: TradeIndex, seconds: number): void;
  failed?(error: unknown): void;
}

/** an unannounced change is found so often */
const lookEveryMs = 600_000;
const retryMs = 1_000;
/** notes of changes are kept a day; an index that has not looked for half of it is not trusted to have missed none */
const oldestLookMs = 12 * 3_600_000;

export class Follower {
  readonly #listener: Listener;
  readonly #timer: NodeJS.Timeout;
  #index: TradeIndex | undefined;
  /** what the index has seen, and when it looked */
  #seen = "";
  #lookedAt = 0;
  #client: pg.Client | undefined;
  #looking: Promise<void> | undefined;
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
      () => this.#look(),
      () => this.#look(),
    );
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
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
      await Promise.race([this.#look(), late]);
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

  /** Looks at once, and once more if it is asked for meanwhile. */
  #look(): Promise<void> {
    this.#isDue = true;
    this.#looking ??= this.#compareWhileDue().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
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
        setTimeout(() => void this.#look(), retryMs).unref();
        return;
      }
    }
  }

  async #takeIn(index: TradeIndex): Promise<void> {
    const client = await this.#connected();
    const isTooOld = Date.now() - this.#lookedAt > oldestLookMs;
    await inSnapshot(client, async (now) => {
      const step = isTooOld || now.version < index.version ? null : await readChanges(client, this.#seen, now);
      if (step === null) return this.#build();
      index.apply(step);
      this.#seen = now.seen;
      this.#lookedAt = Date.now();
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
    await this.#looking;
    const index = new TradeIndex(data);
    index.warm();
    this.#index = index;
    this.#seen = snapshot.seen;
    this.#lookedAt = started;
    this.events.built?.(index, (Date.now() - started) / 1000);
    void this.#look();
  }
}

/** The part with what changed is sorted again with every version; from so many rows on it is cheaper to build everything anew. */
const mostChanged = (rows: number) => Math.max(20_000, rows / 100);
