// Receives PostgreSQL notifications (LISTEN/NOTIFY) on a separate connection, which is reopened whenever it is lost.
// The connection must be direct: through a transaction pooler no notification would arrive. Every change of the data
// sends one, so that the current data version is known without a query.
import pg from "pg";
import type { Store } from "../store.ts";

/** `listening`; `connecting`: connection just lost, or not yet open; `down`: the last attempt to connect failed. */
type ListenerState = "listening" | "connecting" | "down";

export interface Listener {
  state(): ListenerState;
  /**
   * Calls `onPayload` with each payload of the channel, and `onConnected` each time the connection is established
   * (again): payloads may have been missed before. Several parts may listen to one channel; they are called in the
   * order in which they began.
   */
  on(channel: string, onPayload: (payload: string) => void, onConnected?: () => void): void;
  close(): Promise<void>;
}

const firstPauseMs = 100;
const maxPauseMs = 2000;
const heartbeatEveryMs = 2000;
const heartbeatTimeoutMs = 2000;
const connectTimeoutMs = 2000;

/** Listens until closed. Never throws: it keeps trying to reach an unavailable server. */
export function openListener(databaseUrl: string): Listener {
  const channels = new Map<string, { onPayload: (payload: string) => void; onConnected: () => void }[]>();
  let state: ListenerState = "connecting";
  let closed = false;
  let client: pg.Client | undefined;
  let pause = firstPauseMs;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: heartbeatTimeoutMs,
    });
    client = fresh;
    // a connection to a proxy without a server behind it ends before the login succeeds
    const broken = () => lose(fresh, state === "listening" ? "connecting" : "down");
    fresh.on("error", broken);
    fresh.on("end", broken);
    fresh.on("notification", ({ channel, payload = "" }) => {
      for (const { onPayload } of channels.get(channel) ?? []) onPayload(payload);
    });
    try {
      await fresh.connect();
      // the iterator of a map also visits channels that are added meanwhile
      for (const channel of channels.keys()) await listenTo(fresh, channel);
      if (closed || client !== fresh) return;
      // from here on, on() subscribes to a new channel itself
      state = "listening";
      pause = firstPauseMs;
      for (const { onConnected } of [...channels.values()].flat()) onConnected();
    } catch {
      lose(fresh, "down");
    }
  }

  const listenTo = (current: pg.Client, channel: string) =>
    current.query(`LISTEN ${current.escapeIdentifier(channel)}`);

  /** Adds a channel to an established connection. */
  async function addTo(current: pg.Client, channel: string, onConnected: () => void): Promise<void> {
    try {
      await listenTo(current, channel);
      if (client === current) onConnected();
    } catch {
      lose(current, "connecting");
    }
  }

  /** A connection that does not respond counts as lost. */
  async function checkConnection(): Promise<void> {
    const current = client;
    if (state !== "listening" || !current) return;
    await current.query("SELECT 1").catch(() => lose(current, "connecting"));
  }

  function lose(lost: pg.Client, to: ListenerState): void {
    if (client !== lost) return;
    client = undefined;
    state = to;
    lost.end().catch(() => {});
    if (closed) return;
    timer = setTimeout(() => void connect(), pause);
    pause = Math.min(pause * 2, maxPauseMs);
  }

  const heartbeat = setInterval(() => void checkConnection(), heartbeatEveryMs);
  heartbeat.unref();
  void connect();
  return {
    state: () => state,
    on(channel, onPayload, onConnected = () => {}) {
      channels.set(channel, [...(channels.get(channel) ?? []), { onPayload, onConnected }]);
      // otherwise connect() subscribes to all channels before the state becomes "listening"
      if (client && state === "listening") void addTo(client, channel, onConnected);
    },
    async close() {
      closed = true;
      clearInterval(heartbeat);
      clearTimeout(timer);
      const open = client;
      client = undefined;
      await open?.end().catch(() => {});
    },
  };
}

export interface DataVersionWatch {
  /**
   * The version that a response must have to be current. Undefined while notifications may be missed; while PostgreSQL
   * is unavailable, the last known version, because nothing can change then.
   */
  current(): string | undefined;
}

export const dataVersionChannel = "disclosed_data_version";

/** A trigger announces on it the id of an account whose keys, or the rights of its keys, have changed. */
export const accessChannel = "disclosed_access";

/** Notified where a subscription has events to deliver, or may deliver again; the payload is empty. */
export const eventsChannel = "disclosed_events";

/** Starts watching. The version never decreases. */
export function watchDataVersion({ pool }: Pick<Store, "pool">, listener: Listener): DataVersionWatch {
  let known: bigint | undefined;
  /** the last known version before the connection was lost */
  let before: bigint | undefined;
  const update = (version: string) => {
    const announced = BigInt(version);
    if (known === undefined || announced > known) known = announced;
  };
  const read = () => {
    pool
      .query<{ version: string }>("SELECT version::text FROM data_version WHERE id = 1")
      .then(({ rows }) => rows[0] && update(rows[0].version))
      .catch(() => {
        if (known !== undefined) return;
        // a server that can be listened to may have changed meanwhile
        if (listener.state() === "listening") setTimeout(read, maxPauseMs).unref();
        else known = before;
      });
  };
  listener.on(dataVersionChannel, update, () => {
    // notifications were missed while the connection was lost
    before = known ?? before;
    known = undefined;
    read();
  });
  return {
    current: () => (listener.state() === "connecting" ? undefined : known?.toString()),
  };
}
