// The fields of the rows of Forms 3, 4 and 5: the element of each in the document, its column in the SEC's data sets,
// and how it is read. The reader of documents, that of data sets and `explain` follow from this table. A field of a
// record that has no line here does not compile.
import type { HoldingRecord, TransactionRecord } from "./record.ts";

export interface RowField {
  /** path of its element in the row */
  path: string;
  /** an unreadable date or number has the row refused, but not an `optionalDate` */
  kind: "text" | "date" | "optionalDate" | "decimal" | "acquiredOrDisposed" | "directOrIndirect";
  /** its column in the data sets' tables of transactions */
  column: string;
  /** its column in the tables of holdings, where that is another one */
  holdingColumn?: string;
  /** its position in the form, which is the order of a row's footnotes */
  inForm: number;
}

/** Not filed as values of single elements. */
type NotAField = "isDerivative" | "rowIndex" | "footnoteIds";

type Fields<Record_> = { readonly [Name in Exclude<keyof Record_, NotAField>]: RowField };

const securityTitle: RowField = { path: "securityTitle", kind: "text", column: "SECURITY_TITLE", inForm: 1 };

const ofPositions = {
  sharesOwnedAfter: {
    path: "postTransactionAmounts/sharesOwnedFollowingTransaction",
    kind: "decimal",
    column: "SHRS_OWND_FOLWNG_TRANS",
    inForm: 17,
  },
  valueOwnedAfter: {
    path: "postTransactionAmounts/valueOwnedFollowingTransaction",
    kind: "decimal",
    column: "VALU_OWND_FOLWNG_TRANS",
    inForm: 18,
  },
  ownership: {
    path: "ownershipNature/directOrIndirectOwnership",
    kind: "directOrIndirect",
    column: "DIRECT_INDIRECT_OWNERSHIP",
    inForm: 19,
  },
  natureOfOwnership: {
    path: "ownershipNature/natureOfOwnership",
    kind: "text",
    column: "NATURE_OF_OWNERSHIP",
    inForm: 20,
  },
  exercisePrice: { path: "conversionOrExercisePrice", kind: "decimal", column: "CONV_EXERCISE_PRICE", inForm: 2 },
  // misspelt in the publisher's table of transactions
  exercisableOn: {
    path: "exerciseDate",
    kind: "optionalDate",
    column: "EXCERCISE_DATE",
    holdingColumn: "EXERCISE_DATE",
    inForm: 12,
  },
  expiresOn: { path: "expirationDate", kind: "optionalDate", column: "EXPIRATION_DATE", inForm: 13 },
  underlyingTitle: {
    path: "underlyingSecurity/underlyingSecurityTitle",
    kind: "text",
    column: "UNDLYNG_SEC_TITLE",
    inForm: 14,
  },
  underlyingShares: {
    path: "underlyingSecurity/underlyingSecurityShares",
    kind: "decimal",
    column: "UNDLYNG_SEC_SHARES",
    inForm: 15,
  },
} as const satisfies Record<string, RowField>;

/** Of a transaction, in the order in which they are read: of two unreadable ones the first is reported. */
export const tradeFields: Fields<TransactionRecord> = {
  securityTitle,
  tradedOn: { path: "transactionDate", kind: "date", column: "TRANS_DATE", inForm: 3 },
  transactionCode: { path: "transactionCoding/transactionCode", kind: "text", column: "TRANS_CODE", inForm: 5 },
  acquiredDisposed: {
    path: "transactionAmounts/transactionAcquiredDisposedCode",
    kind: "acquiredOrDisposed",
    column: "TRANS_ACQUIRED_DISP_CD",
    inForm: 11,
  },
  shares: { path: "transactionAmounts/transactionShares", kind: "decimal", column: "TRANS_SHARES", inForm: 8 },
  price: {
    path: "transactionAmounts/transactionPricePerShare",
    kind: "decimal",
    column: "TRANS_PRICEPERSHARE",
    inForm: 10,
  },
  totalValue: {
    path: "transactionAmounts/transactionTotalValue",
    kind: "decimal",
    column: "TRANS_TOTAL_VALUE",
    inForm: 9,
  },
  ...ofPositions,
};

/** Of a holding, in the same order. */
export const holdingFields: Fields<HoldingRecord> = { securityTitle, ...ofPositions };
