// The doctor's checks of Redis: is it reachable, is it new enough, does it persist its data.
import { within } from "../../lib/within.ts";
import { connectRedis, type RedisClient } from "../../quota/redis/connect.ts";
import { type Check, failed, notice, ok } from "./check.ts";

const oldestMajor = 7;
const replyTimeoutMs = 3000;

/**
 * Without Redis PostgreSQL counts, so a problem here is a notice; a misspelt REDIS_URL is a failure of the settings.
 */
export async function checkRedis(url: string): Promise<Check> {
  const client = connectRedis(url);
  try {
    await within(replyTimeoutMs, ready(client));
    const [server, memory] = await Promise.all([client.info("server"), client.info("memory")]);
    return judge(fieldOf(server, "redis_version"), fieldOf(memory, "maxmemory_policy"));
  } catch {
    return notice("redis", "no answer: quotas are counted in PostgreSQL", "see that it runs and REDIS_URL is right");
  } finally {
    client.disconnect();
  }
}

function judge(version: string, policy: string): Check {
  if (Number.parseInt(version, 10) < oldestMajor)
    return failed("redis", `Redis ${version} is too old`, `use Redis ${oldestMajor} or newer, or unset REDIS_URL`);
  if (!/^(noeviction|volatile-ttl)?$/.test(policy))
    return notice("redis", `Redis ${version} forgets counts under ${policy}`, "set maxmemory-policy to noeviction");
  return ok("redis", `Redis ${version} answers`);
}

const fieldOf = (info: string, name: string) =>
  info
    .split(/\r?\n/)
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1) ?? "";

function ready(client: RedisClient): Promise<void> {
  return new Promise((resolve) => (client.status === "ready" ? resolve() : client.once("ready", () => resolve())));
}
