// Insider trades with all rows that a list needs: Prisma takes five statements and most of its time for them.
import { type InsiderTradeRow, insiderTradeOmit } from "../../store/lists/insider-trades.ts";
import type { Prisma } from "../../store/store.ts";
import { arrayOf, columnsOf, named, type Values } from "./json-rows.ts";
import type { JoinedKind } from "./trade-reader.ts";

/** Rows as the slow path (Prisma) returns them, without columns that no document reads through a trade. */
export interface JoinedInsiderTrade {
  trade: InsiderTradeRow;
  company: Prisma.CompanyGetPayload<Record<string, never>>;
  filing: Prisma.FilingGetPayload<Record<string, never>>;
  /** in the form's order */
  owners: Prisma.FilingOwnerGetPayload<Record<string, never>>[];
}

const tradeColumns = columnsOf("InsiderTrade", "t", insiderTradeOmit);
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
  json: arrayOf(tradeColumns),
  from: "insider_trades t",
  read: (values) => ({ trade: named(tradeColumns, values as Values) as unknown as InsiderTradeRow }),
};

export const joinedInsiderTrades: JoinedKind<JoinedInsiderTrade> = {
  name: "joined_insider_trades",
  json: `json_build_array(${arrayOf(tradeColumns)}, ${arrayOf(companyColumns)}, ${arrayOf(filingColumns)},
    (SELECT json_agg(${arrayOf(ownerColumns)} ORDER BY o.ordinal) FROM filing_owners o WHERE o.accession_number = t.accession_number))`,
  from: `(insider_trades t
    JOIN companies c ON c.cik = t.company_cik
    JOIN filings f ON f.accession_number = t.accession_number)`,
  // the names above are those of the row's types
  read(values) {
    const [trade, company, filing, owners] = values as [Values, Values, Values, Values[] | null];
    return {
      trade: named(tradeColumns, trade),
      company: named(companyColumns, company),
      filing: named(filingColumns, filing),
      owners: (owners ?? []).map((owner) => named(ownerColumns, owner)),
    } as unknown as JoinedInsiderTrade;
  },
};
