// Loads the code of a source from its folder: source.ts reads its files, publisher.ts fetches them, and where its record
// says so, provenance.ts, on-demand.ts and collect.ts. Each module is imported on demand, so that a command does not
// load the other sources.
import {
  type CollectedSource,
  type DocumentSourceName,
  type OnDemandSource,
  type SourceName,
  sourceOf,
} from "../sources/sources.ts";
import type { Provenance } from "./provenance.ts";
import type { Collector, OnDemand, Publisher, PublisherSettings } from "./publisher.ts";
import type { Source } from "./source.ts";

export async function loadSource(name: SourceName): Promise<Source> {
  const module: { default: Source } = await import(`./${name}/source.ts`);
  return module.default;
}

/** The publisher that feeds a source, under the configured base URLs; null for a source without a publisher. */
export async function loadPublisher(name: SourceName, settings: PublisherSettings): Promise<Publisher | null> {
  if (sourceOf(name).publisher === null) return null;
  const module: { default: (settings: PublisherSettings) => Publisher } = await import(`./${name}/publisher.ts`);
  return module.default(settings);
}

/** What reads the stored documents of a source again. */
export async function loadProvenance(name: DocumentSourceName): Promise<Provenance> {
  const module: { default: Provenance } = await import(`./${name}/provenance.ts`);
  return module.default;
}

/** What collects the pages of a source's publisher where it responds. */
export async function loadCollector({ name }: CollectedSource): Promise<Collector> {
  const module: { default: Collector } = await import(`./${name}/collect.ts`);
  return module.default;
}

/** What fetches one filer of a source that does so. */
export async function loadOnDemand({ name }: OnDemandSource, settings: PublisherSettings): Promise<OnDemand> {
  const module: { default: (settings: PublisherSettings) => OnDemand } = await import(`./${name}/on-demand.ts`);
  return module.default(settings);
}
