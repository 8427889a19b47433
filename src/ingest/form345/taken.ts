// A filing that was read from a file, with its accession number and the file.
import { asDocument } from "../document-file.ts";
import type { InputFile, StoredFile } from "../source.ts";
import type { Loadable } from "./load-taken.ts";
import type { ParsedFiling } from "./parse.ts";
import type { FilingRecord } from "./record.ts";

/** A filing and its file. */
export interface Taken {
  filing: ParsedFiling & { accessionNumber: string };
  file: InputFile;
  stored: StoredFile;
}

/** The file with its accession number: from the header, else from its listing, else from its path. */
export function named(file: InputFile, accessionNumber: string | null): InputFile {
  return asDocument(file, accessionNumber, file.documentId, accessionInPath(file.path));
}

/** The last accession number in a path, or null. */
export function accessionInPath(path: string): string | null {
  const dashed = path.match(/(?<!\d)\d{10}-\d{2}-\d{6}(?!\d)/g)?.at(-1);
  if (dashed) return dashed;
  const digits = path.match(/(?<!\d)\d{18}(?!\d)/g)?.at(-1);
  return digits ? `${digits.slice(0, 10)}-${digits.slice(10, 12)}-${digits.slice(12)}` : null;
}

/** The filing with its filing date and the source of that date. */
export function complete(
  { filing, file, stored }: Taken,
  filedOn: string,
  filedOnSource: FilingRecord["filedOnSource"],
): Loadable {
  return { filing: { ...filing, filedOn, filedOnSource }, sha256: stored.sha256, file, stored };
}
