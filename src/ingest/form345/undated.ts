// Bare documents do not contain their filing date: they are loaded after all indexes of the run are stored.
import type { IngestContext } from "../source.ts";
import { listedDays } from "./index-listing.ts";
import { type Loadable, loadTaken } from "./load-taken.ts";
import { parseFile } from "./parse.ts";
import { complete, named, type Taken } from "./taken.ts";

/** A stored file with bare documents. Neither its bytes nor its content are retained in memory. */
export type UndatedFile = Omit<Taken, "filing">;

const filesPerBatch = 500;

/** Dates and loads the bare documents of these files, which are read again in batches. */
export async function loadUndated(files: UndatedFile[], context: IngestContext): Promise<void> {
  for (let from = 0; from < files.length; from += filesPerBatch)
    await loadBatch(files.slice(from, from + filesPerBatch), context);
}

async function loadBatch(files: UndatedFile[], context: IngestContext): Promise<void> {
  const taken: Taken[] = [];
  for (const { file, stored } of files)
    for (const filing of parseFile(await context.readStored(stored)).filings) {
      const accessionNumber = filing.accessionNumber ?? file.documentId;
      if (filing.filedOn === null && accessionNumber)
        taken.push({ filing: { ...filing, accessionNumber }, file: named(file, filing.accessionNumber), stored });
    }
  const listed = await listedDays(
    context.store,
    taken.map(({ filing }) => filing.accessionNumber),
  );
  await loadTaken((await Promise.all(taken.map((one) => dateFiling(one, listed, context)))).flat(), context);
}

/**
 * The filing date of a bare document: the day on which an index lists it, else `--filed`. The date of signature is not
 * a filing date.
 */
async function dateFiling(one: Taken, listed: Map<string, string>, context: IngestContext): Promise<Loadable[]> {
  const indexed = one.file.listedOn ?? listed.get(one.filing.accessionNumber);
  if (indexed) return [complete(one, indexed, "index")];
  if (context.options.filed) return [complete(one, context.options.filed, "option")];
  const message =
    "a bare document does not say when it was filed: give the EDGAR index that lists it too, or --filed DATE";
  await context.quarantineFile(one.file, "no_filing_date", message, one.stored);
  return [];
}
