// The derivation: everything that is worked out from what was ingested, in one transaction, so that readers see either the
// old whole or the new whole. Running it again changes nothing.
import type { PoolClient } from "pg";
import type { Store } from "../store/store.ts";
import { inTransaction } from "../store/transaction.ts";
import { deriveClusters } from "./clusters.ts";
import { deriveCommitteeMatches } from "./committee-match.ts";
import { prepareForms } from "./forms.ts";
import { deriveLateness } from "./lateness.ts";
import { deriveOutcomes } from "./outcomes.ts";
import { type DerivationChange, scopeAll, scopeChanges } from "./scope.ts";
import { deriveSignals } from "./signal.ts";
import type { Step } from "./step.ts";

export type { DerivationChange } from "./scope.ts";

export interface DeriveOptions {
  /** today's calendar date in UTC, YYYY-MM-DD: what is still ahead */
  today: string;
  /** told before each step */
  progress?: (step: DeriveStep) => void;
}

/** In this order: committee matches read the sector that lateness writes, clusters the signal. */
const steps = {
  lateness: deriveLateness,
  committees: deriveCommitteeMatches,
  signals: deriveSignals,
  clusters: deriveClusters,
  outcomes: deriveOutcomes,
} satisfies Record<string, Step>;

type DeriveStep = keyof typeof steps;

export interface DeriveSummary {
  /** a value that callers may read has changed; the data version was advanced */
  changed: boolean;
  /** rows changed by each step */
  steps: Record<DeriveStep, number>;
  seconds: number;
}

/** Derives everything from everything. */
export function deriveAll(store: Store, options: DeriveOptions): Promise<DeriveSummary> {
  return derive(store, options, scopeAll);
}

/** Derives what the changes reach; the result equals that of deriveAll on the same day. */
export function deriveChanges(
  store: Store,
  changes: DerivationChange[],
  options: DeriveOptions,
): Promise<DeriveSummary> {
  return derive(store, options, (client) => scopeChanges(client, changes));
}

async function derive(
  store: Store,
  options: DeriveOptions,
  scope: (client: PoolClient) => Promise<void>,
): Promise<DeriveSummary> {
  const started = performance.now();
  const changed: Record<DeriveStep, number> = { lateness: 0, committees: 0, signals: 0, clusters: 0, outcomes: 0 };
  return await inTransaction(store, async (client) => {
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SET LOCAL jit = off");
    // one derivation at a time: two would write the same rows
    await client.query("SELECT pg_advisory_xact_lock(hashtext('disclosed_derive'))");
    await scope(client);
    await prepareForms(client);
    for (const [name, step] of Object.entries(steps) as [DeriveStep, Step][]) {
      options.progress?.(name);
      changed[name] = await step({ client, today: options.today });
    }
    const isChanged = Object.values(changed).some((rows) => rows > 0);
    if (isChanged) await client.query("SELECT disclosed_bump_data_version()");
    return { changed: isChanged, steps: changed, seconds: (performance.now() - started) / 1000 };
  });
}
