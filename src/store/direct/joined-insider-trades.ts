// Insider trades with everything that a list shows of them: what Prisma needs five statements and most of its time for.
import type { InsiderTradeRow } from "../lists/insider-trades.ts";
import type { Prisma } from "../store.ts";
import { arrayOf, type Column, exact, instant, named, namedTrade, type Values } from "./json-rows.ts";
import type { JoinedKind } from "./trade-reader.ts";

/** Rows as the plain path has them, but for columns that nobody reads through a trade. */
export interface JoinedInsiderTrade {
  trade: InsiderTradeRow;
  company: Prisma.CompanyGetPayload<Record<string, never>>;
  filing: Prisma.FilingGetPayload<Record<string, never>>;
  /** in the form's order */
  owners: Prisma.FilingOwnerGetPayload<Record<string, never>>[];
}

const tradeColumns: Column[] = [
  ["id", "t.id::text"],
  ["accessionNumber", "t.accession_number"],
  ["isDerivative", "t.is_derivative"],
  ["companyCik", "t.company_cik"],
  ["insiderCik", "t.insider_cik"],
  ["filedOn", "t.filed_on"],
  ["tradedOn", "t.traded_on"],
  ["formType", "t.form_type"],
  ["transactionCode", "t.transaction_code"],
  ["acquiredDisposed", "t.acquired_disposed"],
  ["securityTitle", "t.security_title"],
  ["shares", exact("t.shares")],
  ["price", exact("t.price")],
  ["value", exact("t.value")],
  ["sharesOwnedAfter", exact("t.shares_owned_after")],
  ["valueOwnedAfter", exact("t.value_owned_after")],
  ["deltaOwnPct", "t.delta_own_pct"],
  ["ownership", "t.ownership"],
  ["natureOfOwnership", "t.nature_of_ownership"],
  ["exercisePrice", exact("t.exercise_price")],
  ["exercisableOn", "t.exercisable_on"],
  ["expiresOn", "t.expires_on"],
  ["underlyingTitle", "t.underlying_title"],
  ["underlyingShares", exact("t.underlying_shares")],
  ["is10b51", "t.is_10b5_1"],
  ["isAmendment", "t.is_amendment"],
  ["supersededById", "t.superseded_by_id::text"],
  ["filingDelayDays", "t.filing_delay_days"],
  ["tickerAsFiled", "t.ticker_as_filed"],
  ["title", "t.title"],
  ["isDirector", "t.is_director"],
  ["isOfficer", "t.is_officer"],
  ["isTenPercentOwner", "t.is_ten_percent_owner"],
  ["signalScore", "t.signal_score"],
  ["signalTier", "t.signal_tier"],
  ["signalDirection", "t.signal_direction"],
  ["signalFactors", "t.signal_factors"],
  ["signalVersion", "t.signal_version"],
  ["lastModified", instant("t.last_modified")],
];
const companyColumns: Column[] = [
  ["cik", "c.cik"],
  ["name", "c.name"],
  ["ticker", "c.ticker"],
  ["sector", "c.sector"],
  ["industry", "c.industry"],
  ["exchange", "c.exchange"],
];
const filingColumns: Column[] = [
  ["accessionNumber", "f.accession_number"],
  ["formType", "f.form_type"],
  ["filedOn", "f.filed_on"],
  ["periodOfReport", "f.period_of_report"],
  ["issuerNameAsFiled", "f.issuer_name_as_filed"],
  ["remarks", "f.remarks"],
  ["sourceUrl", "f.source_url"],
];
const ownerColumns: Column[] = [
  ["accessionNumber", "o.accession_number"],
  ["ordinal", "o.ordinal"],
  ["insiderCik", "o.insider_cik"],
  ["nameAsFiled", "o.name_as_filed"],
  ["isDirector", "o.is_director"],
  ["isOfficer", "o.is_officer"],
  ["isTenPercentOwner", "o.is_ten_percent_owner"],
  ["isOther", "o.is_other"],
  ["officerTitle", "o.officer_title"],
];

export const joinedInsiderTrades: JoinedKind<JoinedInsiderTrade> = {
  name: "joined_insider_trades",
  json: `json_build_array(${arrayOf(tradeColumns)}, ${arrayOf(companyColumns)}, ${arrayOf(filingColumns)},
    (SELECT json_agg(${arrayOf(ownerColumns)} ORDER BY o.ordinal) FROM filing_owners o WHERE o.accession_number = t.accession_number))`,
  from: `insider_trades t
    JOIN companies c ON c.cik = t.company_cik
    JOIN filings f ON f.accession_number = t.accession_number`,
  // the names above are those of the row's types
  read(values) {
    const [trade, company, filing, owners] = values as [Values, Values, Values, Values[] | null];
    return {
      trade: namedTrade(tradeColumns, trade),
      company: named(companyColumns, company),
      filing: named(filingColumns, filing),
      owners: (owners ?? []).map((owner) => named(ownerColumns, owner)),
    } as unknown as JoinedInsiderTrade;
  },
};
