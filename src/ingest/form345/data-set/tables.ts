// The tables of the SEC's quarterly Insider Transactions Data Sets: which there are, which a filing cannot be read without,
// and what holds of every one of them (FORM_345_readme, sections 3 to 5: tab delimited, UTF-8, a head with column names).

/** Without one of these a filing would be half: no owner, no trades, or no word of a trading plan. */
export const neededTables = ["SUBMISSION", "REPORTINGOWNER", "NONDERIV_TRANS", "DERIV_TRANS", "FOOTNOTES"] as const;
export type NeededTable = (typeof neededTables)[number];

/** Positions and signatures: kept, and not read, because holdings are no trades. */
const otherTables = ["NONDERIV_HOLDING", "DERIV_HOLDING", "OWNER_SIGNATURE"] as const;

export type Table = NeededTable | (typeof otherTables)[number];

/** The table that a file holds, by its name (`DERIV_TRANS.tsv`; the runner has taken a .gz off); null for other files. */
export function tableOf(name: string): Table | null {
  const base = /^(.+)\.tsv$/i.exec(name)?.[1]?.toUpperCase();
  return [...neededTables, ...otherTables].find((table) => table === base) ?? null;
}

/** Whether filings are read from it. */
export function isNeeded(table: Table): table is NeededTable {
  return neededTables.some((needed) => needed === table);
}

/** Columns that a table must have besides ACCESSION_NUMBER; without them its rows say nothing. */
export const neededColumns: Record<NeededTable, string[]> = {
  SUBMISSION: ["FILING_DATE", "DOCUMENT_TYPE", "ISSUERCIK", "ISSUERNAME", "ISSUERTRADINGSYMBOL"],
  REPORTINGOWNER: ["RPTOWNERCIK", "RPTOWNERNAME", "RPTOWNER_RELATIONSHIP"],
  NONDERIV_TRANS: ["NONDERIV_TRANS_SK", "SECURITY_TITLE", "TRANS_DATE", "TRANS_CODE", "TRANS_SHARES"],
  DERIV_TRANS: ["DERIV_TRANS_SK", "SECURITY_TITLE", "TRANS_DATE", "TRANS_CODE", "TRANS_SHARES"],
  FOOTNOTES: ["FOOTNOTE_ID", "FOOTNOTE_TXT"],
};

/** A row by its column names. */
export type Row = Record<string, string>;

/** What of one accession the tables hold. */
export interface AccessionRows {
  accessionNumber: string;
  SUBMISSION: Row[];
  REPORTINGOWNER: Row[];
  NONDERIV_TRANS: Row[];
  DERIV_TRANS: Row[];
  FOOTNOTES: Row[];
  /** a line of this accession that cannot be read: the filing would be half */
  unreadable: string | null;
}
