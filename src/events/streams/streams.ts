// The open streams of a process: whether their account may have them, whether their keys still hold, and their end.
// Each has a row with a lease that its process renews, so that the streams of a process that was killed stop counting.
// An account has one stream too many only if a process could not renew its leases in time and continues.
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { AppError } from "../../errors.ts";
import type { RowsById } from "../../export/rows.ts";
import { whenDue } from "../../lib/async-work.ts";
import { now } from "../../lib/calendar-date.ts";
import type { EventStreams, StreamRequest } from "../../ports/requests.ts";
import { accessChannel, dataVersionChannel, type Listener } from "../../store/connections/listen.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import { holds, newestPosition } from "../change-log.ts";
import { openSavedConditions } from "../lists.ts";
import { OpenStream } from "./open-stream.ts";
import { startReader } from "./stream-reader.ts";

// The open streams of an account over all processes: a row for each, with a lease that its process renews, so that the
// streams of a process that was killed stop counting. An account has one stream too many only if a process could not
// renew its leases in time and continues.

/** `free` ends the use of a slot; where none is left, the streams that the account's plan allows. */
type Slot = { free: () => void } | { limit: number };

interface Slots {
  /** Rejects where the database does not respond. */
  occupy(accountId: string): Promise<Slot>;
  /** Frees all of this process. Never rejects. */
  close(): Promise<void>;
}

const leaseSeconds = 20;
const renewMs = 5_000;

function openSlots(store: Pick<Store, "pool">, failed: (error: unknown) => void): Slots {
  const processId = randomUUID();
  const occupied = new Set<string>();
  /** what could not be freed yet */
  const ended = new Set<string>();

  const freeing = whenDue(async () => {
    const ids = [...ended];
    try {
      await store.pool.query("DELETE FROM open_streams WHERE id = ANY($1)", [ids]);
      for (const id of ids) ended.delete(id);
    } catch (error) {
      // repeated with the next renewal
      failed(error);
    }
  });
  const renewing = setInterval(() => {
    if (ended.size > 0) void freeing.wake();
    if (occupied.size > 0) renew(store.pool, processId).catch(failed);
  }, renewMs).unref();

  return {
    async occupy(accountId) {
      const id = randomUUID();
      const limit = await insertWithin(store, { id, accountId, processId });
      if (limit !== null) return { limit };
      occupied.add(id);
      return {
        free() {
          if (!occupied.delete(id)) return;
          ended.add(id);
          void freeing.wake();
        },
      };
    },
    async close() {
      clearInterval(renewing);
      await freeing.close();
      await store.pool.query("DELETE FROM open_streams WHERE process_id = $1", [processId]).catch(failed);
    },
  };
}

/** Adds a row if the plan's number is not reached; returns the number otherwise. */
async function insertWithin(
  store: Pick<Store, "pool">,
  { id, accountId, processId }: { id: string; accountId: string; processId: string },
): Promise<number | null> {
  return await inTransaction(store, async (client) => {
    // one after the other for an account, over all processes
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('disclosed:streams:' || $1, 0))", [accountId]);
    await client.query("DELETE FROM open_streams WHERE account_id = $1 AND leased_until < clock_timestamp()", [
      accountId,
    ]);
    const { rows } = await client.query<{ limit: number; hasRoom: boolean }>(
      `SELECT p.open_streams AS limit,
         (SELECT count(*) FROM open_streams o WHERE o.account_id = a.id) < p.open_streams AS "hasRoom"
       FROM accounts a JOIN plans p ON p.id = a.plan_id WHERE a.id = $1`,
      [accountId],
    );
    const { limit = 0, hasRoom = false } = rows[0] ?? {};
    if (!hasRoom) return limit;
    await client.query(
      `INSERT INTO open_streams (id, account_id, process_id, leased_until)
       VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))`,
      [id, accountId, processId, leaseSeconds],
    );
    return null;
  });
}

async function renew(pool: Pool, processId: string): Promise<void> {
  await pool.query(
    "UPDATE open_streams SET leased_until = clock_timestamp() + make_interval(secs => $2) WHERE process_id = $1",
    [processId, leaseSeconds],
  );
}

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
/** an announcement of a data version that was missed is compensated for after this time */
const readMs = 3_000;

interface Holding {
  request: StreamRequest;
  /** the key has to be checked, because an announcement concerned it or a check has failed */
  isUnchecked: boolean;
}

export function createStreams(setup: StreamsSetup): Streams {
  const { store, listener, failed } = setup;
  const limits = { ...defaultLimits, ...setup.limits };
  const streams = new Map<OpenStream, Holding>();
  const slots = openSlots(store, failed);
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

  const stopped = () => new AppError("unavailable", "The service is stopping; open the stream again");

  return {
    async open(request) {
      const { list, filters, principal, after } = request;
      if (isClosing) throw stopped();
      const slot = await slots.occupy(principal.accountId);
      if ("limit" in slot) return { outcome: "limit", ...slot };
      const { free } = slot;
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
      await slots.close();
    },
  };
}
