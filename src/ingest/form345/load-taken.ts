// Filings with the file to blame for each -> the store: counts what became of them, and puts what the store cannot hold into
// quarantine instead of losing its neighbours.
import type { IngestContext, InputFile, StoredFile } from "../source.ts";
import { loadFilings } from "./load.ts";
import type { FilingToLoad } from "./record.ts";

export interface Loadable extends FilingToLoad {
  file: InputFile;
  stored: StoredFile;
  /** whether a filing that cannot be stored is the whole of its file; default yes */
  sharesFile?: boolean;
}

/** Loads filings, counts their records and quarantines refused ones. Throws what is no fault of a filing. */
export async function loadTaken(filings: Loadable[], context: IngestContext): Promise<void> {
  if (filings.length === 0) return;
  try {
    context.count(await loadFilings(context.store, filings));
  } catch (error) {
    if (!isDataError(error)) throw error;
    await isolate(filings, error, context);
    return;
  }
  await refuseRecords(filings, context);
}

/** The transactions that could not be read, one refusal each. */
export async function refuseRecords(filings: Loadable[], context: IngestContext): Promise<void> {
  for (const { filing, file, stored } of filings)
    for (const { recordRef, reason, message, place } of filing.refused)
      await context.quarantineRecord(file, `${filing.accessionNumber} ${recordRef}`, reason, message, {
        stored,
        place,
      });
}

/** PostgreSQL refused a value: halve until the filing that holds it is alone, and go on without it. */
async function isolate(filings: Loadable[], error: Error, context: IngestContext): Promise<void> {
  const [only] = filings;
  if (only && filings.length === 1) {
    const { file, stored, filing } = only;
    if (only.sharesFile)
      await context.quarantineRecord(file, filing.accessionNumber, "not_storable", error.message, { stored });
    else await context.quarantineFile(file, "not_storable", error.message, stored);
    return;
  }
  const half = Math.ceil(filings.length / 2);
  await loadTaken(filings.slice(0, half), context);
  await loadTaken(filings.slice(half), context);
}

/** SQLSTATE classes 22 (data exception), 23 (integrity constraint violation) and 54 (a value beyond a limit, as of an index). */
export function isDataError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^(2[23]|54)/.test(String(error.code));
}
