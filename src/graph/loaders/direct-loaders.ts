// The loaders of an operation that reads trades directly: what belongs to a trade is there with it, so that nothing has to be
// waited for. Whatever else is asked for ends the attempt.
import { NotDirect, type OperationTrades } from "../../store/direct/operation-trades.ts";
import type { Loaders } from "./loaders.ts";

/** Loaders over the trades of one operation. Those that are not of trades throw NotDirect when they are asked for. */
export function directLoaders(trades: OperationTrades): Loaders {
  const known = {
    insiderTrade: { load: async (id: bigint) => (await trades.insiderTrades([id]))[0] ?? null },
    company: { load: (cik: string) => trades.company(cik) },
    filing: { load: (accessionNumber: string) => trades.filing(accessionNumber) },
    owners: { load: (accessionNumber: string) => trades.owners(accessionNumber) },
    politicianTrade: { load: async (id: bigint) => (await trades.politicianTrades([id]))[0] ?? null },
    politician: { load: (bioguideId: string) => trades.politician(bioguideId) },
    report: { load: (id: string) => trades.report(id) },
  };
  return new Proxy(known, { get: elseNotDirect }) as unknown as Loaders;
}

/** A store of which nothing is known: whoever reads of it ends the attempt. */
export const noDb = new Proxy({}, { get: elseNotDirect }) as never;

function elseNotDirect<Known extends object>(known: Known, name: string | symbol): unknown {
  if (name in known) return known[name as keyof Known];
  throw new NotDirect();
}
