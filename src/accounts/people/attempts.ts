// How often a sign-in may be tried: by address, by address and e-mail, and by e-mail. Counted before anything is looked up, and alike
// whether the e-mail is known or not. The counters hold an e-mail as a hash.
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
  /** for one e-mail from one address: what a person mistypes stays below it */
  signInFromAddressToEmail: { keyPrefix: "sign_in_pair", points: 10, duration: 15 * minute },
  /** for one e-mail from everywhere: many addresses together get no further; its owner waits with them */
  signInToEmail: { keyPrefix: "sign_in_email", points: 30, duration: hour },
  signUpFromAddress: { keyPrefix: "sign_up_address", points: 30, duration: hour },
  /** what an account changes about itself: each change is a row of the audit log */
  changesOfAccount: { keyPrefix: "changes", points: 300, duration: hour },
  resetFromAddress: { keyPrefix: "reset_address", points: 20, duration: 15 * minute },
} satisfies Record<string, LimiterRule>;

/** milliseconds: who signs in waits rather than being counted in one process alone */
const patience = { timeoutMs: 5_000, redisTimeoutMs: 1_000 };

/** the cap on free accounts of an address counts for this long */
const capDays = 30;

/** Attempts that were counted; what turned out right is given back. */
interface Counted {
  forgive(): Promise<void>;
}

/** Each rejects with AppError `limit_exceeded` when a limit is reached. */
export interface Attempts {
  signIn(address: string, email: string): Promise<Counted>;
  /** also counts against the cap of accounts, where `cap` is below infinity */
  signUp(address: string): Promise<Counted>;
  reset(address: string): Promise<Counted>;
  change(accountId: string): Promise<Counted>;
}

type Limiter = Pick<ReturnType<typeof openLimiter>, "consume" | "reward" | "delete">;
type Count = { limiter: Limiter; key: string; clears?: boolean };

/** `accountsPerAddress`: how many sign-ups an address has in 30 days. */
export function createAttempts(
  stores: LimiterStores,
  { accountsPerAddress }: { accountsPerAddress: number },
): Attempts {
  const limiter = (rule: LimiterRule) => openLimiter(stores, { ...rule, ...patience });
  const address = limiter(attemptRules.signInFromAddress);
  const pair = limiter(attemptRules.signInFromAddressToEmail);
  const account = limiter(attemptRules.signInToEmail);
  const signUps = limiter(attemptRules.signUpFromAddress);
  const resets = limiter(attemptRules.resetFromAddress);
  const changes = limiter(attemptRules.changesOfAccount);
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
      return await count([{ limiter: cap, key }], "No more accounts can be made from this address for now");
    },
    reset: (from) => count([{ limiter: resets, key: networkOf(from) }]),
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
