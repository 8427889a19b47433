// The open streams of a process: how many an account has, whether their keys still hold, and their end.
import type { Pool } from "pg";
import { AppError } from "../../errors.ts";
import type { RowsById } from "../../export/rows.ts";
import { now } from "../../lib/clock.ts";
import type { EventStreams, StreamRequest } from "../../ports/streams.ts";
import { accessChannel, dataVersionChannel, type Listener } from "../../store/connections/listen.ts";
import type { Store } from "../../store/store.ts";
import { holds, newestPosition } from "../change-log.ts";
import { openSavedConditions } from "../saved-conditions.ts";
import { OpenStream } from "./open-stream.ts";
import { startReader } from "./stream-reader.ts";

interface StreamsSetup {
  store: Pick<Store, "pool">;
  listener: Pick<Listener, "on">;
  rowsById: RowsById;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today(): string;
  failed(error: unknown): void;
  limits?: Partial<typeof defaultLimits> | undefined;
}

export interface Streams extends EventStreams {
  /** open streams, and the events that were written since the start */
  statistics(): { open: number; events: number };
  /** Ends all streams; from then on none is opened. */
  close(): Promise<void>;
}

const defaultLimits = {
  heartbeatMs: 15_000,
  /** bytes that wait for one client; with a thousand such clients this is still less than a process may have */
  maxWaitingBytes: 1_000_000,
};

/** heartbeats, expired keys and failed checks are looked for so often */
const sweepMs = 1_000;
/** an announcement of a data version that was missed is made up for after this long */
const readMs = 3_000;

interface Holding {
  request: StreamRequest;
  /** the key has to be checked, because an announcement concerned it or a check has failed */
  isUnchecked: boolean;
}

export function createStreams(setup: StreamsSetup): Streams {
  const { store, listener } = setup;
  const limits = { ...defaultLimits, ...setup.limits };
  const streams = new Map<OpenStream, Holding>();
  const places = new Map<string, number>();
  const saved = openSavedConditions();
  const conditionsOf = () => saved.today();
  const reader = startReader({ ...setup, conditionsOf, streams: { [Symbol.iterator]: () => streams.keys() } });
  let isClosing = false;

  async function check(stream: OpenStream, holding: Holding): Promise<void> {
    try {
      const isAllowed = await holding.request.isAllowed();
      holding.isUnchecked = false;
      if (!isAllowed) stream.end("the key of this stream has ended");
    } catch {
      // checked again by the next sweep: while the database does not respond no key can be revoked there
    }
  }

  function checkAll(concerns: (request: StreamRequest) => boolean): void {
    for (const [stream, holding] of streams)
      if (concerns(holding.request)) {
        holding.isUnchecked = true;
        void check(stream, holding);
      }
  }

  listener.on(
    accessChannel,
    (accountId) => checkAll(({ principal }) => principal.accountId === accountId),
    () => checkAll(() => true),
  );
  const wake = () => {
    if (streams.size > 0) reader.wake();
  };
  listener.on(dataVersionChannel, wake, wake);
  const reading = setInterval(wake, readMs).unref();
  const sweeping = setInterval(
    () => {
      const seconds = now().getTime() / 1000;
      for (const [stream, holding] of streams) {
        const { expiresAt } = holding.request.principal;
        const isOver = typeof expiresAt === "number" && expiresAt <= seconds;
        if (isOver || holding.isUnchecked) void check(stream, holding);
        stream.keepAlive(limits.heartbeatMs);
      }
    },
    Math.min(sweepMs, limits.heartbeatMs),
  ).unref();

  /** Occupies a place of the account; undefined where it has none left. Returns the function that frees it. */
  function occupy(accountId: string, limit: number): (() => void) | undefined {
    const occupied = places.get(accountId) ?? 0;
    if (occupied >= limit) return undefined;
    places.set(accountId, occupied + 1);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      const left = (places.get(accountId) ?? 1) - 1;
      if (left > 0) places.set(accountId, left);
      else places.delete(accountId);
    };
  }

  const stopped = () => new AppError("unavailable", "The service is stopping; open the stream again");

  return {
    async open(request) {
      const { list, filters, principal, after } = request;
      if (isClosing) throw stopped();
      const limit = await openStreamsOf(store.pool, principal.accountId);
      const free = occupy(principal.accountId, limit);
      if (!free) return { outcome: "limit", limit };
      try {
        const from = after ?? (await newestPosition(store.pool));
        if (after && !(await holds(store.pool, after))) {
          free();
          return { outcome: "gone" };
        }
        if (isClosing) throw stopped();
        return {
          outcome: "opened",
          start(connection) {
            const { maxWaitingBytes } = limits;
            const stream = new OpenStream({ list, filters, from, connection, maxWaitingBytes, drained: reader.wake });
            const holding = { request, isUnchecked: true };
            streams.set(stream, holding);
            connection.once("close", () => {
              streams.delete(stream);
              free();
            });
            if (isClosing) stream.end("the service is stopping");
            // the key may have been revoked since the request was admitted
            void check(stream, holding);
            reader.wake();
          },
          cancel: free,
        };
      } catch (error) {
        free();
        throw error;
      }
    },
    statistics: () => ({ open: streams.size, events: reader.events() }),
    async close() {
      isClosing = true;
      clearInterval(reading);
      clearInterval(sweeping);
      for (const stream of streams.keys()) stream.end("the service is stopping");
      await reader.close();
    },
  };
}

/** The open streams that the plan of an account allows. */
async function openStreamsOf(pool: Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ limit: number }>({
    name: "open_streams",
    text: `SELECT p.open_streams AS limit FROM accounts a JOIN plans p ON p.id = a.plan_id WHERE a.id = $1`,
    values: [accountId],
  });
  return rows[0]?.limit ?? 0;
}
