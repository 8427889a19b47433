// The explanation of a row, from its raw file to the values that the API returns.
import type { ExplainedFact, ExplainedRule } from "../ingest/provenance.ts";
import type { StoredRawFile } from "../ingest/run/raw-store.ts";

export type { ExplainedFact, ExplainedRule, StoredRawFile };

/** In the order in which an id without a kind is looked up: a cluster has the id of its first trade. */
export const explainedKinds = ["insiderTrade", "politicianTrade", "cluster"] as const;
export type ExplainedKind = (typeof explainedKinds)[number];

/** A stored field and its position in the file. */
export interface ExplainedField {
  /** the column of the store */
  name: string;
  /**
   * XPath below the row or the document, a column of a table, or how it is derived from other fields; null if unknown
   */
  position: string | null;
  /** value in the file; null if the file does not have it */
  filed: string | null;
  /** value that the current parser reads */
  read: string | null;
  stored: string | null;
  /** the stored value equals the value read */
  agrees: boolean;
}

export interface Explanation {
  kind: ExplainedKind;
  id: string;
  /** null for a cluster */
  source: string | null;
  documentId: string | null;
  /** the publisher's address of the document */
  url: string | null;
  /** null for a cluster, which is in no file */
  file: StoredRawFile | null;
  /** position of the row in the file: XPath, page and box, row of a table, or line; null if it could not be read again */
  position: string | null;
  /** why it could not be read again, or why its file differs from the one that was read */
  problem: string | null;
  fields: ExplainedField[];
  rules: ExplainedRule[];
  derived: ExplainedFact[];
}
