// Row ids are computed from the source's identity of a row, so that ingesting again, in any order, into any store,
// gives the same row the same id. They are hashes, because accession numbers and document ids do not fit an exact JSON
// integer.
import { createHash } from "node:crypto";

/** rows of a document that share all of their ids but the last 8 bits */
export const rowsInBlock = 256;

/**
 * The id of the `index`-th row (from 0) of a document: 45 bits of SHA-256 over the document's key, then 8 bits of row,
 * at most 2^53 - 1. The probability that two of 4 million documents share 45 bits is 0.2; then the table's unique key
 * rejects the row, and the loader passes `salt` 1, 2, ...
 */
export function rowId(documentKey: string, index: number, salt = 0): bigint {
  const block = Math.floor(index / rowsInBlock);
  const suffix = `${block ? `#${block}` : ""}${salt ? `~${salt}` : ""}`;
  const digest = createHash("sha256").update(`${documentKey}${suffix}`).digest();
  const high = digest.readBigUInt64BE(0) >> 19n;
  return high * BigInt(rowsInBlock) + BigInt(index % rowsInBlock);
}

/** Document keys for `rowId`. */
export const documentKey = {
  insider: (accessionNumber: string, isDerivative: boolean) => `form345|${accessionNumber}|${isDerivative ? "D" : "N"}`,
  /** `reportId` is `house:<DocID>` or `senate:<uuid>` */
  congress: (reportId: string) => `congress|${reportId}`,
};
