// The tables of the SEC's quarterly Insider Transactions Data Sets: which there are, which a filing cannot be read without,
// and what holds of every one of them (FORM_345_readme, sections 3 to 5: tab delimited, UTF-8, a head with column names).

/** Without one of these a filing would be half: no owner, no trades, or no word of a trading plan. */
export const neededTables = ["SUBMISSION", "REPORTINGOWNER", "NONDERIV_TRANS", "DERIV_TRANS", "FOOTNOTES"] as const;
export type NeededTable = (typeof neededTables)[number];

/** Read where they are there: without them no trade is missing. */
const holdingTables = ["NONDERIV_HOLDING", "DERIV_HOLDING"] as const;

/** Every table that filings are read from. */
export const readTables = [...neededTables, ...holdingTables] as const;
export type ReadTable = (typeof readTables)[number];

/** Signatures: kept, and not read. */
const otherTables = ["OWNER_SIGNATURE"] as const;

export type Table = ReadTable | (typeof otherTables)[number];

/** The table that a file holds, by its name (`DERIV_TRANS.tsv`; the runner has taken a .gz off); null for other files. */
export function tableOf(name: string): Table | null {
  const base = /^(.+)\.tsv$/i.exec(name)?.[1]?.toUpperCase();
  return [...readTables, ...otherTables].find((table) => table === base) ?? null;
}

/** Whether no filing is read without it. */
export function isNeeded(table: Table): table is NeededTable {
  return neededTables.some((needed) => needed === table);
}

/** Whether filings are read from it. */
export function isRead(table: Table): table is ReadTable {
  return readTables.some((read) => read === table);
}

/** Columns that a table must have besides ACCESSION_NUMBER; without them its rows say nothing. */
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

/** What of one accession the tables hold. */
export interface AccessionRows extends Record<ReadTable, Row[]> {
  accessionNumber: string;
  /** a line of this accession that cannot be read: the filing would be half */
  unreadable: string | null;
}

/** Every table without a row. */
export const noRows = (): Record<ReadTable, Row[]> => ({
  SUBMISSION: [],
  REPORTINGOWNER: [],
  NONDERIV_TRANS: [],
  DERIV_TRANS: [],
  FOOTNOTES: [],
  NONDERIV_HOLDING: [],
  DERIV_HOLDING: [],
});
