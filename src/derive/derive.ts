// The derivation: computes everything that follows from the ingested data, in one transaction, so that readers see
// either the old results or the new ones. Running it again changes nothing.
import type { PoolClient } from "pg";
import type { Store } from "../store/store.ts";
import { type Change, derivationLock, inTransaction, removePending } from "../store/transaction.ts";
import { deriveBlocks } from "./blocks.ts";
import { deriveClusters } from "./clusters.ts";
import { deriveCompanyDays } from "./company-days.ts";
import { deriveCompanySums } from "./company-sums.ts";
import { deriveCongress } from "./congress.ts";
import { deriveExercises } from "./exercises.ts";
import { deriveFirstFilings } from "./first-filings.ts";
import { deriveFirstPurchases } from "./first-purchases.ts";
import { deriveInsiderSums } from "./insider-sums.ts";
import { deriveIssuers } from "./issuers.ts";
import { deriveOutcomes } from "./outcomes.ts";
import { deriveOwnSymbols } from "./own-symbols.ts";
import { derivePoliticianSums } from "./politician-sums.ts";
import { derivePriceQuality } from "./price-quality.ts";
import { type DerivationChange, scopeAll, scopeChanges } from "./scope.ts";
import { deriveSecurityClasses } from "./security-classes.ts";
import { deriveSignals } from "./signal.ts";
import { deriveSignalDays } from "./signal-days.ts";
import { closeSchema, type Step } from "./step.ts";
import { deriveVocabularyCounts } from "./vocabulary-counts.ts";

export type { DerivationChange } from "./scope.ts";

export interface DeriveOptions {
  /** today's calendar date in UTC, YYYY-MM-DD: later days are in the future */
  today: string;
  /** called before each step with its name and number, e.g. `clusters (8 of 14)` */
  progress?: (step: string) => void;
}

/**
 * In the order of their dependencies: classes and the issuers written by `congress` use the symbol; all other steps use
 * the security class, the first filing of a trade and the suspect trades; first purchases use the filing delay; blocks begin with a row that is not suspect,
 * and all sums use them; price quality, signals and outcomes use the row's own symbol; clusters use the signal; outcomes use
 * the issuer written by `congress`; signal days use signal and outcomes; the sums use all of them.
 */
const steps = {
  issuers: deriveIssuers,
  classes: deriveSecurityClasses,
  symbols: deriveOwnSymbols,
  exercises: deriveExercises,
  first_filings: deriveFirstFilings,
  first_purchases: deriveFirstPurchases,
  price_quality: derivePriceQuality,
  blocks: deriveBlocks,
  congress: deriveCongress,
  signals: deriveSignals,
  clusters: deriveClusters,
  outcomes: deriveOutcomes,
  performance: deriveSignalDays,
  members: derivePoliticianSums,
  insiders: deriveInsiderSums,
  companies: deriveCompanySums,
  company_days: deriveCompanyDays,
  vocabulary: deriveVocabularyCounts,
} satisfies Record<string, Step>;

type DeriveStep = keyof typeof steps;

export interface DeriveSummary {
  /** a value that callers can read has changed, so the data version was advanced */
  changed: boolean;
  /** rows changed by each step */
  steps: Record<DeriveStep, number>;
  seconds: number;
}

/** Derives everything from all ingested data. */
export function deriveAll(store: Store, options: DeriveOptions): Promise<DeriveSummary> {
  return derive(store, options, async (client) => {
    await scopeAll(client);
    return true;
  });
}

/** Derives what the changes and the pending loads affect; the result equals that of deriveAll on the same day. */
export function deriveChanges(
  store: Store,
  changes: DerivationChange[],
  options: DeriveOptions,
): Promise<DeriveSummary> {
  return derive(store, options, (client, pending) => scopeChanges(client, [...pending, ...changes], options.today));
}

/** Derives what pending loads affect, including loads of a process that died before its derivation. */
export function derivePending(store: Store, options: DeriveOptions): Promise<DeriveSummary> {
  return deriveChanges(store, [], options);
}

async function derive(
  store: Store,
  options: DeriveOptions,
  /** returns whether everything is in scope */
  scope: (client: PoolClient, pending: Change[]) => Promise<boolean>,
): Promise<DeriveSummary> {
  const started = performance.now();
  const changed = Object.fromEntries(Object.keys(steps).map((name) => [name, 0])) as Record<DeriveStep, number>;
  return await inTransaction(store, async (client) => {
    // a hash table of millions of rows should fit in memory; small stores do not use more
    await client.query("SET LOCAL statement_timeout = 0; SET LOCAL jit = off; SET LOCAL work_mem = '256MB'");
    // one derivation at a time and no concurrent load, because both would write the same rows
    await client.query(`SELECT pg_advisory_xact_lock(${derivationLock})`);
    const pending = await removePending(client);
    const everything = await scope(client, pending);
    const context = { client, today: options.today, everything };
    const all = Object.entries(steps) as [DeriveStep, Step][];
    for (const [index, [name, step]] of all.entries()) {
      options.progress?.(`${name} (${index + 1} of ${all.length})`);
      changed[name] = await step(context);
    }
    await closeSchema(client);
    const isChanged = Object.values(changed).some((rows) => rows > 0);
    if (isChanged) await client.query("SELECT disclosed_bump_data_version()");
    return { changed: isChanged, steps: changed, seconds: (performance.now() - started) / 1000 };
  });
}
