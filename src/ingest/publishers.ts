// The registry of publishers, beside that of sources. Each is loaded when it is asked for.
import type { Publisher, PublisherSettings } from "./publisher.ts";
import type { SourceName } from "./source.ts";

const loaders: Partial<Record<SourceName, (settings: PublisherSettings) => Promise<Publisher>>> = {
  form345: async (settings) => (await import("./form345/publisher.ts")).secPublisher(settings),
  companies: async (settings) => (await import("./companies/publisher.ts")).companiesPublisher(settings),
  house: async (settings) => (await import("./house/publisher.ts")).housePublisher(settings),
  senate: async (settings) => (await import("./senate/publisher.ts")).senatePublisher(settings),
  legislators: async (settings) => (await import("./legislators/publisher.ts")).legislatorsPublisher(settings),
  prices: async (settings) => (await import("./prices/publisher.ts")).pricesPublisher(settings),
};

/** The publisher that feeds a source, asked under the configured base URLs; null for a source that nobody publishes to us. */
export async function loadPublisher(name: SourceName, settings: PublisherSettings): Promise<Publisher | null> {
  return (await loaders[name]?.(settings)) ?? null;
}
