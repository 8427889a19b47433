// From the Authorization header to the account behind it: one prepared statement a request, so that a revocation or a new plan
// takes effect with the next one. Every failure looks the same to the caller.
import type { Pool } from "pg";
import { AppError } from "../errors.ts";
import type { Principal } from "../quota/port.ts";
import { isAllowed } from "./allowlist.ts";
import { hashKey, isWellFormed } from "./api-key.ts";

export type Authentication =
  | { outcome: "ok"; principal: Principal }
  /** a valid key, but the address is not in its allowlist */
  | { outcome: "forbidden_address"; principal: Principal }
  /** missing, malformed, unknown, revoked, expired, or of a suspended account */
  | { outcome: "unauthorized" };

// RFC 6750 with the scheme in any case (RFC 9110, 11.1)
const bearer = /^bearer +(\S+)$/i;

/** a database that hangs must not keep callers waiting */
const timeoutMs = 5000;

const lookUp = `
  SELECT k.id, k.account_id, k.allowlist, p.id AS plan, p.per_minute, p.per_day, p.per_month
  FROM api_keys k JOIN accounts a ON a.id = k.account_id JOIN plans p ON p.id = a.plan_id
  WHERE k.hash = $1 AND a.status = 'active'
    AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())`;

interface KeyRow {
  id: string;
  account_id: string;
  allowlist: string[];
  plan: string;
  per_minute: number;
  per_day: number;
  per_month: number;
}

/**
 * Judges a request's Authorization header and the address it came from. Rejects with AppError `unavailable` when the store
 * does not answer: a key is then neither right nor wrong.
 */
export async function authenticate(
  pool: Pool,
  authorization: string | undefined,
  address: string,
): Promise<Authentication> {
  const key = bearer.exec(authorization?.trim() ?? "")?.[1];
  if (!key || !isWellFormed(key)) return { outcome: "unauthorized" };
  const row = await findKey(pool, key);
  if (!row) return { outcome: "unauthorized" };
  const principal: Principal = {
    accountId: row.account_id,
    keyId: row.id,
    plan: row.plan,
    limits: { perMinute: row.per_minute, perDay: row.per_day, perMonth: row.per_month },
  };
  return { outcome: isAllowed(address, row.allowlist) ? "ok" : "forbidden_address", principal };
}

async function findKey(pool: Pool, key: string): Promise<KeyRow | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    const query = pool.query<KeyRow>({ name: "key_look_up", text: lookUp, values: [hashKey(key)] });
    return (await Promise.race([query, late])).rows[0];
  } catch (cause) {
    throw new AppError("unavailable", undefined, { cause });
  } finally {
    clearTimeout(timer);
  }
}
