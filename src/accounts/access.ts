// The facade's access to callers: who they are, their remaining requests, and the record of their requests. The one place where
// keys, budgets, plans and usage come together.
import { AppError } from "../errors.ts";
import type { AccessPort, CountedWindows, LimitFigures, Principal } from "../ports.ts";
import type { OpenQuota } from "../quota/open-quota.ts";
import type { CountedDecision, QuotaState } from "../quota/port.ts";
import type { Listener } from "../store/listen.ts";
import type { Store } from "../store/store.ts";
import { authenticate, keyNameIn, type Memory, remembered, type Trust } from "./authenticate.ts";
import { CountingClock } from "./counting-clock.ts";
import { epochOf } from "./epoch.ts";
import { fileBytesOf } from "./file-bytes.ts";
import { KnownKeys } from "./known-keys.ts";
import { type CacheFigures, MinuteRecorder } from "./minutes.ts";
import { findUpgrade } from "./plans.ts";
import { RequestRecorder } from "./requests.ts";
import { UsageRecorder } from "./usage.ts";

/** The facade's port, and what the service itself needs of it. */
export interface Access extends AccessPort {
  /** Sets the object with the running hit and miss counts of the response cache. */
  watchCache(figures: CacheFigures): void;
  /** Notifies every process of a change of an account's keys or plan; await it before acknowledging. Never rejects. */
  announce(accountId: string): Promise<void>;
  /** Writes the usage that is still in memory. */
  flush(): Promise<void>;
  /** Stops the timer and writes the remaining usage; call before the store is closed. */
  close(): Promise<void>;
}

export interface AccessOptions {
  /** base URL that callers see, for the link to the account page */
  publicUrl: string;
  /** the connection on which changes of keys are announced; without it every request looks up its key */
  listener?: Listener | undefined;
  /** called when usage could not be written; it is retained and written later */
  onError?: (error: unknown) => void;
}

const usageDays = 31;
const flushEveryMs = 1000;
/** channel on which a trigger announces that the rights of an account's keys have changed (migration quota_ledger) */
const accessChannel = "disclosed_access";

/**
 * `take` and `peek` reject with AppError `key_changed` when the key was changed since its look-up; nothing is counted
 * then, and authenticating again returns the current state.
 */
export function createAccess(store: Store, counting: OpenQuota, options: AccessOptions): Access {
  const { onError = () => {} } = options;
  const { quota, bucket } = counting;
  const known = new KnownKeys();
  const { listener } = options;
  if (listener) forgetChangedKeys(store, counting, { known, listener, onError });
  const clock = new CountingClock();
  const memory: Memory | undefined = listener && { known, trust: () => trustIn(counting, listener), clock };
  const recorder = new UsageRecorder(store.pool);
  const requests = new RequestRecorder(store.pool);
  const minutes = new MinuteRecorder(store.pool);
  const flush = async () => {
    await recorder.flush();
    await requests.flush();
    await minutes.flush();
  };
  const timer = setInterval(() => void flush().catch(onError), flushEveryMs);
  timer.unref();

  /** True when the key was changed or has ended since its look-up. */
  function hasChanged(principal: Principal, state: QuotaState): boolean {
    clock.note(state.now);
    // an expired key leaves the other keys of the account valid
    if (clock.hasReached(principal.expiresAt)) return true;
    if (!isOutdated(principal, state)) return false;
    known.forgetAccount(principal.accountId);
    return true;
  }

  async function refundAndReject(
    principal: Principal,
    decision: CountedDecision,
    windows: CountedWindows = "all",
  ): Promise<never> {
    if (decision.allowed) await quota.refund(principal, decision.ticket, windows);
    throw new AppError("key_changed");
  }

  async function peek(principal: Principal): Promise<LimitFigures> {
    const state = await quota.peek(principal);
    if (hasChanged(principal, state)) throw new AppError("key_changed");
    return state.figures;
  }

  return {
    authenticate: (authorization, address) => authenticate(store.pool, authorization, address, memory),
    keyNameIn,
    remembered: (keyName, address) => memory && remembered(keyName, address, memory),
    countFailure: (address) => bucket.countFailure(address),
    take: (principal, windows, requests) =>
      quota
        .take(principal, windows, requests)
        .then((decision) =>
          hasChanged(principal, decision) ? refundAndReject(principal, decision, windows) : decision,
        ),
    refund: (principal, ticket, windows) => quota.refund(principal, ticket, windows),
    peek,
    upgrade: (planId, exceeded) => findUpgrade(store.pool, options.publicUrl, planId, exceeded),
    async usage(principal) {
      const { accountId, plan } = principal;
      const [figures, fileBytes, days] = await Promise.all([
        peek(principal),
        fileBytesOf(store.pool, accountId),
        recorder.read(accountId, usageDays),
      ]);
      return { plan, figures, fileBytes, days };
    },
    recordUse({ principal, refused }, answered) {
      minutes.record(answered);
      if (principal) {
        recorder.record(principal, answered.route, answered.status);
        requests.record(principal, answered);
      } else if (refused) requests.recordRefused(refused, answered);
    },
    watchCache: (figures) => minutes.watchCache(figures),
    announce: (accountId) => passEpoch(store, counting, accountId).catch(onError),
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}

/**
 * Which cached keys may be trusted. While PostgreSQL is not reachable nothing changes there. A change that another
 * client of PostgreSQL makes nevertheless reaches Redis, whose replies contain the epoch.
 */
function trustIn(counting: OpenQuota, listener: Listener): Trust {
  const state = listener.state();
  if (!counting.tellsEpochs() || state === "connecting") return "none";
  return state === "listening" ? "fresh" : "overdue";
}

/** A change after the look-up raises the epoch. An unknown epoch becomes NaN, which never compares as less. */
const isOutdated = ({ epoch }: Principal, state: QuotaState): boolean => Number(epoch) < Number(state.epoch);

/** Passes the epoch of an account on to Redis. */
async function passEpoch(store: Store, counting: OpenQuota, accountId: string): Promise<void> {
  await counting.announce(accountId, await epochOf(store.pool, accountId));
}

/** Removes the cached keys of an account that announces a change, and passes its epoch on to Redis. */
function forgetChangedKeys(
  store: Store,
  counting: OpenQuota,
  { known, listener, onError }: { known: KnownKeys; listener: Listener; onError: (error: unknown) => void },
): void {
  listener.on(
    accessChannel,
    (accountId) => {
      known.forgetAccount(accountId);
      // while Redis is not reachable every request looks up its key
      passEpoch(store, counting, accountId).catch((error) => counting.tellsEpochs() && onError(error));
    },
    () => known.clear(),
  );
}
