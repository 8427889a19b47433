// House Periodic Transaction Reports: the Clerk's yearly index files and the PDFs they list. Indexes are read first, for
// they say when a document was filed; a document that no index lists yet is dated by its signature until one does.
import { ingestReports } from "../congress/ingest.ts";
import { relinkMembers } from "../congress/relink.ts";
import type { IngestContext, InputFile, Source } from "../source.ts";
import { readIndexFile } from "./index-file.ts";
import { applyIndexDates, findEntry, saveEntries } from "./index-store.ts";
import { parseHousePdf } from "./parse.ts";

const pdfName = /\.pdf$/i;
const indexName = /\.xml$|FD[^/]*\.txt$/i;

/** Takes .pdf files, and .xml and .txt files of the index (`2026FD.xml`, `2026FD.txt`). */
export const houseSource: Source = {
  name: "house",
  accepts: ({ name }) => pdfName.test(name) || indexName.test(name),
  async ingest(files, context) {
    const { store } = context;
    const indexes = files.filter(({ name }) => !pdfName.test(name));
    for (const file of indexes) await ingestIndex(file, context);
    if (indexes.length > 0) {
      const members = await applyIndexDates(store);
      for (const bioguideId of new Set([...members, ...(await relinkMembers(store, members))])) {
        context.changed({ kind: "politician", bioguideId });
      }
    }
    const reports = files.filter(({ name }) => pdfName.test(name));
    await ingestReports(reports, context, (bytes, { name }) =>
      parseHousePdf(bytes, name, (docId) => findEntry(store, docId)),
    );
  },
};

async function ingestIndex(file: InputFile, context: IngestContext): Promise<void> {
  const bytes = await file.read();
  const stored = await context.keep(file, bytes);
  const index = readIndexFile(new TextDecoder().decode(bytes));
  if (!index) {
    await context.quarantineFile(file, "not_an_index", "The file is no yearly index of the House Clerk", stored);
    return;
  }
  const saved = await saveEntries(context.store, index.entries);
  context.count("new", saved.new);
  context.count("unchanged", saved.unchanged);
  context.count("amended", saved.amended);
  for (const { row, message } of index.refused) {
    await context.quarantineRecord(file, `row ${row}`, "bad_index_row", message, { stored });
  }
}
