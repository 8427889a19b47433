// The facade's access to callers: who they are, their remaining requests, and the record of their requests. The one place where
// keys, budgets, plans and usage come together.
import { AppError } from "../errors.ts";
import type { AnsweredRequest, Sender, UsageReport } from "../ports.ts";
import type { AddressBucket } from "../quota/address-bucket.ts";
import type { OpenQuota } from "../quota/open-quota.ts";
import type {
  CountedWindows,
  ExceededLimit,
  LimitFigures,
  Principal,
  Quota,
  QuotaDecision,
  QuotaState,
} from "../quota/port.ts";
import type { Listener } from "../store/listen.ts";
import type { Store } from "../store/store.ts";
import { type Authentication, authenticate, keyNameIn, type Memory, remembered, type Trust } from "./authenticate.ts";
import { CountingClock } from "./counting-clock.ts";
import { epochOf } from "./epoch.ts";
import { fileBytesOf } from "./file-bytes.ts";
import { KnownKeys } from "./known-keys.ts";
import { type CacheFigures, MinuteRecorder } from "./minutes.ts";
import { findUpgrade, type Upgrade } from "./plans.ts";
import { RequestRecorder } from "./requests.ts";
import { UsageRecorder } from "./usage.ts";

/** Fits the facade's ports by its shape. */
export interface Access extends Pick<Quota, "take" | "refund"> {
  authenticate(authorization: string | undefined, address: string): Promise<Authentication>;
  /** The name by which the key of an Authorization header is remembered; undefined where there is none. */
  keyNameIn(authorization: string | undefined): string | undefined;
  /** The holder of a key, by its name, that may be believed without a look-up and used from the address; undefined = ask `authenticate`. */
  remembered(keyName: string, address: string): Principal | undefined;
  countFailure: AddressBucket["countFailure"];
  peek(principal: Principal): Promise<LimitFigures>;
  upgrade(planId: string, exceeded: ExceededLimit | "bytes"): Promise<Upgrade>;
  usage(principal: Principal): Promise<UsageReport>;
  /** Notes a request for the pages: by the holder of a valid key, of one that has ended, or by an unknown caller. */
  recordUse(by: Sender, answered: AnsweredRequest): void;
  /** Tells where the running figures of cached responses stand. */
  watchCache(figures: CacheFigures): void;
  /** Makes a change of an account's keys or plan known to every process before it is acknowledged. Never rejects. */
  announce(accountId: string): Promise<void>;
  /** Writes the usage that is still in memory. */
  flush(): Promise<void>;
  /** Stops the timer and writes what is left; call before the store is closed. */
  close(): Promise<void>;
}

export interface AccessOptions {
  /** base URL that callers see, for the link to the account page */
  publicUrl: string;
  /** the connection on which changes of keys arrive; without it every request looks its key up */
  listener?: Listener | undefined;
  /** called when usage could not be written; it is retained and written later */
  onError?: (error: unknown) => void;
}

const usageDays = 31;
const flushEveryMs = 1000;
/** rows of accounts announce themselves here when what their keys may do has changed (migration quota_ledger) */
const accessChannel = "disclosed_access";

/**
 * `take` and `peek` reject with AppError `key_changed` when the key was changed since it was looked up; nothing is counted
 * then, and authenticating again tells how it is.
 */
export function createAccess(store: Store, counting: OpenQuota, options: AccessOptions): Access {
  const { onError = () => {} } = options;
  const { quota, bucket } = counting;
  const known = new KnownKeys();
  const { listener } = options;
  if (listener) hearChanges(store, counting, { known, listener, onError });
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

  /** Whether the key is another one, or none, since its look-up. */
  function hasChanged(principal: Principal, state: QuotaState): boolean {
    clock.note(state.now);
    // the other keys of the account are as good as before
    if (clock.hasReached(principal.expiresAt)) return true;
    if (!isOutdated(principal, state)) return false;
    known.forgetAccount(principal.accountId);
    return true;
  }

  async function takenInVain(
    principal: Principal,
    decision: QuotaDecision,
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
        .then((decision) => (hasChanged(principal, decision) ? takenInVain(principal, decision, windows) : decision)),
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
    announce: (accountId) => pass(store, counting, accountId).catch(onError),
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}

/**
 * How far remembered keys may be believed. While PostgreSQL is away nothing changes there, and what others of its clients
 * could change after all reaches Redis, whose answer brings the epoch along.
 */
function trustIn(counting: OpenQuota, listener: Listener): Trust {
  const state = listener.state();
  if (!counting.tellsEpochs() || state === "connecting") return "none";
  return state === "listening" ? "fresh" : "overdue";
}

/** A change since the look-up shows in the epoch. One that is not known becomes NaN, which is less than nothing. */
const isOutdated = ({ epoch }: Principal, state: QuotaState): boolean => Number(epoch) < Number(state.epoch);

/** Gives the epoch of an account on to Redis. */
async function pass(store: Store, counting: OpenQuota, accountId: string): Promise<void> {
  await counting.announce(accountId, await epochOf(store.pool, accountId));
}

/** Forgets keys whose account announces a change, and passes its epoch on to Redis. */
function hearChanges(
  store: Store,
  counting: OpenQuota,
  { known, listener, onError }: { known: KnownKeys; listener: Listener; onError: (error: unknown) => void },
): void {
  listener.on(
    accessChannel,
    (accountId) => {
      known.forgetAccount(accountId);
      // while Redis is away keys are looked up for every request
      pass(store, counting, accountId).catch((error) => counting.tellsEpochs() && onError(error));
    },
    () => known.clear(),
  );
}
