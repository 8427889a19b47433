// What the facade is handed about callers: who they are, what they may still ask, and what they asked. The one place where
// keys, budgets, plans and usage come together.
import { createAddressBucket } from "../quota/address-bucket.ts";
import type { ExceededLimit, LimitFigures, Principal, Quota } from "../quota/port.ts";
import { createPostgresWindows } from "../quota/postgres-windows.ts";
import { createQuota } from "../quota/quota.ts";
import type { Store } from "../store/store.ts";
import { type Authentication, authenticate } from "./authenticate.ts";
import { findUpgrade, type Upgrade } from "./plans.ts";
import { type UsageDay, UsageRecorder } from "./usage.ts";

/** An account's own use: the running windows, and its requests by UTC day, route and status, newest day first. */
interface UsageReport {
  plan: string;
  figures: LimitFigures;
  days: UsageDay[];
}

/** Fits the facade's ports by its shape. */
export interface Access extends Quota {
  authenticate(authorization: string | undefined, address: string): Promise<Authentication>;
  countFailure(address: string): ReturnType<ReturnType<typeof createAddressBucket>["countFailure"]>;
  upgrade(planId: string, exceeded: ExceededLimit): Promise<Upgrade>;
  usage(principal: Principal): Promise<UsageReport>;
  recordUse(principal: Principal, route: string, status: number): void;
  /** Writes the usage that is still in memory. */
  flush(): Promise<void>;
  /** Stops the timer and writes what is left; call before the store is closed. */
  close(): Promise<void>;
}

export interface AccessOptions {
  /** base URL that callers see, for the way to the account page */
  publicUrl: string;
  /** told when usage could not be written; it is kept and tried again */
  onError?: (error: unknown) => void;
}

const usageDays = 31;
const flushEveryMs = 1000;

export function createAccess(store: Store, options: AccessOptions): Access {
  const { onError = () => {} } = options;
  const quota = createQuota(createPostgresWindows(store.pool));
  const bucket = createAddressBucket(store.pool);
  const recorder = new UsageRecorder(store.pool);
  const timer = setInterval(() => void recorder.flush().catch(onError), flushEveryMs);
  timer.unref();
  return {
    ...quota,
    authenticate: (authorization, address) => authenticate(store.pool, authorization, address),
    countFailure: (address) => bucket.countFailure(address),
    upgrade: (planId, exceeded) => findUpgrade(store.pool, options.publicUrl, planId, exceeded),
    async usage(principal) {
      const [figures, days] = await Promise.all([quota.peek(principal), recorder.read(principal.accountId, usageDays)]);
      return { plan: principal.plan, figures, days };
    },
    recordUse: (principal, route, status) => recorder.record(principal, route, status),
    flush: () => recorder.flush(),
    async close() {
      clearInterval(timer);
      await recorder.flush().catch(onError);
    },
  };
}
