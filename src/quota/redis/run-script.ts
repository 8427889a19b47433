// Runs the window script on the hash of one account and reads its reply.
import { Cluster } from "ioredis";
import type { WindowState } from "../account-limiter.ts";
import type { RedisClient } from "./connect.ts";
import { windowKey } from "./window-script.ts";

export interface ScriptReply {
  /** 0 done, 1-3 a limit is reached, -1 the hash is missing */
  status: number;
  state: WindowState;
  /** the same with Redis's own counts only; another object only where PostgreSQL counted too */
  own: WindowState;
  /** requests that were counted */
  countedRequests: number;
}

type Reply = [number, number, number, number, number, number, number, number, number, number, ...elsewhere: number[]];

const exceededBy = [null, "minute", "daily", "monthly"] as const;

/** `at` replaces Redis's clock, in tests only. Rejects with the error of ioredis. */
export async function runWindowScript(
  client: RedisClient,
  accountId: string,
  operation: string,
  values: (string | number)[],
  at: Date | null = null,
): Promise<ScriptReply> {
  const instant = at ? at.getTime() / 1000 : "";
  gatherWrites(client);
  const reply = await client.disclosedWindow(windowKey(accountId), operation, instant, ...values);
  const numbers = reply.split(" ").map(Number) as Reply;
  const [status, now, minuteStart, minuteUsed, dayStart, dayUsed, monthStart, monthUsed, epoch, countedRequests] =
    numbers;
  const exceeded = exceededBy[Math.max(0, status)] ?? null;
  const state = { exceeded, now, minuteStart, minuteUsed, dayStart, dayUsed, monthStart, monthUsed, epoch };
  return { status, countedRequests, state, own: numbers.length > 10 ? without(state, numbers.slice(10)) : state };
}

const without = (state: WindowState, [minute = 0, day = 0, month = 0]: number[]): WindowState => ({
  ...state,
  minuteUsed: state.minuteUsed - minute,
  dayUsed: state.dayUsed - day,
  monthUsed: state.monthUsed - month,
});

/** Writes all commands of one tick together: each write is a system call, and may wake Redis. */
function gatherWrites(client: RedisClient): void {
  if (client instanceof Cluster) return;
  const { stream } = client;
  // undefined before the first connection
  if (!stream || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
