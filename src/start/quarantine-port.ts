// The quarantine's port of the graph, bound to the ingestion and the store.
import { derivePending } from "../derive/derive.ts";
import type { QuarantinePort } from "../graph/ports.ts";
import { excerpt, rawBytes } from "../ingest/raw-excerpt.ts";
import { retryRefusals } from "../ingest/retry.ts";
import { ignoreRefusals, type Refusal, refusalsById, unignoreRefusals } from "../store/refusals.ts";
import type { Store } from "../store/store.ts";

/** `home` is DISCLOSED_HOME, `today` the calendar date in UTC. */
export function quarantinePort(store: Store, { home, today }: { home: string; today: () => string }): QuarantinePort {
  return {
    async raw(id) {
      const [item] = (await refusalsById(store.prisma, [id])) as [Refusal];
      const raw = await rawBytes(item, home);
      if (typeof raw === "string") return { bytes: null, excerpt: null, missing: raw };
      return { bytes: raw.length, excerpt: excerpt(raw), missing: null };
    },
    retry: (ids) =>
      retryRefusals(store, { ids, home, today: today(), derive: () => derivePending(store, { today: today() }) }),
    ignore: (ids, because, actor) => ignoreRefusals(store, { ids, because, actor }),
    unignore: (ids, actor) => unignoreRefusals(store, { ids, actor }),
  };
}
