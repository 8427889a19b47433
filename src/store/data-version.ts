// The current data version, without a query: every change sends a PostgreSQL notification.
import type { Listener } from "./listen.ts";
import type { Store } from "./store.ts";

export interface DataVersionWatch {
  /**
   * The version that a response must have to be current. Undefined while notifications may be missed; while PostgreSQL
   * is unavailable, the last known version, because nothing can change then.
   */
  current(): string | undefined;
}

export const dataVersionChannel = "disclosed_data_version";

/** Starts watching. The version never decreases. */
export function watchDataVersion(store: Store, listener: Listener): DataVersionWatch {
  let known: bigint | undefined;
  const update = (version: string) => {
    const announced = BigInt(version);
    if (known === undefined || announced > known) known = announced;
  };
  listener.on(dataVersionChannel, update, () => {
    // notifications were missed while the connection was lost
    const before = known;
    known = undefined;
    store.pool
      .query<{ version: string }>("SELECT version::text FROM data_version WHERE id = 1")
      .then(({ rows }) => rows[0] && update(rows[0].version))
      .catch(() => {
        known ??= before;
      });
  });
  return {
    current: () => (listener.state() === "connecting" ? undefined : known?.toString()),
  };
}
