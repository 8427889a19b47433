// Stored reports of a chamber: read again, found in their files, and stored again. What differs between the chambers is
// in their folders.

import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import { ReadFailed } from "../isolated/isolated.ts";
import { loadMemberDirectory, type MemberDirectory, matchingVersion } from "../legislators/member-directory.ts";
import type { Provenance, RowOrigin, StoreAgain, StoredDocument } from "../provenance.ts";
import { openStored, withoutContent } from "../stored-file.ts";
import { congressLoader } from "./index.ts";
import { loadReports } from "./load.ts";
import { matchFiler } from "./match.ts";
import { congressReader, type ReportSource } from "./reader.ts";
import type { ReportEntry } from "./record.ts";
import { tradeRows } from "./trade-row.ts";
import { updateAmendmentLinks } from "./update-links.ts";
import { fillRows, laterFacts } from "./write-rows.ts";

// Stores reports that were read again.
function storeReportsAgain(store: Store): StoreAgain<ReportEntry> {
  let directory: Promise<MemberDirectory> | undefined;
  const members = () => {
    directory ??= loadMemberDirectory(store);
    return directory;
  };
  return {
    later: new Set(laterFacts),
    async fill(entries) {
      const known = await members();
      const rows = entries.flatMap(({ report }) => {
        const match = matchFiler(known, report);
        return "transactions" in report && "bioguideId" in match ? tradeRows(report, match.bioguideId, known) : [];
      });
      await inLoad(store, congressLoader, async (client, load) => {
        const filled = await fillRows(client, rows);
        const relinked = await updateAmendmentLinks(client, filled);
        for (const bioguideId of new Set([...filled, ...relinked])) load.changed({ kind: "politician", bioguideId });
      });
    },
    async load(entries) {
      await loadReports(store, entries, { directory: await members() });
    },
  };
}

/** The position of a row in a report, and its fields there. */
export type RowPosition = Omit<RowOrigin, "file">;

export interface ChamberReports extends ReportSource {
  /** `rowIndex` counts from 0; null if the report has no such row. Throws ReadFailed. */
  positionOf(content: Buffer, rowIndex: number): Promise<RowPosition | null>;
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
  { positionOf }: ChamberReports,
  { store, home }: { store: Store; home: string },
  document: StoredDocument,
  rowIndex: number,
): Promise<RowOrigin> {
  const opened = await openStored(store, home, document.sha256);
  const nothing = { file: withoutContent(opened), position: null, fields: {} };
  if (opened.content === null) return nothing;
  try {
    return { ...nothing, ...(await positionOf(opened.content, rowIndex)) };
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return nothing;
  }
}
