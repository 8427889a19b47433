// The windows of accounts in Redis: one script a turn. A hash that is not there (first use, or lost) is filled from the
// ledger; while Redis is away every call fails at once, and the insurance behind the limiter counts in PostgreSQL.
import type { WindowState, WindowStore } from "../account-limiter.ts";
import type { Ledger } from "../ledger.ts";
import type { RedisClient } from "./connect.ts";
import type { RedisLink } from "./link.ts";
import { createPatience } from "./patience.ts";
import { runWindowScript, type ScriptReply } from "./run-script.ts";

const missing = -1;

/** `clock` replaces Redis's clock, in tests only. */
export function createRedisWindows(
  { client, ledger, link }: { client: RedisClient; ledger: Ledger; link: Pick<RedisLink, "isUp" | "failed"> },
  clock: () => Date | null = () => null,
): WindowStore {
  const { inTime } = createPatience({ signsOfLife: !client.isCluster });

  /** One round trip, or an error in time that takes the link down. */
  async function ask(accountId: string, operation: string, values: (string | number)[]): Promise<ScriptReply> {
    if (!link.isUp()) throw new Error("Redis is not reachable");
    const answer = runWindowScript(client, accountId, operation, values, clock());
    const reply = await inTime(answer).catch((error: unknown) => {
      link.failed(error);
      throw error;
    });
    if (reply) return reply;
    // a request that is counted after all, too late for its caller, is given back: the insurance counts it as well
    answer.then((late) => giveBack(accountId, late)).catch(() => {});
    const error = new Error("Redis did not answer in time");
    link.failed(error);
    throw error;
  }

  function giveBack(accountId: string, { taken, state }: ScriptReply): void {
    const { minuteStart, dayStart, monthStart } = state;
    runWindowScript(client, accountId, "refund", [minuteStart, dayStart, monthStart, taken], clock()).catch(() => {});
  }

  async function call(accountId: string, operation: string, values: (string | number)[]): Promise<ScriptReply> {
    let reply = await ask(accountId, operation, values);
    if (reply.status === missing) {
      const { minuteStart, minuteUsed, dayStart, dayUsed, monthStart, monthUsed, epoch } = await ledger.open(accountId);
      const known = [minuteStart, minuteUsed, dayStart, dayUsed, monthStart, monthUsed, epoch];
      await ask(accountId, "raise", known);
      reply = await ask(accountId, operation, values);
    }
    ledger.note(accountId, reply.state);
    return reply;
  }

  const standing = async (reply: Promise<ScriptReply>): Promise<WindowState> => (await reply).state;
  return {
    take: (accountId, { perMinute, perDay, perMonth }, asked) =>
      call(accountId, "take", [perMinute, perDay, perMonth, asked]),
    refund: (accountId, { minuteStart = "", dayStart = "", monthStart = "" }) =>
      standing(call(accountId, "refund", [minuteStart, dayStart, monthStart, 1])),
    peek: (accountId) => standing(call(accountId, "peek", [])),
  };
}
