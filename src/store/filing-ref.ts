// What somebody may have in hand of a filing: an accession number with or without dashes, a document id of the House, the Senate's
// uuid, an address that holds one of them; anything else is a name. Pure.

export type FilingRef = { source: "form345" | "house" | "senate"; documentId: string } | { name: string };

const accession = /(?<!\d)(\d{10})-?(\d{2})-?(\d{6})(?!\d)/;
const uuid = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/i;
/** DocIDs have seven digits (paper) or eight */
const docId = /^(?:house:)?(\d{7,8})$/;
const docIdInPath = /(?:^|\/)(\d{7,8})\.pdf$/i;

export function readFilingRef(text: string): FilingRef {
  const given = text.trim();
  const [, agent, year, number] = accession.exec(given) ?? [];
  if (agent && year && number) return { source: "form345", documentId: `${agent}-${year}-${number}` };
  const found = uuid.exec(given)?.[0];
  if (found) return { source: "senate", documentId: found.toLowerCase() };
  const house = docId.exec(given)?.[1] ?? docIdInPath.exec(given)?.[1];
  if (house) return { source: "house", documentId: house };
  return { name: given };
}
