// Limits of sign-in attempts: by address, by address and e-mail, and by e-mail. Counted before any look-up, and in the
// same way whether the e-mail is known or not. The counters hold an e-mail as a hash.
import { createHash } from "node:crypto";
import { RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../../errors.ts";
import {
  type LimiterRule,
  type LimiterStores,
  networkOf,
  openDurableLimiter,
  openLimiter,
} from "../../quota/limiter.ts";

const minute = 60;
const hour = 60 * minute;

/** Attempts in a window of seconds that begins with the first of them. */
const attemptRules = {
  /** wrong passwords from one address, whatever the e-mail */
  signInFromAddress: { keyPrefix: "sign_in_address", points: 30, duration: 15 * minute },
  /** for one e-mail from one address: enough for a person's typing errors */
  signInFromAddressToEmail: { keyPrefix: "sign_in_pair", points: 10, duration: 15 * minute },
  /** for one e-mail from all addresses together; the limit also stops the owner of the e-mail */
  signInToEmail: { keyPrefix: "sign_in_email", points: 30, duration: hour },
  signUpFromAddress: { keyPrefix: "sign_up_address", points: 30, duration: hour },
  /** an account's changes to itself: each one adds a row to the audit log */
  changesOfAccount: { keyPrefix: "changes", points: 300, duration: hour },
  /** exports of the user's data */
  ownDataOfAccount: { keyPrefix: "own_data", points: 20, duration: hour },
  resetFromAddress: { keyPrefix: "reset_address", points: 20, duration: 15 * minute },
} satisfies Record<string, LimiterRule>;

/**
 * milliseconds: a sign-in waits longer than other requests, so that it is not counted in the memory of one process
 * alone
 */
const replyTimeout = { timeoutMs: 5_000, redisTimeoutMs: 1_000 };

/** window of the cap on free accounts of an address */
const capDays = 30;

/** Counted attempts; a successful one is refunded with `forgive`. */
interface Counted {
  forgive(): Promise<void>;
}

/** Each method counts an attempt and rejects with AppError `limit_exceeded` when a limit is reached. */
export interface Attempts {
  signIn(address: string, email: string): Promise<Counted>;
  /** also counts against the maximum of new accounts */
  signUp(address: string): Promise<Counted>;
  reset(address: string): Promise<Counted>;
  change(accountId: string): Promise<Counted>;
  ownData(accountId: string): Promise<Counted>;
}

type Limiter = Pick<ReturnType<typeof openLimiter>, "consume" | "reward" | "delete">;
type Count = { limiter: Limiter; key: string; clears?: boolean };

/** `accountsPerAddress`: sign-ups that an address may make in 30 days. */
export function createAttempts(
  stores: LimiterStores,
  { accountsPerAddress }: { accountsPerAddress: number },
): Attempts {
  const limiter = (rule: LimiterRule) => openLimiter(stores, { ...rule, ...replyTimeout });
  const address = limiter(attemptRules.signInFromAddress);
  const pair = limiter(attemptRules.signInFromAddressToEmail);
  const account = limiter(attemptRules.signInToEmail);
  const signUps = limiter(attemptRules.signUpFromAddress);
  const resets = limiter(attemptRules.resetFromAddress);
  const changes = limiter(attemptRules.changesOfAccount);
  const exports = limiter(attemptRules.ownDataOfAccount);
  const cap = openDurableLimiter(stores.pool, {
    keyPrefix: "free_accounts",
    points: accountsPerAddress,
    duration: capDays * 24 * hour,
  });
  return {
    signIn(from, email) {
      const network = networkOf(from);
      const hashed = createHash("sha256").update(email).digest("base64url");
      return count([
        { limiter: address, key: network },
        { limiter: pair, key: `${network}|${hashed}`, clears: true },
        { limiter: account, key: hashed },
      ]);
    },
    async signUp(from) {
      const key = networkOf(from);
      await count([{ limiter: signUps, key }]);
      return await count([{ limiter: cap, key }], "No more accounts can be created from this address for now");
    },
    reset: (from) => count([{ limiter: resets, key: networkOf(from) }]),
    ownData: (accountId) => count([{ limiter: exports, key: accountId }], "Too many exports; try again later"),
    change: (accountId) => count([{ limiter: changes, key: accountId }], "Too many changes; try again later"),
  };
}

async function count(counts: Count[], words = "Too many attempts; try again later"): Promise<Counted> {
  for (const { limiter, key } of counts) {
    await limiter.consume(key).catch((reason: unknown) => {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      const retryAfter = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
      throw new AppError("limit_exceeded", words, { retryAfter });
    });
  }
  return {
    async forgive() {
      await Promise.all(
        counts.map(({ limiter, key, clears }) => (clears ? limiter.delete(key) : limiter.reward(key, 1))),
      );
    },
  };
}
