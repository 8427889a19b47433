// The fields of Forms 3, 4 and 5: for each field of a row its element in the document, its column in the SEC's data
// sets and its kind, and the readers of single values. The reader of documents, that of data sets and `explain` follow
// from the table of fields. A field of a record that has no line here does not compile.
import { cikOf } from "../../../domain/identifiers.ts";
import { isCalendarDate } from "../../../lib/calendar-date.ts";
import { elements, text, type XmlNode } from "../../edgar/xml.ts";
import type { HoldingRecord, TransactionRecord } from "./record.ts";

export interface RowField {
  /** path of its element in the row */
  path: string;
  /** a row with an unreadable date or number is refused; an unreadable `optionalDate` is null */
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

// Readers of single fields of an ownership document. The schema wraps most values as
// <x><value>..</value><footnoteId/></x>.

/** A value that is in the document but cannot be read; the row that needs it is refused. */
export class UnreadableValue extends Error {
  constructor(
    readonly reason: "bad_number" | "bad_date",
    /** the element that contains it */
    readonly field: string,
    /** as filed */
    readonly raw: string,
  ) {
    const wanted = reason === "bad_date" ? "a date" : "an unsigned decimal number";
    super(`${field} is not ${wanted}: ${quote(raw)}`);
  }
}

const plainNumber = /^\+?(\d{1,30}(?:\.\d{0,20})?|\.\d{1,20})$/;
const groupedNumber = /^\+?\$?\d{1,3}(,\d{3}){0,9}(\.\d{1,20})?$/;

/** Unsigned decimal text as filed, without separators; null when empty. Throws UnreadableValue. */
export function decimal(parent: XmlNode, name: string): string | null {
  const raw = text(parent, name);
  if (raw === null) return null;
  if (plainNumber.test(raw) || groupedNumber.test(raw)) {
    const digits = raw.replace(/[+$,]/g, "");
    return digits.startsWith(".") ? `0${digits}` : digits.replace(/\.$/, "");
  }
  throw new UnreadableValue("bad_number", name, raw);
}

/**
 * A calendar date. A time zone suffix (`2023-06-29-05:00`, xs:date allows one) is ignored: the date is the local date
 * of that zone. Throws UnreadableValue.
 */
export function date(parent: XmlNode, name: string): string | null {
  const raw = text(parent, name);
  if (raw === null) return null;
  const day = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2}|T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.exec(raw)?.[1];
  if (day && isCalendarDate(day)) return day;
  throw new UnreadableValue("bad_date", name, raw);
}

/** `date` for fields that no row depends on: an unreadable date is null. */
export function dateOrNull(parent: XmlNode, name: string): string | null {
  try {
    return date(parent, name);
  } catch {
    return null;
  }
}

/** `1`/`0`/`true`/`false`; anything else is null. */
export function boolean(parent: XmlNode, name: string): boolean | null {
  const raw = text(parent, name);
  if (raw === "1" || raw?.toLowerCase() === "true") return true;
  if (raw === "0" || raw?.toLowerCase() === "false") return false;
  return null;
}

/** CIK padded to 10 digits, or null. */
export function cik(parent: XmlNode, name: string): string | null {
  return cikOf(text(parent, name) ?? "");
}

/** Footnote ids anywhere under the node, in order of first mention. */
export function footnoteIds(node: XmlNode): string[] {
  const found = new Set<string>();
  collect(node, found);
  return [...found];
}

function collect(node: XmlNode, found: Set<string>): void {
  if (typeof node !== "object") return;
  if (Array.isArray(node)) {
    for (const one of node) collect(one, found);
    return;
  }
  for (const note of elements(node, "footnoteId")) {
    const id = text(note, "@id");
    if (id) found.add(id);
  }
  for (const name in node) if (name !== "footnoteId") collect(node[name], found);
}

/** A value for use in a message: quoted and truncated. */
export function quote(raw: string): string {
  return JSON.stringify(raw.length > 60 ? `${raw.slice(0, 60)}...` : raw);
}
