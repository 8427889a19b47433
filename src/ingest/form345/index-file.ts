// EDGAR's full and daily indexes (form, company, master, crawler): the filing date of documents that come without a header.

const indexName = /(^|[._-])(form|company|master|crawler)\b[^/]*\.idx(\.txt)?$|\.idx(\.txt)?$|^\d{4}QTR[1-4]master$/i;

/** Whether a file is such an index, by its name. */
export function isIndexName(name: string): boolean {
  return indexName.test(name);
}

/** accession number -> date filed, for every line that names both; every layout ends with date and file name. */
export function readIndex(content: string): Map<string, string> {
  const dates = new Map<string, string>();
  const line = /(\d{4})-?(\d{2})-?(\d{2})[\s|]+edgar\/data\/[^\s|]*?(\d{10}-\d{2}-\d{6})/g;
  for (const [, year, month, day, accession] of content.matchAll(line))
    if (accession) dates.set(accession, `${year}-${month}-${day}`);
  return dates;
}
