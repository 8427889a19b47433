// The kinds of trades that are read by id, each with the rows that are joined to it: what PostgreSQL returns, and the
// row that it represents. PostgreSQL returns a row as one JSON array, parsed in one call: cheaper on both sides than a
// column for each field. Decimals are in it as text and stay exact; dates are YYYY-MM-DD whatever the server's DateStyle
// is. Prisma takes five statements and most of its time for the same rows.
import {
  type FootnoteRow,
  footnotesOfTrade,
  type InsiderTradeRow,
  insiderTradeOmit,
} from "../../store/lists/insider-trades.ts";
import { type PoliticianTradeRow, politicianTradeOmit } from "../../store/lists/politician-trades.ts";
import type { Prisma } from "../../store/store.ts";
import { type FieldName, type ModelName, type StoredField, storedFields } from "../../store/stored-models.ts";

export interface TradeId {
  trade: { id: bigint };
}

/** A kind of trades, and the SQL that reads a trade with its joined rows. */
export interface JoinedKind<Joined extends TradeId> {
  /** of the prepared statement */
  name: string;
  /** FROM item; the trade is `t` */
  from: string;
  /** SQL expression: a JSON array with all values of a row */
  json: string;
  /** SQL expression: text that is another one as soon as a value of the row has changed */
  stamp: string;
  /** The row that such an array represents. */
  read(values: unknown): Joined;
}

/** A field, its SQL expression in the array, and whether its value is a row id as text. */
interface Column {
  name: string;
  expression: string;
  isRowId: boolean;
}

/** The stored fields of a model as columns of the table under an alias, except for `leftOut`. */
const columnsOf = <Model extends ModelName>(
  model: Model,
  alias: string,
  leftOut: Partial<Record<FieldName<Model>, true>>,
): Column[] =>
  storedFields(model, leftOut).map(([name, field]) => ({
    name,
    expression: inJson(`${alias}.${field.column}`, field),
    isRowId: field.type === "BigInt",
  }));

function inJson(column: string, { type }: StoredField): string {
  // without trailing zeros, which are not part of the value
  if (type === "Decimal") return `trim_scale(${column})::text`;
  if (type === "BigInt") return `${column}::text`;
  // RFC 3339 in UTC
  if (type === "Instant") return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return column;
}

/** A JSON array of the columns, in their order. */
const arrayOf = (columns: readonly Column[]): string =>
  `json_build_array(${columns.map(({ expression }) => expression).join(", ")})`;

/**
 * The stamp of a row. A row version is known by the transaction that wrote it (xmin). Companies and members are known by
 * the columns that are read: others of theirs, such as the day of the newest filing, change daily.
 */
const stampOf = (...expressions: string[]): string => `concat_ws(' ', ${expressions.join(", ")})`;

/** The same kind without values, for stamps alone. */
export const stampsOf = ({ name, from, stamp }: JoinedKind<TradeId>): JoinedKind<TradeId> => ({
  name: `${name}_stamps`,
  from,
  stamp,
  json: "json_build_array(t.id::text)",
  read: (values) => ({ trade: { id: BigInt((values as [string])[0]) } }),
});

type Values = readonly unknown[];

/** The record that an array of the columns represents. */
function named(columns: readonly Column[], values: Values): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) {
    const { name, isRowId } = columns[at] as Column;
    const value = values[at];
    record[name] = isRowId && typeof value === "string" ? BigInt(value) : value;
  }
  return record;
}

/** Rows as the slow path (Prisma) returns them, without columns that no document reads through a trade. */
export interface JoinedInsiderTrade {
  trade: InsiderTradeRow;
  company: Prisma.CompanyGetPayload<Record<string, never>>;
  filing: Prisma.FilingGetPayload<Record<string, never>>;
  /** in the form's order */
  owners: Prisma.FilingOwnerGetPayload<Record<string, never>>[];
}

const insiderTradeColumns = columnsOf("InsiderTrade", "t", insiderTradeOmit);
const companyColumns = columnsOf("Company", "c", { sicCode: true, asOf: true, priceBasis: true, updatedAt: true });
const filingColumns = columnsOf("Filing", "f", {
  schemaVersion: true,
  filedOnSource: true,
  loadedFrom: true,
  originalSubmittedOn: true,
  companyCik: true,
  tickerAsFiled: true,
  notSubjectTo16: true,
  footnotes: true,
  sourceFileSha256: true,
  parserVersion: true,
  ingestedAt: true,
});
const ownerColumns = columnsOf("FilingOwner", "o", { otherText: true });

/** The trades alone, for requests that need nothing that is joined. */
export const insiderTradesAlone: JoinedKind<Pick<JoinedInsiderTrade, "trade">> = {
  name: "insider_trades_alone",
  json: arrayOf(insiderTradeColumns),
  stamp: stampOf("t.xmin"),
  from: "insider_trades t",
  read: (values) => ({ trade: named(insiderTradeColumns, values as Values) as unknown as InsiderTradeRow }),
};

export const joinedInsiderTrades: JoinedKind<JoinedInsiderTrade> = {
  name: "joined_insider_trades",
  json: `json_build_array(${arrayOf(insiderTradeColumns)}, ${arrayOf(companyColumns)}, ${arrayOf(filingColumns)},
    (SELECT json_agg(${arrayOf(ownerColumns)} ORDER BY o.ordinal) FROM filing_owners o WHERE o.accession_number = t.accession_number))`,
  stamp: stampOf(
    "t.xmin",
    "f.xmin",
    "(SELECT string_agg(o.xmin::text, ' ' ORDER BY o.ordinal) FROM filing_owners o WHERE o.accession_number = t.accession_number)",
    arrayOf(companyColumns),
  ),
  from: `(insider_trades t
    JOIN companies c ON c.cik = t.company_cik
    JOIN filings f ON f.accession_number = t.accession_number)`,
  // the names above are those of the row's types
  read(values) {
    const [trade, company, filing, owners] = values as [Values, Values, Values, Values[] | null];
    return {
      trade: named(insiderTradeColumns, trade),
      company: named(companyColumns, company),
      filing: named(filingColumns, filing),
      owners: (owners ?? []).map((owner) => named(ownerColumns, owner)),
    } as unknown as JoinedInsiderTrade;
  },
};

/** Rows as the slow path (Prisma) returns them, without columns that no document reads through a trade. */
export interface JoinedPoliticianTrade {
  trade: PoliticianTradeRow;
  politician: Prisma.PoliticianGetPayload<Record<string, never>>;
  report: Prisma.DisclosureReportGetPayload<Record<string, never>>;
}

const politicianTradeColumns = columnsOf("PoliticianTrade", "t", politicianTradeOmit);
const politicianColumns = columnsOf("Politician", "p", {
  firstName: true,
  middleName: true,
  lastName: true,
  suffix: true,
  nickname: true,
  birthday: true,
  knownChamber: true,
  knownState: true,
  knownParty: true,
  asOf: true,
  contentHash: true,
  updatedAt: true,
});
const reportColumns = columnsOf("DisclosureReport", "r", {
  bioguideId: true,
  amendmentNumber: true,
  amendsReportId: true,
  statedTransactions: true,
  sourceFileSha256: true,
  parserVersion: true,
  ingestedAt: true,
});

/** The trades alone, for requests that need nothing that is joined. */
export const politicianTradesAlone: JoinedKind<Pick<JoinedPoliticianTrade, "trade">> = {
  name: "politician_trades_alone",
  json: arrayOf(politicianTradeColumns),
  stamp: stampOf("t.xmin"),
  from: "politician_trades t",
  read: (values) => ({ trade: named(politicianTradeColumns, values as Values) as unknown as PoliticianTradeRow }),
};

export const joinedPoliticianTrades: JoinedKind<JoinedPoliticianTrade> = {
  name: "joined_politician_trades",
  json: `json_build_array(${arrayOf(politicianTradeColumns)}, ${arrayOf(politicianColumns)}, ${arrayOf(reportColumns)})`,
  stamp: stampOf("t.xmin", "r.xmin", arrayOf(politicianColumns)),
  from: `(politician_trades t
    JOIN politicians p ON p.bioguide_id = t.bioguide_id
    JOIN disclosure_reports r ON r.id = t.report_id)`,
  // the names above are those of the row's types
  read(values) {
    const [trade, politician, report] = values as [Values, Values, Values];
    return {
      trade: named(politicianTradeColumns, trade),
      politician: named(politicianColumns, politician),
      report: named(reportColumns, report),
    } as unknown as JoinedPoliticianTrade;
  },
};

export interface JoinedFootnotes {
  trade: { id: bigint };
  footnotes: FootnoteRow[];
}

export const joinedFootnotes: JoinedKind<JoinedFootnotes> = {
  name: "joined_footnotes",
  json: `json_build_array(t.id::text, ${footnotesOfTrade})`,
  stamp: stampOf("t.xmin", "f.xmin"),
  from: "(insider_trades t JOIN filings f ON f.accession_number = t.accession_number)",
  read(values) {
    const [id, footnotes] = values as [string, FootnoteRow[]];
    return { trade: { id: BigInt(id) }, footnotes };
  },
};
