// The open streams of a process: whether their account may have them, whether their keys still hold, and their end.
import { AppError } from "../../errors.ts";
import type { RowsById } from "../../export/rows.ts";
import { now } from "../../lib/clock.ts";
import type { EventStreams, StreamRequest } from "../../ports/streams.ts";
import { accessChannel, dataVersionChannel, type Listener } from "../../store/connections/listen.ts";
import type { Store } from "../../store/store.ts";
import { holds, newestPosition } from "../change-log.ts";
import { openSavedConditions } from "../saved-conditions.ts";
import { OpenStream } from "./open-stream.ts";
import { openSlots } from "./slots.ts";
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
