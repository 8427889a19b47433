// Reads the transactions of both tables of an ownership document. Holdings are read by holdings.ts. A row that cannot
// be represented is refused alone; the other rows retain their index, because ids depend on it.

import { transactionCodes } from "../../transaction-codes.ts";
import { element, elements, text, type XmlElement } from "../edgar/xml.ts";
import type { RefusedTransaction, TransactionRecord } from "./record.ts";
import { date, dateOrNull, decimal, footnoteIds, quote, UnreadableValue } from "./values.ts";

export function readTransactions(root: XmlElement): {
  transactions: TransactionRecord[];
  refused: RefusedTransaction[];
} {
  const transactions: TransactionRecord[] = [];
  const refused: RefusedTransaction[] = [];
  for (const kind of ["nonDerivative", "derivative"] as const) {
    const rows = elements(root, `${kind}Table`).flatMap((table) => elements(table, `${kind}Transaction`));
    rows.forEach((row, rowIndex) => {
      const read = readRow(row, kind === "derivative", rowIndex);
      if ("reason" in read) refused.push(refusedRow(`${kind}[${rowIndex}]`, `${kind}Transaction`, rowIndex, read));
      else transactions.push(read);
    });
  }
  return { transactions, refused };
}

/** The problem of a row, and the element that causes it. */
type Unreadable = Pick<UnreadableValue, "reason" | "message" | "field" | "raw"> | NoCode;

interface NoCode {
  reason: "no_transaction_code" | "unknown_transaction_code";
  message: string;
  field: "transactionCode";
  raw: string | null;
}

/** The refusal of the row with index `row` among the elements called `name`. */
export function refusedRow(
  recordRef: string,
  name: string,
  row: number,
  { reason, message, field, raw }: Unreadable,
): RefusedTransaction {
  return { recordRef, reason, message, place: { kind: "element", element: name, row, field, raw } };
}

function readRow(row: XmlElement, isDerivative: boolean, rowIndex: number): TransactionRecord | Unreadable {
  const code = text(element(row, "transactionCoding"), "transactionCode")?.toUpperCase() ?? null;
  const codeField = { field: "transactionCode", raw: code } as const;
  if (code === null) return { ...codeField, reason: "no_transaction_code", message: "the row has no transactionCode" };
  if (!transactionCodes.has(code))
    return { ...codeField, reason: "unknown_transaction_code", message: `${quote(code)} is no SEC transaction code` };
  try {
    return {
      isDerivative,
      rowIndex,
      transactionCode: code,
      securityTitle: text(row, "securityTitle") ?? "",
      tradedOn: date(row, "transactionDate"),
      ...readAmounts(row),
      ...readPosition(row),
      ...readUnderlying(row),
      footnoteIds: footnoteIds(row),
    };
  } catch (error) {
    if (error instanceof UnreadableValue) return error;
    throw error;
  }
}

function readAmounts(row: XmlElement) {
  const amounts = element(row, "transactionAmounts");
  return {
    acquiredDisposed: oneOf(text(amounts, "transactionAcquiredDisposedCode"), ["A", "D"]),
    shares: decimal(amounts, "transactionShares"),
    price: decimal(amounts, "transactionPricePerShare"),
    totalValue: decimal(amounts, "transactionTotalValue"),
  };
}

export function readPosition(row: XmlElement) {
  const after = element(row, "postTransactionAmounts");
  const nature = element(row, "ownershipNature");
  return {
    sharesOwnedAfter: decimal(after, "sharesOwnedFollowingTransaction"),
    valueOwnedAfter: decimal(after, "valueOwnedFollowingTransaction"),
    ownership: oneOf(text(nature, "directOrIndirectOwnership"), ["D", "I"]),
    natureOfOwnership: text(nature, "natureOfOwnership"),
  };
}

export function readUnderlying(row: XmlElement) {
  const underlying = element(row, "underlyingSecurity");
  return {
    exercisePrice: decimal(row, "conversionOrExercisePrice"),
    exercisableOn: dateOrNull(row, "exerciseDate"),
    expiresOn: dateOrNull(row, "expirationDate"),
    underlyingTitle: text(underlying, "underlyingSecurityTitle"),
    underlyingShares: decimal(underlying, "underlyingSecurityShares"),
  };
}

function oneOf(raw: string | null, allowed: string[]): string | null {
  const value = raw?.toUpperCase() ?? null;
  return value !== null && allowed.includes(value) ? value : null;
}
