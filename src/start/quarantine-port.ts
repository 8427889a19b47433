// Binds the graph's quarantine port to the ingestion and the store.
import { derivePending } from "../derive/derive.ts";
import type { QuarantinePort } from "../graph/ports.ts";
import { attachCopy, previewCopy } from "../ingest/corrected-copy.ts";
import { excerpt, rawBytes } from "../ingest/raw-excerpt.ts";
import { readRefused } from "../ingest/refused-text.ts";
import { retryRefusals } from "../ingest/retry.ts";
import { ignoreRefusals, type Refusal, refusalsById, unignoreRefusals } from "../store/refusals.ts";
import type { Store } from "../store/store.ts";

/** `home` is DISCLOSED_HOME, `today` the calendar date in UTC. */
export function quarantinePort(store: Store, { home, today }: { home: string; today: () => string }): QuarantinePort {
  const derive = () => derivePending(store, { today: today() });
  return {
    async content(id) {
      const [item] = (await refusalsById(store.prisma, [id])) as [Refusal];
      return await readRefused(item, home);
    },
    previewCopy: (id, copy) => previewCopy(store, { id, ...copy, home }),
    attach: (id, copy, actor) => attachCopy(store, { id, ...copy, actor, home, today: today(), derive }),
    async raw(id) {
      const [item] = (await refusalsById(store.prisma, [id])) as [Refusal];
      const raw = await rawBytes(item, home);
      if (typeof raw === "string") return { bytes: null, excerpt: null, missing: raw };
      return { bytes: raw.length, excerpt: excerpt(raw), missing: null };
    },
    retry: (ids) => retryRefusals(store, { ids, home, today: today(), derive }),
    ignore: (ids, because, actor) => ignoreRefusals(store, { ids, because, actor }),
    unignore: (ids, actor) => unignoreRefusals(store, { ids, actor }),
  };
}
