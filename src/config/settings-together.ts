// Problems of settings that are well formed: values that only their own parser can check, and values that contradict
// each other.
import { trustedProxies } from "../http/client-address.ts";
import { scheduleProblems } from "../ingest/sync/schedules.ts";
import { reasonOf } from "../lib/reason.ts";
import { readRedisUrl, redisUrlProblem } from "../quota/redis/redis-url.ts";

export interface JudgedSettings {
  port: number;
  host: string;
  metricsPort: number | undefined;
  metricsHost: string;
  trustProxy: string[];
  redisUrl: string | undefined;
  syncSchedules: Partial<Record<string, string>>;
  priceProvider: string;
  priceApiKey: string | undefined;
}

export interface SettingProblem {
  setting: string;
  /** one line, which names the setting and its value unless that may be a secret */
  message: string;
}

/** All problems, unordered; empty where every setting is valid. */
export function problemsTogether(config: JudgedSettings): SettingProblem[] {
  const { port, host, metricsPort, metricsHost, redisUrl, priceProvider, priceApiKey } = config;
  const found: [setting: string, messages: string[]][] = [
    ["TRUST_PROXY", config.trustProxy.flatMap(proxyProblem)],
    ["REDIS_URL", redisUrl !== undefined && !readRedisUrl(redisUrl) ? [redisUrlProblem] : []],
    ["SYNC_SCHEDULES", scheduleProblems(config.syncSchedules)],
    ["PRICE_PROVIDER", priceApiKey === undefined ? needsKey(priceProvider) : []],
    [
      "METRICS_PORT",
      metricsPort === port && port !== 0 && overlap(metricsHost, host)
        ? [`METRICS_PORT=${port} is also the port of the service; choose another one`]
        : [],
    ],
  ];
  return found.flatMap(([setting, messages]) => messages.map((message) => ({ setting, message })));
}

const allAddresses = ["0.0.0.0", "::"];

/** Whether one port cannot be listened on at both. */
const overlap = (one: string, other: string) =>
  one === other || allAddresses.includes(one) || allAddresses.includes(other);

/** Problems of providers that require a key. */
function needsKey(provider: string): string[] {
  if (provider === "tiingo") return ["PRICE_PROVIDER=tiingo needs PRICE_API_KEY: Tiingo requires a key"];
  if (provider === "stooq")
    return ["PRICE_PROVIDER=stooq needs PRICE_API_KEY: Stooq has required a key since March 2026"];
  return [];
}

function proxyProblem(entry: string): string[] {
  try {
    trustedProxies([entry]);
    return [];
  } catch (error) {
    return [reasonOf(error)];
  }
}
