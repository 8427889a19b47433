// Binds the graph's port of decisions about amendments to the source of insider trades and the derivation.
import { derivePending } from "../derive/derive.ts";
import { AppError } from "../errors.ts";
import type { AmendmentsPort } from "../graph/ports.ts";
import { loadProvenance } from "../ingest/load-source.ts";
import type { AmendmentDecisions } from "../ingest/provenance.ts";
import { sourcesOf } from "../store/sql/source-tables.ts";
import type { Store } from "../store/store.ts";

/** `today` is the calendar date in UTC. Sums, scores and clusters follow before a change resolves. */
export function amendmentsPort(store: Store, { today }: { today: () => string }): AmendmentsPort {
  const change = async (work: (decisions: AmendmentDecisions) => Promise<void>) => {
    // loaded at the first request, because it imports the parsers
    const decisions = await decisionsOfInsiders();
    await work(decisions);
    await derivePending(store, { today: today() });
  };
  return {
    decide: (wanted) => change((decisions) => decisions.decide(store, wanted)),
    reopen: (wanted) => change((decisions) => decisions.reopen(store, wanted)),
  };
}

/** @throws AppError where no source of insider trades has amendments */
async function decisionsOfInsiders(): Promise<AmendmentDecisions> {
  for (const { name } of sourcesOf("insiders")) {
    const { amendments } = await loadProvenance(name);
    if (amendments) return amendments;
  }
  throw new AppError("unavailable", "no source has amendments");
}
