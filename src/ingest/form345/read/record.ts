// The content of a Form 3, 4 or 5 before it becomes rows: the common format of reading (parse.ts) and storing
// (load.ts). Numbers are plain decimal text exactly as filed (no exponent, no separators); dates are YYYY-MM-DD;
// unknown is null.
import type { Position } from "../../refused/position.ts";

/** A reporting owner; the first one listed in the document is the insider of the trades. */
export interface OwnerRecord {
  /** zero-padded to 10 digits */
  cik: string;
  /** as filed: `LAST FIRST MIDDLE` for people */
  name: string;
  isDirector: boolean;
  isOfficer: boolean;
  isTenPercentOwner: boolean;
  isOther: boolean;
  officerTitle: string | null;
  otherText: string | null;
}

/** The issuer as the ownership document and the header's ISSUER block name it. */
interface IssuerRecord {
  /** zero-padded to 10 digits; the document's issuerCik, never the folder's */
  cik: string;
  name: string;
  /** issuerTradingSymbol as filed, not cleaned */
  ticker: string | null;
  /** Standard Industrial Classification of the header's ISSUER block; null if it has none */
  sicCode: number | null;
}

/** One transaction of the non-derivative or derivative table. Holdings are not transactions. */
export interface TransactionRecord {
  isDerivative: boolean;
  /** position among the transactions of its table, from 0; refused transactions still count */
  rowIndex: number;
  securityTitle: string;
  tradedOn: string | null;
  /** SEC transaction code: P, S, A, D, F, G, M, ... */
  transactionCode: string;
  /** `A` or `D` */
  acquiredDisposed: string | null;
  shares: string | null;
  /** price per share (of the derivative itself in the derivative table); null if only a footnote gives it */
  price: string | null;
  /** transactionTotalValue, filed instead of shares */
  totalValue: string | null;
  sharesOwnedAfter: string | null;
  valueOwnedAfter: string | null;
  /** `D` or `I` */
  ownership: string | null;
  natureOfOwnership: string | null;
  exercisePrice: string | null;
  exercisableOn: string | null;
  expiresOn: string | null;
  underlyingTitle: string | null;
  underlyingShares: string | null;
  /** ids of the footnotes that the row refers to, in order of first mention */
  footnoteIds: string[];
}

/** One holding of the non-derivative or derivative table: a position that is stated without a transaction. */
export interface HoldingRecord
  extends Omit<
    TransactionRecord,
    "tradedOn" | "transactionCode" | "acquiredDisposed" | "shares" | "price" | "totalValue"
  > {
  /** position among the holdings of its table, from 0; refused holdings still count */
  rowIndex: number;
}

/** A transaction or holding that cannot be represented as a row; the rest of the filing is stored. */
export interface RefusedTransaction {
  /** e.g. `nonDerivative[2]`, `derivativeHolding[0]` */
  recordRef: string;
  /** stable code: `no_transaction_code`, `bad_number` ... */
  reason: string;
  message: string;
  /** position in the document; missing for older stored records and rows of a data set */
  position?: Position;
}

export const formTypes = ["3", "3/A", "4", "4/A", "5", "5/A"] as const;
export type FormType = (typeof formTypes)[number];

/** One accession of Form 3, 4 or 5. */
export interface FilingRecord {
  /** with dashes: `0001234567-23-000001` */
  accessionNumber: string;
  formType: FormType;
  schemaVersion: string | null;
  filedOn: string;
  filedOnSource: "header" | "index" | "data_set" | "option";
  /** acceptance time of the SEC, RFC 3339 in UTC; only in a submission's header */
  acceptedAt: string | null;
  periodOfReport: string | null;
  /** dateOfOriginalSubmission of an amendment */
  originalSubmittedOn: string | null;
  issuer: IssuerRecord;
  /** at least one */
  owners: OwnerRecord[];
  /** the Rule 10b5-1 checkbox; null on forms before it existed */
  aff10b5One: boolean | null;
  notSubjectTo16: boolean | null;
  remarks: string | null;
  /** footnote id -> text */
  footnotes: Record<string, string>;
  transactions: TransactionRecord[];
  holdings: HoldingRecord[];
  refused: RefusedTransaction[];
}

/** A filing with the raw file that it came from (source_files.sha256), if there is one. */
export interface FilingToLoad {
  filing: FilingRecord;
  sha256?: string;
  /** URL at the publisher; default: EDGAR's page of the accession */
  sourceUrl?: string;
  /** default: `document`, the better source; a data set's filing never replaces a document's */
  loadedFrom?: "document" | "data_set";
}
