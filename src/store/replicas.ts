// Read replicas of the database (streaming replication). A request is read from a replica that has reached the required
// data version; if there is none, or the read fails, the caller reads from the primary.
import { AppError } from "../errors.ts";
import { ReplicaWatch } from "./replica-watch.ts";
import { openStore, type Store } from "./store.ts";

export interface Replicas {
  /**
   * The result of `read` on a replica that has reached the version. Undefined if the caller has to read from the
   * primary, also if `read` returns undefined because its snapshot is older. Rejects with the caller's own errors
   * (AppError below 500), and when the signal aborts.
   */
  attempt<Result>(
    version: bigint,
    read: (store: Store) => Promise<Result | undefined>,
    signal?: AbortSignal,
  ): Promise<Result | undefined>;
  /** since the start: reads from a replica, and reads left to the primary; and the number of replicas available now */
  readonly figures: { readonly answered: number; readonly passed: number; readonly up: number };
  close(): Promise<void>;
}

export interface ReplicasOptions {
  /** connections to each */
  maxConnections: number;
  statementTimeoutMs: number;
  /** the replicas are behind transaction poolers */
  pooled: boolean;
}

/** a connection that takes longer counts as failed: the caller reads from the primary */
const connectionTimeoutMs = 1_000;

/** Opens the replicas; keeps trying to reach unavailable ones. */
export function openReplicas(urls: readonly string[], options: ReplicasOptions): Replicas {
  const replicas = urls.map((databaseUrl) => ({
    store: openStore({ databaseUrl, ...options, connectionTimeoutMs }),
    watch: new ReplicaWatch(databaseUrl),
    reading: 0,
  }));
  let [answered, passed] = [0, 0];

  /** The replica with the fewest running reads, of those that have reached the version. */
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
          const result = await abortable(replica.watch.lost, read(replica.store));
          if (result !== undefined) {
            answered++;
            return result;
          }
        } catch (error) {
          if (signal?.aborted || (error instanceof AppError && error.status < 500)) throw error;
          replica.watch.suspend();
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

/** The result of the work. Rejects if the signal aborts first; the work is then not awaited. */
async function abortable<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
