// House Periodic Transaction Reports: the Clerk's yearly index files and the PDFs that they list. Indexes are read
// first, because they give the filing date; a document that no index lists yet is dated by its signature until an index
// lists it.
import { ingestReports, reportsIn } from "../congress/ingest.ts";
import { ReadFailed, readOrFailure } from "../isolated/isolated.ts";
import { quarantineRows, RefusedRows } from "../refused/quarantine.ts";
import { asDocument, type IngestContext, type InputFile, isFetched, type Source, type StoredFile } from "../source.ts";
import { house } from "./index.ts";
import type { IndexFile } from "./index-file.ts";
import { recordLocalIndex, recordUnreadIndex } from "./index-listing.ts";
import { findEntry, saveIndex } from "./index-store.ts";
import { docIdInName, parseHousePdf } from "./parse.ts";

const pdfName = /\.pdf$/i;
const isIndexName = (name: string) =>
  /\.xml$/i.test(name) || (/\.txt$/i.test(name) && /FD/i.test(name.slice(name.lastIndexOf("/") + 1)));

/** Accepts .pdf files, and .xml and .txt files of the index (`2026FD.xml`, `2026FD.txt`). */
const source: Source = {
  name: house.name,
  accepts: ({ name }) => pdfName.test(name) || isIndexName(name),
  documentIdIn: (path) => (pdfName.test(path) ? (docIdInName(path.split("/").at(-1) ?? "") ?? null) : null),
  documentsIn: (bytes, store) => reportsIn(() => parseHousePdf(bytes, "", (docId) => findEntry(store, docId))),
  open: (context) => ({
    async refused(file, message) {
      if (!pdfName.test(file.name)) await recordUnreadIndex(context.store, file, message);
    },
    async take(files) {
      for (const file of files) if (!pdfName.test(file.name)) await ingestIndex(file, context);
      const reports = files
        .filter(({ name }) => pdfName.test(name))
        .map((file) => asDocument(file, file.documentId, docIdInName(file.name)));
      await ingestReports(reports, context, (bytes, { name }) =>
        parseHousePdf(bytes, name, (docId) => findEntry(context.store, docId)),
      );
    },
  }),
};

export default source;

async function ingestIndex(file: InputFile, context: IngestContext): Promise<void> {
  const bytes = await file.read();
  const stored = await context.keep(file, bytes);
  const index = await readOrFailure("houseIndex", bytes);
  if (!index || index instanceof ReadFailed) {
    const message = index?.message ?? "The file is not a complete yearly index of the House Clerk";
    await context.quarantineFile(file, "not_an_index", message, stored);
    await recordUnreadIndex(context.store, file, message);
    return;
  }
  // a fetched index is recorded by the code that fetched it
  if (!isFetched(file)) await recordFetch(index, file, stored, context);
  context.count(await saveIndex(context.store, index.entries));
  const refused = new RefusedRows();
  for (const { row, message } of index.refused)
    refused.add({ recordRef: `row ${row}`, reason: "bad_index_row", message });
  await quarantineRows(file, stored, refused.rows, context);
}

async function recordFetch(
  index: IndexFile,
  file: InputFile,
  stored: StoredFile,
  context: IngestContext,
): Promise<void> {
  if (index.entries.length > 0) return await recordLocalIndex(context, index, stored);
  const message = "The index lists nothing, which is not possible";
  await context.quarantineFile(file, "empty_index", message, stored);
  await recordUnreadIndex(context.store, file, message);
}
