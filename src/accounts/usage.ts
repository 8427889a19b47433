// The requests of accounts by UTC day, route and status, those of each key by day, and the last use of each key. All are
// collected in memory and written every second, so that serving a request costs no write for them. A crash can lose the
// last second of these statistics, but not of the limits, which src/quota counts.
import type { Pool } from "pg";
import { dateByClock } from "../lib/calendar-date.ts";
import type { ByteStatistics, Principal, UsageDay } from "../ports/access.ts";
import { Collected, inSequence } from "./write-behind.ts";

/** A key's last use is written once a minute at most. */
const lastUseEveryMs = 60_000;

const addUse = `
  WITH uses AS (
    SELECT u.* FROM unnest($1::uuid[], $2::uuid[], $3::date[], $4::text[], $5::int[], $6::int[])
      AS u(account_id, key_id, day, route, status, requests)
    JOIN accounts a ON a.id = u.account_id
  ), of_keys AS (
    INSERT INTO key_usage (key_id, day, requests, failed)
    SELECT k.id, u.day, sum(u.requests), coalesce(sum(u.requests) FILTER (WHERE u.status >= 400), 0)
    FROM uses u JOIN api_keys k ON k.id = u.key_id
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (key_id, day) DO UPDATE SET requests = key_usage.requests + excluded.requests,
      failed = key_usage.failed + excluded.failed
  )
  INSERT INTO usage_daily (account_id, day, route, status, requests)
  SELECT account_id, day, route, status, sum(requests) FROM uses
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, day, route, status) DO UPDATE SET requests = usage_daily.requests + excluded.requests`;

const markUsed = `
  UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, u.at)
  FROM unnest($1::uuid[], $2::timestamptz[]) AS u(id, at) WHERE k.id = u.id`;

const readUse = `
  SELECT day, route, status, requests FROM usage_daily
  WHERE account_id = $1 AND day > (now() AT TIME ZONE 'UTC')::date - $2::int ORDER BY day DESC, route, status`;

type Use = UsageDay & Pick<Principal, "accountId" | "keyId">;

export class UsageRecorder {
  readonly #pool: Pool;
  readonly #now: () => number;
  readonly #uses = new Collected<string, Use>({
    merge: (old, fresh) => {
      fresh.requests += old.requests;
      return fresh;
    },
  });
  #last: Use | undefined;
  readonly #keysUsed = new Collected<string, number>({ merge: (_old, fresh) => fresh });
  readonly #today: () => string;
  readonly #keysWritten = new Map<string, number>();

  constructor(pool: Pool, now: () => number = Date.now) {
    this.#pool = pool;
    this.#now = now;
    this.#today = dateByClock(now);
  }

  /** Records one request that got a response. Never waits, never throws. */
  record({ accountId, keyId }: Pick<Principal, "accountId" | "keyId">, route: string, status: number): void {
    const day = this.#today();
    this.#add({ accountId, keyId, day, route, status, requests: 1 });
    if (this.#now() - (this.#keysWritten.get(keyId) ?? -lastUseEveryMs) >= lastUseEveryMs)
      this.#keysUsed.set(keyId, this.#now());
  }

  /**
   * Writes the recorded usage, after any write in progress. On failure it is retained for the next attempt and the
   * error is thrown.
   */
  readonly flush = inSequence(async () => {
    await this.#uses.flush((uses) => this.#writeUses(uses.map(([, use]) => use)));
    await this.#keysUsed.flush((used) => this.#writeKeys(used));
  });

  /** An account's requests of the last `days` UTC days, today included. */
  async read(accountId: string, days: number): Promise<UsageDay[]> {
    await this.flush();
    return (await this.#pool.query<UsageDay>(readUse, [accountId, days])).rows;
  }

  #add(use: Use): void {
    const last = this.#last;
    // most requests equal the previous one, and looking up their entry is most of the work
    if (
      last?.status === use.status &&
      last.route === use.route &&
      last.keyId === use.keyId &&
      last.accountId === use.accountId &&
      last.day === use.day
    ) {
      last.requests += use.requests;
      return;
    }
    const id = `${use.accountId}|${use.keyId}|${use.day}|${use.status}|${use.route}`;
    const known = this.#uses.get(id);
    if (known) known.requests += use.requests;
    else this.#uses.set(id, use);
    this.#last = known ?? use;
  }

  async #writeUses(uses: Use[]): Promise<void> {
    this.#last = undefined;
    const column = <Name extends keyof Use>(name: Name) => uses.map((use) => use[name]);
    const names = ["accountId", "keyId", "day", "route", "status", "requests"] as const;
    const values = names.map(column);
    await this.#pool.query({ name: "usage_add", text: addUse, values });
  }

  async #writeKeys(used: [string, number][]): Promise<void> {
    const values = [used.map(([keyId]) => keyId), used.map(([, at]) => new Date(at))];
    await this.#pool.query({ name: "keys_used", text: markUsed, values });
    for (const [keyId, at] of used) this.#keysWritten.set(keyId, at);
  }
}

// The bytes of ready-made files that an account may download today, and has downloaded.
const readFileBytes = `
  SELECT p.bytes_per_day::float8 AS limit, coalesce(d.bytes, 0)::float8 AS used,
    greatest(p.bytes_per_day - coalesce(d.bytes, 0), 0)::float8 AS remaining,
    extract(epoch FROM (t.day + 1)::timestamp AT TIME ZONE 'UTC')::float8 AS "resetAt"
  FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS day) t, accounts a
  JOIN plans p ON p.id = a.plan_id
  LEFT JOIN download_days d ON d.account_id = a.id AND d.day = (now() AT TIME ZONE 'UTC')::date
  WHERE a.id = $1::uuid`;

/** Statistics of the current UTC day. @throws Error where there is no such account */
export async function fileBytesOf(pool: Pool, accountId: string): Promise<ByteStatistics> {
  const [statistics] = (await pool.query<ByteStatistics>(readFileBytes, [accountId])).rows;
  if (!statistics) throw new Error(`there is no account ${accountId}`);
  return statistics;
}
