// A reference to a filing as a user types it: an accession number with or without dashes, a document id of the House,
// the Senate's uuid, or a URL that contains one of them. Anything else is a name. Pure.
import { type DocumentSourceName, documentSources } from "../sources/sources.ts";

export type FilingRef = { source: DocumentSourceName; documentId: string } | { name: string };

export function readFilingRef(text: string): FilingRef {
  const given = text.trim();
  for (const { name, documents } of documentSources) {
    const documentId = documents.idIn(given);
    if (documentId !== null) return { source: name, documentId };
  }
  return { name: given };
}
