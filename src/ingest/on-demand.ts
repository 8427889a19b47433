// The interface between a source and `disclosed fetch submissions`, which fetches one filer from its publisher.
import type { SyncContext } from "./publisher.ts";
import type { InputFile } from "./source.ts";

export interface FetchedFiler {
  name: string;
  /** the file with the filer's data, for the source itself */
  file: InputFile;
  /** the filer's documents, recorded as listed documents of the source that reads them (`onDemand.documentsOf`) */
  documentIds: string[];
}

export interface OnDemand {
  /** Null if the publisher has no such filer. Throws OutboundError. */
  fetch(filer: string, context: Pick<SyncContext, "store" | "outbound" | "signal">): Promise<FetchedFiler | null>;
}
