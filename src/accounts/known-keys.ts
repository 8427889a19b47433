// A cache of looked-up keys, so that a request need not query PostgreSQL. Every use is checked against the account's
// epoch, which the reply of the quota contains: a revoked key is detected before its request is served.

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
