// The code of a source, from its folder: source.ts reads its files, publisher.ts fetches them. Each is loaded when it is needed, so that
// one command does not pay for the other sources.
import { type SourceName, sourceOf } from "../sources.ts";
import type { Publisher, PublisherSettings } from "./publisher.ts";
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
