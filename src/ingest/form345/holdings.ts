// Reads the holdings in both tables of an ownership document: positions stated without a transaction. A row that cannot
// be represented is refused alone; the other rows retain their index.

import { elements, text, type XmlElement } from "../edgar/xml.ts";
import type { HoldingRecord, RefusedTransaction } from "./record.ts";
import { readPosition, readUnderlying, refusedRow } from "./transactions.ts";
import { footnoteIds, UnreadableValue } from "./values.ts";

export function readHoldings(root: XmlElement): { holdings: HoldingRecord[]; refused: RefusedTransaction[] } {
  const holdings: HoldingRecord[] = [];
  const refused: RefusedTransaction[] = [];
  for (const kind of ["nonDerivative", "derivative"] as const) {
    const rows = elements(root, `${kind}Table`).flatMap((table) => elements(table, `${kind}Holding`));
    rows.forEach((row, rowIndex) => {
      try {
        holdings.push(readHolding(row, kind === "derivative", rowIndex));
      } catch (error) {
        if (!(error instanceof UnreadableValue)) throw error;
        refused.push(refusedRow(`${kind}Holding[${rowIndex}]`, `${kind}Holding`, rowIndex, error));
      }
    });
  }
  return { holdings, refused };
}

function readHolding(row: XmlElement, isDerivative: boolean, rowIndex: number): HoldingRecord {
  return {
    isDerivative,
    rowIndex,
    securityTitle: text(row, "securityTitle") ?? "",
    ...readPosition(row),
    ...readUnderlying(row),
    footnoteIds: footnoteIds(row),
  };
}
