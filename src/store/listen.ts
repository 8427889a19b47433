// Hears what PostgreSQL announces (NOTIFY), on a connection of its own that is opened again whenever it is lost. It has to be
// a direct one: behind a pooler that lends a connection a transaction at a time nothing would arrive.
import pg from "pg";

/** `listening`; `connecting`: just lost, or not there yet; `down`: the server did not let us in the last time. */
type ListenerState = "listening" | "connecting" | "down";

export interface Listener {
  state(): ListenerState;
  /** `heard` gets each payload of the channel; `connected` is told each time the connection stands (again): payloads may have been missed. */
  on(channel: string, heard: (payload: string) => void, connected?: () => void): void;
  close(): Promise<void>;
}

const firstPauseMs = 100;
const longestPauseMs = 2000;
const pulseEveryMs = 2000;
const pulseTimeoutMs = 2000;
const connectTimeoutMs = 2000;

/** Listens until closed. Never throws: a server that is not there is tried repeatedly. */
export function openListener(databaseUrl: string): Listener {
  const channels = new Map<string, { heard: (payload: string) => void; connected: () => void }>();
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
      query_timeout: pulseTimeoutMs,
    });
    client = fresh;
    // a way that is open and leads nowhere (a proxy's) ends before the server has let us in
    const broken = () => lose(fresh, state === "listening" ? "connecting" : "down");
    fresh.on("error", broken);
    fresh.on("end", broken);
    fresh.on("notification", ({ channel, payload = "" }) => channels.get(channel)?.heard(payload));
    try {
      await fresh.connect();
      // the iterator of a map goes on to channels that are added meanwhile
      for (const channel of channels.keys()) await listenTo(fresh, channel);
      if (closed || client !== fresh) return;
      // from here on a channel asks for itself
      state = "listening";
      pause = firstPauseMs;
      for (const { connected } of channels.values()) connected();
    } catch {
      lose(fresh, "down");
    }
  }

  const listenTo = (current: pg.Client, channel: string) =>
    current.query(`LISTEN ${current.escapeIdentifier(channel)}`);

  /** A channel that is added to a connection that stands. */
  async function addTo(current: pg.Client, channel: string, connected: () => void): Promise<void> {
    try {
      await listenTo(current, channel);
      if (client === current) connected();
    } catch {
      lose(current, "connecting");
    }
  }

  /** A connection that does not answer is as good as none. */
  async function pulse(): Promise<void> {
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
    pause = Math.min(pause * 2, longestPauseMs);
  }

  const heart = setInterval(() => void pulse(), pulseEveryMs);
  heart.unref();
  void connect();
  return {
    state: () => state,
    on(channel, heard, connected = () => {}) {
      channels.set(channel, { heard, connected });
      // else the connection asks for all channels before it counts as listening
      if (client && state === "listening") void addTo(client, channel, connected);
    },
    async close() {
      closed = true;
      clearInterval(heart);
      clearTimeout(timer);
      const open = client;
      client = undefined;
      await open?.end().catch(() => {});
    },
  };
}
