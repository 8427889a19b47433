// The rate limit shared by all processes on all machines: one row per publisher in outbound_gates, one statement per
// request, PostgreSQL's clock. A process never reserves a slot in advance, so that a stalled process cannot send a
// burst later.
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { PublisherName } from "../../sources/sources.ts";
import { OutboundError } from "./index.ts";

export interface Gate {
  /**
   * Waits for the publisher's next slot. Throws OutboundError `publisher_stopped` while the publisher is stopped, and
   * the signal's reason if aborted.
   */
  enter(publisher: PublisherName, signal: AbortSignal): Promise<void>;
  /**
   * Stops all requests to this publisher, from any process, for that many milliseconds. A longer stop remains in
   * effect. Returns its end.
   */
  stop(publisher: PublisherName, ms: number, why: StopReason): Promise<Date>;
}

export interface StopReason {
  because: string;
  /** HTTP status of the publisher's response */
  status: number;
}

/** A slot that was granted longer ago than this is discarded: a late request would be too close to the next ones. */
const staleMs = 50;

/** Milliseconds between two slots: requests that are late by `staleMs` are no more than allowed in any second either. */
const slotMs = (perSecond: number): number => (1000 + staleMs) / perSecond;

export function openGate(pool: Pool, requestsPerSecond: Record<PublisherName, number>): Gate {
  const queues = new Map<PublisherName, Promise<void>>();

  async function acquireSlot(publisher: PublisherName, signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const requestedAt = performance.now();
      const { rows } = await pool.query<Slot>(take, [publisher, slotMs(requestsPerSecond[publisher])]);
      const { granted, wait, stoppedUntil, because, status } = rows[0] ?? {};
      if (stoppedUntil)
        throw stoppedError(publisher, stoppedUntil, { because: because ?? undefined, status: status ?? undefined });
      if (granted && performance.now() - requestedAt <= staleMs) return;
      await sleep(Math.min(Math.max(granted ? 0 : Number(wait ?? 0), 1), 1000), undefined, { signal });
    }
  }

  return {
    // at most one statement per publisher at a time: waiting requests queue in this process, not in PostgreSQL
    async enter(publisher, signal) {
      const turn = (queues.get(publisher) ?? Promise.resolve()).then(() => acquireSlot(publisher, signal));
      queues.set(
        publisher,
        turn.catch(() => {}),
      );
      await turn;
    },
    async stop(publisher, ms, { because, status }) {
      const { rows } = await pool.query<{ until: Date }>(stop, [publisher, ms, because, status]);
      const until = rows[0]?.until;
      if (!until) throw new Error("a stop was not recorded");
      return until;
    },
  };
}

/** The same for one process without a store: requests in turn, at the publisher's pace, and none after a refusal. */
export function openLocalGate(requestsPerSecond: Record<PublisherName, number>): Gate {
  const nextAt = new Map<PublisherName, number>();
  const stopped = new Map<PublisherName, { until: Date; why: StopReason }>();
  return {
    async enter(publisher, signal) {
      signal.throwIfAborted();
      const stop = stopped.get(publisher);
      if (stop && stop.until > new Date()) throw stoppedError(publisher, stop.until, stop.why);
      const at = Math.max(performance.now(), nextAt.get(publisher) ?? 0);
      nextAt.set(publisher, at + slotMs(requestsPerSecond[publisher]));
      await sleep(at - performance.now(), undefined, { signal });
    },
    async stop(publisher, ms, why) {
      const until = new Date(Date.now() + ms);
      stopped.set(publisher, { until, why });
      return until;
    },
  };
}

function stoppedError(publisher: PublisherName, until: Date, { because, status }: Partial<StopReason>): OutboundError {
  const message = `${publisher} is not requested until ${until.toISOString()}: ${because ?? "it refused"}`;
  return new OutboundError("publisher_stopped", message, until, status ?? null);
}

interface Slot {
  granted: boolean;
  /** milliseconds until the next slot; null before the first request ever */
  wait: string | null;
  /** set while the publisher is stopped */
  stoppedUntil: Date | null;
  because: string | null;
  status: number | null;
}

// clock_timestamp, not now(): another process may have locked the row briefly. The process that finds the slot free
// advances it; any other reads the unchanged row and tries again.
const take = `
  WITH granted AS (
    INSERT INTO outbound_gates AS g (publisher, next_at)
    VALUES ($1, clock_timestamp() + $2::float8 * interval '1 ms')
    ON CONFLICT (publisher) DO UPDATE SET next_at = clock_timestamp() + $2::float8 * interval '1 ms'
      WHERE g.next_at <= clock_timestamp() AND (g.stopped_until IS NULL OR g.stopped_until <= clock_timestamp())
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM granted) AS granted,
    extract(epoch FROM g.next_at - clock_timestamp()) * 1000 AS wait,
    CASE WHEN g.stopped_until > clock_timestamp() THEN g.stopped_until END AS "stoppedUntil",
    g.stopped_because AS because, g.stopped_status AS status
  FROM (VALUES ($1)) AS p (publisher) LEFT JOIN outbound_gates g ON g.publisher = p.publisher`;

const stop = `
  INSERT INTO outbound_gates AS g (publisher, next_at, stopped_until, stopped_because, stopped_status)
  VALUES ($1, clock_timestamp(), clock_timestamp() + $2::float8 * interval '1 ms', $3, $4)
  ON CONFLICT (publisher) DO UPDATE SET stopped_until = greatest(g.stopped_until, excluded.stopped_until),
    stopped_because = CASE WHEN g.stopped_until > excluded.stopped_until THEN g.stopped_because ELSE excluded.stopped_because END,
    stopped_status = CASE WHEN g.stopped_until > excluded.stopped_until THEN g.stopped_status ELSE excluded.stopped_status END
  RETURNING stopped_until AS until`;
