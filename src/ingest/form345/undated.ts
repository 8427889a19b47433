// Bare documents do not say when they were filed: they wait until all indexes of the run are in the store.
import type { IngestContext } from "../source.ts";
import { listedDays } from "./index-listing.ts";
import { type Loadable, loadTaken } from "./load-taken.ts";
import { parseFile } from "./parse.ts";
import { complete, named, type Taken } from "./taken.ts";

/** A kept file with bare documents; neither its bytes nor what they say is held on to. */
export type UndatedFile = Omit<Taken, "filing">;

const filesAtOnce = 500;

/** Dates and loads the bare documents of these files, which are read again a few at a time. */
export async function loadUndated(files: UndatedFile[], context: IngestContext): Promise<void> {
  for (let from = 0; from < files.length; from += filesAtOnce)
    await loadSome(files.slice(from, from + filesAtOnce), context);
}

async function loadSome(files: UndatedFile[], context: IngestContext): Promise<void> {
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

/** The filing date of a bare document: the day on which an index lists it, else `--filed`. The date of signature is no filing date. */
async function dateFiling(one: Taken, listed: Map<string, string>, context: IngestContext): Promise<Loadable[]> {
  const indexed = one.file.listedOn ?? listed.get(one.filing.accessionNumber);
  if (indexed) return [complete(one, indexed, "index")];
  if (context.options.filed) return [complete(one, context.options.filed, "option")];
  const message =
    "a bare document does not say when it was filed: give the EDGAR index that lists it too, or --filed DATE";
  await context.quarantineFile(one.file, "no_filing_date", message, one.stored);
  return [];
}
