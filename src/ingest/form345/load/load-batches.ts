// Loads filings, each with its file, into the store: counts their outcomes, and quarantines a filing that PostgreSQL
// rejects without losing the other filings of the batch.
import type { IngestContext, InputFile, StoredFile } from "../../source.ts";
import type { FilingToLoad } from "../read/record.ts";
import { loadFilings } from "./load.ts";

export interface Loadable extends FilingToLoad {
  file: InputFile;
  stored: StoredFile;
  /**
   * true if the file has other filings too, so that a filing that cannot be stored is refused as a record; default
   * false
   */
  sharesFile?: boolean;
}

/** Loads filings, counts their records and quarantines refused ones. Throws errors that no filing caused. */
export async function loadRead(filings: Loadable[], context: IngestContext): Promise<void> {
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

/** Quarantines the transactions that could not be read, one refusal each. */
export async function refuseRecords(filings: Loadable[], context: IngestContext): Promise<void> {
  for (const { filing, file, stored } of filings)
    for (const { recordRef, reason, message, position } of filing.refused)
      await context.quarantineRecord(file, `${filing.accessionNumber} ${recordRef}`, reason, message, {
        stored,
        position,
      });
}

/**
 * PostgreSQL rejected a value: splits the batch in half until the bad filing is alone, refuses it, and loads the
 * others.
 */
async function isolate(filings: Loadable[], error: DataError, context: IngestContext): Promise<void> {
  const [only] = filings;
  if (only && filings.length === 1) {
    const { file, stored, filing } = only;
    if (only.sharesFile)
      await context.quarantineRecord(file, filing.accessionNumber, "not_storable", notStorable(error), { stored });
    else await context.quarantineFile(file, "not_storable", notStorable(error), stored);
    return;
  }
  const half = Math.ceil(filings.length / 2);
  await loadRead(filings.slice(0, half), context);
  await loadRead(filings.slice(half), context);
}

type DataError = Error & { code: string };

const notStorable = ({ code }: DataError): string => `PostgreSQL does not store one of its values (SQLSTATE ${code})`;

/**
 * SQLSTATE classes 22 (data exception), 23 (integrity constraint violation) and 54 (a value exceeds a limit, e.g. of an
 * index).
 */
export function isDataError(error: unknown): error is DataError {
  return error instanceof Error && "code" in error && /^(2[23]|54)/.test(String(error.code));
}
