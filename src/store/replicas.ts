// Read replicas of the database (streaming replication). A question goes to one that has reached the data version which its answer must
// have; where there is none, or it fails, the reader turns to the primary.
import { AppError } from "../errors.ts";
import { ReplicaWatch } from "./replica-watch.ts";
import { openStore, type Store } from "./store.ts";

export interface Replicas {
  /**
   * What `read` gives on a replica that has reached the version; undefined where the primary has to be asked, as where `read` gives
   * nothing because its snapshot is older. Rejects with what is a judgement on the question (AppError below 500), and when the signal
   * is given.
   */
  attempt<Result>(
    version: bigint,
    read: (store: Store) => Promise<Result | undefined>,
    signal?: AbortSignal,
  ): Promise<Result | undefined>;
  /** since the start: answers, and questions that the primary had to answer; and how many replicas can be asked now */
  readonly figures: { readonly answered: number; readonly passed: number; readonly up: number };
  close(): Promise<void>;
}

export interface ReplicasOptions {
  /** connections to each */
  maxConnections: number;
  statementTimeoutMs: number;
  /** transaction poolers are before them */
  pooled: boolean;
}

/** a connection that is not there by then is none: the primary is asked */
const connectionTimeoutMs = 1_000;

/** Opens them; what cannot be reached is tried repeatedly. */
export function openReplicas(urls: readonly string[], options: ReplicasOptions): Replicas {
  const replicas = urls.map((databaseUrl) => ({
    store: openStore({ databaseUrl, ...options, connectionTimeoutMs }),
    watch: new ReplicaWatch(databaseUrl),
    reading: 0,
  }));
  let [answered, passed] = [0, 0];

  /** Of those that have reached the version the one with the least to do. */
  function choose(version: bigint) {
    let best: (typeof replicas)[number] | undefined;
    for (const replica of replicas) {
      if ((replica.watch.version ?? -1n) < version) replica.watch.refresh();
      else if (!best || replica.reading < best.reading) best = replica;
    }
    return best;
  }

  return {
    figures: {
      get answered() {
        return answered;
      },
      get passed() {
        return passed;
      },
      get up() {
        return replicas.filter(({ watch }) => watch.version !== undefined).length;
      },
    },
    async attempt(version, read, signal) {
      const replica = choose(version);
      if (replica) {
        replica.reading++;
        try {
          const result = await unless(replica.watch.lost, read(replica.store));
          if (result !== undefined) {
            answered++;
            return result;
          }
        } catch (error) {
          if (signal?.aborted || (error instanceof AppError && error.status < 500)) throw error;
          replica.watch.leaveAlone();
        } finally {
          replica.reading--;
        }
      }
      passed++;
      return undefined;
    },
    async close() {
      await Promise.all(replicas.flatMap(({ store, watch }) => [store.close(), watch.close()]));
    },
  };
}

/** The work's result; rejects when the signal comes before it, and leaves the work to end as it may. */
async function unless<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  let stop = () => {};
  const given = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, given]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
