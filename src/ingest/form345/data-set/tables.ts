// The tables of the SEC's quarterly Insider Transactions Data Sets, and which of them a filing needs. Format of every
// table (FORM_345_readme, sections 3 to 5): tab delimited, UTF-8, a header with column names.

/**
 * Required tables: without one of them a filing would lack its owners, its trades or its footnotes on trading plans.
 */
export const neededTables = ["SUBMISSION", "REPORTINGOWNER", "NONDERIV_TRANS", "DERIV_TRANS", "FOOTNOTES"] as const;
export type NeededTable = (typeof neededTables)[number];

/** Optional tables: without them no trade is missing. */
const holdingTables = ["NONDERIV_HOLDING", "DERIV_HOLDING"] as const;

/** All tables that are read. */
export const readTables = [...neededTables, ...holdingTables] as const;
export type ReadTable = (typeof readTables)[number];

/** Signatures: stored, but not read. */
const otherTables = ["OWNER_SIGNATURE"] as const;

export type Table = ReadTable | (typeof otherTables)[number];

/** The table in a file, by its name (`DERIV_TRANS.tsv`; the runner has removed .gz); null for other files. */
export function tableOf(name: string): Table | null {
  const base = /^(.+)\.tsv$/i.exec(name)?.[1]?.toUpperCase();
  return [...readTables, ...otherTables].find((table) => table === base) ?? null;
}

/** True if filings cannot be read without the table. */
export function isNeeded(table: Table): table is NeededTable {
  return neededTables.some((needed) => needed === table);
}

/** True if filings are read from the table. */
export function isRead(table: Table): table is ReadTable {
  return readTables.some((read) => read === table);
}

/** Columns that a table must have besides ACCESSION_NUMBER; without them its rows are useless. */
export const neededColumns: Record<ReadTable, string[]> = {
  SUBMISSION: ["FILING_DATE", "DOCUMENT_TYPE", "ISSUERCIK", "ISSUERNAME", "ISSUERTRADINGSYMBOL"],
  REPORTINGOWNER: ["RPTOWNERCIK", "RPTOWNERNAME", "RPTOWNER_RELATIONSHIP"],
  NONDERIV_TRANS: ["NONDERIV_TRANS_SK", "SECURITY_TITLE", "TRANS_DATE", "TRANS_CODE", "TRANS_SHARES"],
  DERIV_TRANS: ["DERIV_TRANS_SK", "SECURITY_TITLE", "TRANS_DATE", "TRANS_CODE", "TRANS_SHARES"],
  FOOTNOTES: ["FOOTNOTE_ID", "FOOTNOTE_TXT"],
  NONDERIV_HOLDING: ["NONDERIV_HOLDING_SK", "SECURITY_TITLE", "SHRS_OWND_FOLWNG_TRANS"],
  DERIV_HOLDING: ["DERIV_HOLDING_SK", "SECURITY_TITLE"],
};

/** A row by its column names. */
export type Row = Record<string, string>;

/** The rows of all tables for one accession number. */
export interface AccessionRows extends Record<ReadTable, Row[]> {
  accessionNumber: string;
  /** set if a line of this accession number cannot be read: the filing would be incomplete */
  unreadable: string | null;
}

/** An empty list of rows for every table. */
export const noRows = (): Record<ReadTable, Row[]> => ({
  SUBMISSION: [],
  REPORTINGOWNER: [],
  NONDERIV_TRANS: [],
  DERIV_TRANS: [],
  FOOTNOTES: [],
  NONDERIV_HOLDING: [],
  DERIV_HOLDING: [],
});
