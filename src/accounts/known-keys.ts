// Recently looked up keys, so that a request need not query PostgreSQL. Every use is checked against the epoch of
// the account, which the quota's answer brings along: a revoked key is found out before it is served.

/** What a look-up gives of a key that is good: neither revoked nor expired, of an active account. */
export interface KnownKey {
  keyId: string;
  accountId: string;
  allowlist: string[];
  plan: string;
  limits: { perMinute: number; perDay: number; perMonth: number };
  /** of the account, when it was looked up */
  epoch: number;
  /** Unix seconds; null = never */
  expiresAt: number | null;
}

const mostKeys = 50_000;
/** a look-up is repeated after this long even when no change was announced */
const freshMs = 60_000;
/** while PostgreSQL is away a key is good for this long since its last look-up */
const longestMs = 10 * 60_000;

export class KnownKeys {
  readonly #keys = new Map<string, { key: KnownKey; at: number }>();
  readonly #now: () => number;

  /** `now` in milliseconds of any steady clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A key by the hex SHA-256 of its text, looked up within a minute; with `overdue` within ten. */
  get(hash: string, options: { overdue?: boolean } = {}): KnownKey | undefined {
    const known = this.#keys.get(hash);
    const age = known ? this.#now() - known.at : 0;
    return age <= (options.overdue ? longestMs : freshMs) ? known?.key : undefined;
  }

  set(hash: string, key: KnownKey): void {
    this.#keys.delete(hash);
    this.#keys.set(hash, { key, at: this.#now() });
    if (this.#keys.size <= mostKeys) return;
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
