// Runs the window script on the hash of one account and reads its reply.
import type { WindowState } from "../account-limiter.ts";
import type { RedisClient } from "./connect.ts";
import { windowKey } from "./window-script.ts";

export interface ScriptReply {
  /** 0 done, 1-3 a limit is reached, -1 the hash is not there */
  status: number;
  state: WindowState;
  /** requests that were counted */
  taken: number;
}

const exceededBy = [null, "minute", "daily", "monthly"] as const;

/** `at` replaces Redis's clock, in tests only. Rejects with what ioredis says. */
export async function runWindowScript(
  client: RedisClient,
  accountId: string,
  operation: string,
  values: (string | number)[],
  at: Date | null = null,
): Promise<ScriptReply> {
  const instant = at ? at.getTime() / 1000 : "";
  const reply = await client.disclosedWindow(windowKey(accountId), operation, instant, ...values);
  const [status, moment, minuteStart, minuteUsed, dayStart, dayUsed, monthStart, monthUsed, epoch, taken] = reply.map(
    Number,
  ) as [number, number, number, number, number, number, number, number, number, number];
  const exceeded = exceededBy[Math.max(0, status)] ?? null;
  return {
    status,
    taken,
    state: { exceeded, moment, minuteStart, minuteUsed, dayStart, dayUsed, monthStart, monthUsed, epoch },
  };
}
