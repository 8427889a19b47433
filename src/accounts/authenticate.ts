// From the Authorization header to the account. Every failure looks the same to the caller, except for a key that was
// valid and has ended: only its holder can have sent it. One prepared statement looks up every key, valid or not. The
// result of a look-up is cached for a while, where each later use is checked against the account's epoch, which the
// reply of the quota contains: a revoked key is detected before its request is served.
import ipaddr from "ipaddr.js";
import type { Pool } from "pg";
import { AppError, UsageError } from "../errors.ts";
import { hashKey, isWellFormed, keyIn } from "../lib/api-key.ts";
import { within } from "../lib/async-work.ts";
import { isInBlock, readAddress, readBlock, unreadableAddress } from "../lib/ip-address.ts";
import type { Authentication, KeyEnd, Principal } from "../ports/access.ts";

/** a database that hangs must not keep callers waiting */
const timeoutMs = 5000;

const lookUp = `
  SELECT k.id AS "keyId", k.account_id AS "accountId", k.allowlist, p.id AS plan,
    json_build_object('perMinute', p.per_minute, 'perDay', p.per_day, 'perMonth', p.per_month) AS limits,
    a.epoch::float8 AS epoch, extract(epoch FROM k.expires_at)::float8 AS "expiresAt",
    extract(epoch FROM k.revoked_at)::float8 AS "revokedAt", a.status = 'active' AS "isActive",
    coalesce(k.expires_at <= clock_timestamp(), false) AS "hasExpired"
  FROM api_keys k JOIN accounts a ON a.id = k.account_id JOIN plans p ON p.id = a.plan_id
  WHERE k.hash = $1`;

/** A row of `api_keys`, of a valid key or not. */
interface FoundKey extends KnownKey {
  revokedAt: number | null;
  isActive: boolean;
  hasExpired: boolean;
}

/**
 * Which cached keys are used without a look-up. `fresh`: those looked up in the last minute, while changes are
 * announced; `overdue`: older ones too, while PostgreSQL is known to be unreachable; `none`.
 */
export type Trust = "fresh" | "overdue" | "none";

export interface Memory {
  known: KnownKeys;
  trust(): Trust;
  /** decides whether a key has expired */
  clock: CountingClock;
}

/**
 * Checks a request's Authorization header and the address it came from. Without `memory` every request looks up its
 * key, so that a revocation takes effect with the next one. Rejects with AppError `unavailable` when the store does not
 * respond and the key was not looked up in the last minutes: it is then not known whether the key is valid.
 */
export async function authenticate(
  pool: Pool,
  authorization: string | undefined,
  address: string,
  memory?: Memory,
): Promise<Authentication> {
  const text = keyIn(authorization);
  if (!text) return { outcome: "unauthorized" };
  const name = hashKey(text);
  // a cached key was looked up before, so it is well formed
  const known = memory && recall(name, memory);
  if (!known && !isWellFormed(text)) return { outcome: "unauthorized" };
  const { key, ended } = known ? { key: known } : await findKey(pool, name, memory);
  if (!key) return { outcome: "unauthorized", refused: name, ...(ended && { ended }) };
  return { outcome: isAllowed(address, key.allowlist) ? "ok" : "forbidden_address", principal: principalOf(key) };
}

/** The name under which a key is cached: the hex SHA-256 of its text; undefined where the header has no key. */
export function keyNameIn(authorization: string | undefined): string | undefined {
  const text = keyIn(authorization);
  return text && hashKey(text);
}

/** The holder of a cached key that may be used from the address; undefined = call `authenticate`. */
export function remembered(name: string, address: string, memory: Memory): Principal | undefined {
  const key = recall(name, memory);
  return key && isAllowed(address, key.allowlist) ? principalOf(key) : undefined;
}

/** Written out, because an object made with rest properties is slow to create and to read. */
function principalOf({ keyId, accountId, plan, limits, epoch, expiresAt }: KnownKey): Principal {
  return { accountId, keyId, plan, limits, epoch, expiresAt };
}

function recall(name: string, { known, trust, clock }: Memory): KnownKey | undefined {
  const trusted = trust();
  const key = trusted === "none" ? undefined : known.get(name, { overdue: trusted === "overdue" });
  return clock.hasReached(key?.expiresAt) ? undefined : key;
}

/** A valid key, or how a key ended; neither of them where the key is unknown or its account suspended. */
interface Finding {
  key?: KnownKey;
  ended?: KeyEnd;
}

/**
 * A valid key has expired neither by PostgreSQL's clock nor, where that one is known, by the clock of the counting
 * store.
 */
async function findKey(pool: Pool, name: string, memory: Memory | undefined): Promise<Finding> {
  if (!memory) return findingOf(await lookUpKey(pool, name));
  const finding = await lookUpAndRemember(pool, name, memory);
  const expiresAt = finding.key?.expiresAt;
  return memory.clock.hasReached(expiresAt) ? { ended: { how: "expired", at: Number(expiresAt) } } : finding;
}

/** While the store does not respond, a cached key older than a minute is used nevertheless. */
async function lookUpAndRemember(pool: Pool, name: string, { known }: Memory): Promise<Finding> {
  try {
    const finding = findingOf(await lookUpKey(pool, name));
    if (finding.key) known.set(name, finding.key);
    else known.forget(name);
    return finding;
  } catch (error) {
    const overdue = known.get(name, { overdue: true });
    if (overdue) return { key: overdue };
    throw error;
  }
}

/** As `keyStateOf`, but the clock is that of PostgreSQL. */
function findingOf(found: FoundKey | undefined): Finding {
  if (!found) return {};
  const { revokedAt, isActive, hasExpired, ...key } = found;
  if (revokedAt !== null) return { ended: { how: "revoked", at: revokedAt } };
  if (hasExpired) return { ended: { how: "expired", at: Number(key.expiresAt) } };
  return isActive ? { key } : {};
}

async function lookUpKey(pool: Pool, name: string): Promise<FoundKey | undefined> {
  const query = pool.query<FoundKey>({ name: "key_look_up", text: lookUp, values: [Buffer.from(name, "hex")] });
  const { rows } = await within(timeoutMs, query).catch((cause) => {
    throw new AppError("unavailable", undefined, { cause });
  });
  return rows[0];
}

// The cache of looked-up keys, so that a request need not query PostgreSQL.

/** The result of looking up a valid key: neither revoked nor expired, of an active account. */
export interface KnownKey {
  keyId: string;
  accountId: string;
  allowlist: string[];
  plan: string;
  limits: { perMinute: number; perDay: number; perMonth: number };
  /** of the account, at the look-up */
  epoch: number;
  /** Unix seconds; null = never */
  expiresAt: number | null;
}

const maxKeys = 50_000;
/** a look-up is repeated after this long even when no change was announced */
const freshMs = 60_000;
/** while PostgreSQL is not reachable a cached key is used for this long after its look-up */
const maxMs = 10 * 60_000;

export class KnownKeys {
  readonly #keys = new Map<string, { key: KnownKey; at: number }>();
  readonly #now: () => number;

  /** `now`: milliseconds of any monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The key with this hex SHA-256, if it was looked up in the last minute; with `overdue` in the last ten. */
  get(hash: string, options: { overdue?: boolean } = {}): KnownKey | undefined {
    const known = this.#keys.get(hash);
    const age = known ? this.#now() - known.at : 0;
    return age <= (options.overdue ? maxMs : freshMs) ? known?.key : undefined;
  }

  set(hash: string, key: KnownKey): void {
    this.#keys.delete(hash);
    this.#keys.set(hash, { key, at: this.#now() });
    if (this.#keys.size <= maxKeys) return;
    const [oldest] = this.#keys.keys();
    if (oldest !== undefined) this.#keys.delete(oldest);
  }

  forget(hash: string): void {
    this.#keys.delete(hash);
  }

  forgetAccount(accountId: string): void {
    for (const [hash, { key }] of this.#keys) if (key.accountId === accountId) this.#keys.delete(hash);
  }

  clear(): void {
    this.#keys.clear();
  }
}

/**
 * The clock that decides when keys expire: the clock of the counting store (Redis or PostgreSQL), as its replies state
 * it. Between two replies the process's own monotonic clock advances it.
 */
export class CountingClock {
  #ahead = Number.NEGATIVE_INFINITY;

  /** Sets the clock to the time in a reply, in Unix seconds. */
  note(at: number): void {
    this.#ahead = at - performance.now() / 1000;
  }

  /** True when a time (Unix seconds, null = never) is reached. Before the first reply always false. */
  hasReached(at: number | null | undefined): boolean {
    return typeof at === "number" && this.#ahead + performance.now() / 1000 >= at;
  }
}

// The addresses that a partner key may be used from: IPv4 and IPv6 addresses and CIDR blocks. An IPv4 address in its
// IPv6-mapped form (::ffff:192.0.2.1, as a dual-stack socket reports it) counts as the IPv4 address.

/**
 * Checks entries as an operator writes them and returns them normalised, blocks with their host bits cleared
 * (`192.0.2.7/24` becomes `192.0.2.0/24`). Throws UsageError naming an entry that is neither address nor block.
 */
export function parseAllowlist(entries: string[]): string[] {
  return entries.map((entry) => {
    const block = readBlock(entry.trim());
    if (!block)
      throw new UsageError(`"${entry}" is neither an IP address nor a CIDR block (such as 192.0.2.7 or 2001:db8::/32)`);
    const [address, bits] = block;
    if (bits === (address.kind() === "ipv4" ? 32 : 128)) return address.toString();
    const family = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
    return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  });
}

/** True when the list is empty (any address) or an entry covers the address. No entry covers a malformed address. */
export function isAllowed(address: string, allowlist: string[]): boolean {
  if (allowlist.length === 0) return true;
  const caller = address === unreadableAddress ? undefined : readAddress(address);
  if (!caller) return false;
  return allowlist.some((entry) => {
    const block = readBlock(entry);
    return block !== undefined && isInBlock(caller, block);
  });
}
