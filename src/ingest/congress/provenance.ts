// Stored reports of a chamber: read again, found in their files, and stored again. What differs between the chambers is
// in their folders.
import type { Store } from "../../store/store.ts";
import { ReadFailed } from "../isolated/isolated.ts";
import { matchingVersion } from "../legislators/member-directory.ts";
import type { Provenance, RowOrigin, StoredDocument } from "../provenance.ts";
import { openStored, withoutContent } from "../stored-file.ts";
import { congressReader, type ReportSource } from "./reader.ts";
import type { ReportEntry } from "./record.ts";
import { storeReportsAgain } from "./store-again.ts";

/** The place of a row in a report, and its fields there. */
export type RowPlace = Omit<RowOrigin, "file">;

export interface ChamberReports extends ReportSource {
  /** `rowIndex` counts from 0; null if the report has no such row. Throws ReadFailed. */
  placeOf(content: Buffer, rowIndex: number): Promise<RowPlace | null>;
}

export function reportProvenance(reports: ChamberReports): Provenance<ReportEntry> {
  return {
    reader: (store, home) => congressReader(reports, store, home),
    origin: (store, home, document, row) => originOf(reports, { store, home }, document, Number(row.row_index)),
    storeAgain: storeReportsAgain,
    rules: [{ name: "matching of members", version: String(matchingVersion) }],
    facts: () => [],
    amendments: null,
  };
}

async function originOf(
  { placeOf }: ChamberReports,
  { store, home }: { store: Store; home: string },
  document: StoredDocument,
  rowIndex: number,
): Promise<RowOrigin> {
  const opened = await openStored(store, home, document.sha256);
  const nothing = { file: withoutContent(opened), place: null, fields: {} };
  if (opened.content === null) return nothing;
  try {
    return { ...nothing, ...(await placeOf(opened.content, rowIndex)) };
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return nothing;
  }
}
