// The windows of accounts in Redis: one script call a batch, with a timeout for its reply. A missing hash (first use,
// or lost) is filled from the ledger. While the link is down every call fails immediately, and the insurance behind
// the limiter counts in PostgreSQL.
import { randomUUID } from "node:crypto";
import { ReplyError } from "ioredis";
import type { Limits } from "../../ports/access.ts";
import type { Charge, WindowState, WindowStore } from "../account-limiter.ts";
import type { Ledger } from "../ledger.ts";
import { type RedisClient, runWindowScript, type ScriptReply } from "./connect.ts";
import type { RedisLink } from "./link.ts";
import { inSlices, valuesOf } from "./reconcile.ts";

const missing = -1;

interface RedisWindowsOptions {
  client: RedisClient;
  ledger: Ledger;
  link: Pick<RedisLink, "isUp" | "failed" | "onChange">;
  /** reads the windows in PostgreSQL; used where it is not known whether Redis has refunded a request */
  peekElsewhere: WindowStore["peek"];
  /** replaces Redis's clock, in tests only */
  clock?: () => Date | null;
  replyTimeout?: ReplyTimeout;
}

/** A batch: requests of an account that are counted in one round trip. */
interface Turn {
  /** ascending within the process */
  number: number;
  /** number of windows in which it counts: 1 = the minute */
  windows: 1 | 3;
}

/** A command was sent to Redis without a reply: it is unknown whether Redis executed it. */
class NoResponse extends Error {}

export function createRedisWindows({
  client,
  ledger,
  link,
  peekElsewhere,
  clock = () => null,
  replyTimeout: { inTime } = createReplyTimeout({ signsOfLife: !client.isCluster }),
}: RedisWindowsOptions): WindowStore {
  /** identifies the turns of this process */
  const name = randomUUID().slice(0, 8);
  let turns = 0;
  /** unanswered turns by account, at most one each: no further turn begins before it is undone */
  const doubtful = new Map<string, Turn>();

  /** Makes one round trip. Rejects after the timeout or a failure, which also takes the link down. */
  async function callWithTurn(
    accountId: string,
    operation: string,
    values: (string | number)[],
    turn?: Turn,
  ): Promise<ScriptReply> {
    if (!link.isUp()) throw new Error("Redis is not reachable");
    const response = runWindowScript(client, accountId, operation, values, clock());
    const reply = await inTime(response).catch((cause: Error) => {
      link.failed(cause);
      if (cause instanceof ReplyError) throw cause;
      if (turn) doubtful.set(accountId, turn);
      throw new NoResponse(cause.message, { cause });
    });
    if (reply) return reply;
    if (turn) {
      doubtful.set(accountId, turn);
      response.then(() => undo(accountId, turn)).catch(() => {});
    }
    const error = new NoResponse("Redis did not respond in time");
    link.failed(error);
    throw error;
  }

  // the insurance counts an unanswered turn as well, so Redis's count of it is undone as soon as Redis answers again.
  // Undoing a turn twice, or before Redis receives it, is harmless
  const undo = (accountId: string, turn: Turn) =>
    runWindowScript(client, accountId, "undo", undoing(turn), clock()).then(() => undone(accountId, turn));
  const undoing = ({ number, windows }: Turn) => [name, number, windows];
  const undone = (accountId: string, turn: Turn) => {
    if (doubtful.get(accountId) === turn) doubtful.delete(accountId);
  };

  link.onChange((up) => {
    if (up) void inSlices([...doubtful], ([accountId, turn]) => undo(accountId, turn).catch(() => {}));
  });

  /** Redis stores only the last turn of a process, so an unanswered one has to be undone first. */
  async function removeAfter(before: Turn, accountId: string, limits: Limits, charge: Charge): Promise<ScriptReply> {
    await callWithTurn(accountId, "undo", undoing(before));
    undone(accountId, before);
    return take(accountId, limits, charge);
  }

  function take(accountId: string, limits: Limits, charge: Charge): Promise<ScriptReply> {
    const before = doubtful.get(accountId);
    if (before) return removeAfter(before, accountId, limits, charge);
    const turn: Turn = { number: ++turns, windows: charge.windows === "minute" ? 1 : 3 };
    const { perMinute, perDay, perMonth } = limits;
    const values = [perMinute, perDay, perMonth, charge.requests, turn.windows, name, turn.number];
    return call(accountId, "take", charge.whole ? [...values, 1] : values, turn);
  }

  async function call(
    accountId: string,
    operation: string,
    values: (string | number)[],
    turn?: Turn,
  ): Promise<ScriptReply> {
    let reply = await callWithTurn(accountId, operation, values, turn);
    if (reply.status === missing) {
      // the restored hash must include the counts that this process has received from Redis
      await ledger.flushAccount(accountId);
      await callWithTurn(accountId, "merge", valuesOf(await ledger.open(accountId)));
      reply = await callWithTurn(accountId, operation, values, turn);
    }
    ledger.note(accountId, reply.own);
    return reply;
  }

  /** Never refunds twice: the insurance behind this store must not repeat a refund that Redis may have made. */
  async function refund(accountId: string, values: (string | number)[]): Promise<WindowState> {
    try {
      return (await call(accountId, "refund", values)).state;
    } catch (error) {
      if (error instanceof NoResponse) return await peekElsewhere(accountId);
      throw error;
    }
  }

  return {
    take,
    refund: (accountId, { minuteStart = "", dayStart = "", monthStart = "", requests = 1 }) =>
      refund(accountId, [minuteStart, dayStart, monthStart, requests]),
    peek: async (accountId) => (await call(accountId, "peek", [])).state,
  };
}

// The timeout of a reply from Redis. Redis replies to the commands of a connection in order, so a Redis that replies to any
// command is slow but alive and gets more time, while one that replies to none times out quickly.

/** milliseconds of silence after which the wait ends */
const silenceMs = 100;
/** max wait for a single reply, even while other commands get replies */
const maxMs = 1000;
const sliceMs = 20;

export interface ReplyTimeout {
  /** The reply, or null after the timeout. Rejects as the reply does. */
  inTime<T>(response: Promise<T>): Promise<T | null>;
}

/**
 * `signsOfLife`: a reply to one command resets the timeout of all waiting ones, which is right for a connection to one
 * server and not for a cluster.
 * Time is counted in short slices, so that a process whose own event loop was blocked does not blame Redis for the
 * delay, and reads replies that have arrived before it gives up.
 */
export function createReplyTimeout({ signsOfLife }: { signsOfLife: boolean }): ReplyTimeout {
  let replies = 0;

  /** Resolves after the timeout; `wait` always has the current timer, to be cleared when the reply comes first. */
  function waitOut(wait: { timer?: NodeJS.Timeout }): Promise<null> {
    return new Promise((resolve) => {
      let silent = 0;
      let waited = 0;
      let seen = replies;
      const slice = () => {
        waited += sliceMs;
        silent = signsOfLife && replies !== seen ? 0 : silent + sliceMs;
        seen = replies;
        if (silent >= silenceMs || waited >= maxMs) setImmediate(resolve, null);
        else wait.timer = setTimeout(slice, sliceMs);
      };
      wait.timer = setTimeout(slice, sliceMs);
    });
  }

  return {
    async inTime(response) {
      const wait: { timer?: NodeJS.Timeout } = {};
      try {
        return await Promise.race([response.finally(() => replies++), waitOut(wait)]);
      } finally {
        clearTimeout(wait.timer);
      }
    },
  };
}
