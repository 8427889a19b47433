// What is told of a row: from its raw file to what is served of it.
import type { StoredRawFile } from "./stored-file.ts";

/** In the order in which an id without a kind is looked up: a cluster bears the id of its first trade. */
export const explainedKinds = ["insiderTrade", "politicianTrade", "cluster"] as const;
export type ExplainedKind = (typeof explainedKinds)[number];

/** A stored field and where it is in the file. */
export interface ExplainedField {
  /** the column of the store */
  name: string;
  /** XPath below the row or the document, a column of a table, or how it follows from other fields; null where nothing is known of it */
  place: string | null;
  /** as it is in the file; null where it does not */
  filed: string | null;
  /** what the present parser makes of it */
  read: string | null;
  stored: string | null;
  /** the stored value is what is read */
  agrees: boolean;
}

/** A rule or a reviewed list that was applied. */
export interface ExplainedRule {
  name: string;
  version: string;
}

/** A value that is not in the file. */
export interface ExplainedFact {
  name: string;
  value: string | null;
  /** what it follows from */
  from: string;
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
  /** of the row in the file: XPath, page and box, row of a table, or line; null where it could not be read again */
  place: string | null;
  /** why it could not be read again, or why its file is not what was read */
  problem: string | null;
  fields: ExplainedField[];
  rules: ExplainedRule[];
  derived: ExplainedFact[];
}
