// The registry of sources. Each is loaded when it is asked for, so that one command does not pay for the others.
import type { Source, SourceName } from "./source.ts";

const loaders: Record<SourceName, () => Promise<Source>> = {
  form345: async () => (await import("./form345/source.ts")).form345Source,
  companies: async () => (await import("./companies/source.ts")).companiesSource,
  legislators: async () => (await import("./legislators/legislators-source.ts")).legislatorsSource,
  prices: async () => (await import("./prices/source.ts")).pricesSource,
  senate: async () => (await import("./senate/source.ts")).senateSource,
  house: async () => (await import("./house/source.ts")).houseSource,
};

export function loadSource(name: SourceName): Promise<Source> {
  return loaders[name]();
}
