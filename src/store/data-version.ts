// The version of the data that readers see now, known without asking: every change announces itself.
import type { Listener } from "./listen.ts";
import type { Store } from "./store.ts";

export interface DataVersionWatch {
  /**
   * The version that an answer must have to be good. Undefined while announcements may be missed; the last one known while
   * PostgreSQL is away, for nothing can change then.
   */
  current(): string | undefined;
}

export const dataVersionChannel = "disclosed_data_version";

/** Watches from now on. A version never falls. */
export function watchDataVersion(store: Store, listener: Listener): DataVersionWatch {
  let known: bigint | undefined;
  const learn = (version: string) => {
    const heard = BigInt(version);
    if (known === undefined || heard > known) known = heard;
  };
  listener.on(dataVersionChannel, learn, () => {
    // what was announced without a listener
    const before = known;
    known = undefined;
    store.pool
      .query<{ version: string }>("SELECT version::text FROM data_version WHERE id = 1")
      .then(({ rows }) => rows[0] && learn(rows[0].version))
      .catch(() => {
        known ??= before;
      });
  });
  return {
    current: () => (listener.state() === "connecting" ? undefined : known?.toString()),
  };
}
