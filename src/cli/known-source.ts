// The source that a caller names on the command line.
import { UsageError } from "../errors.ts";
import { findSource, type SourceName, sourceNames } from "../sources.ts";

/** Throws UsageError for a name that no source has. */
export function knownSource(source: string): SourceName {
  const known = findSource(source)?.name;
  if (known) return known;
  throw new UsageError(`unknown source ${JSON.stringify(source)}; it is one of ${sourceNames.join(", ")}`);
}
