// Made by `npm run generate` from schema.graphql and src/web/operations.
import type { Operation } from "../frame/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ClusterFilter = {
  /** one or more ranges of the average price, ends included; clusters without one never match */
  averagePriceRanges?: Array<DecimalRange> | null | undefined;
  /** SIC industry titles, in any case */
  industries?: Array<string> | null | undefined;
  /** minimum number of shares of all trades together; clusters without one never match */
  minShares?: string | null | undefined;
  /** minimum of the highest signal score among the trades */
  minSignalScore?: number | null | undefined;
  /** minimum number of distinct people */
  minSize?: number | null | undefined;
  /** minimum number of trades */
  minTradeCount?: number | null | undefined;
  /** minimum value of all trades together; clusters without one never match */
  minValue?: string | null | undefined;
  /** sectors, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted */
  sectors?: Array<string> | null | undefined;
  /** earliest first trade date */
  startedFrom?: string | null | undefined;
  /** latest first trade date */
  startedTo?: string | null | undefined;
  /** symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades */
  tickers?: Array<string> | null | undefined;
  /** P (purchases) or S (sales) */
  transactionCode?: string | null | undefined;
};

export type ClusterSort =
  | 'LATEST_FILED_ON'
  | 'SIGNAL_SCORE'
  | 'SIZE'
  | 'START_ON'
  | 'VALUE';

export type CommitteeFilter = {
  /** chamber */
  chamber?: string | null | undefined;
  /** code of a committee, which finds it and its subcommittees, or of a subcommittee, in any case */
  code?: string | null | undefined;
  /** part of the committee's name or code, or of a member's name */
  q?: string | null | undefined;
};

/** Inclusive range; a missing bound is open. A row without a value is in no range. */
export type DecimalRange = {
  max?: string | null | undefined;
  min?: string | null | undefined;
};

export type DelayFilter = {
  /** chamber */
  chamber?: string | null | undefined;
  /** party on the trade date */
  party?: string | null | undefined;
  /** the member's bioguide id, in any case */
  politicianId?: string | null | undefined;
  /** symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades */
  tickers?: Array<string> | null | undefined;
};

export type InsiderTradeFilter = {
  /** the SEC's number of the filing, with or without dashes */
  accessionNumber?: string | null | undefined;
  /** acquired (A) or disposed of (D), as filed */
  acquiredDisposed?: string | null | undefined;
  /** any of these amendment states; a row without an amendment has none */
  amendmentStatus?: Array<string> | null | undefined;
  /** CIK of the company, with or without leading zeros */
  companyCik?: string | null | undefined;
  /** any of these date qualities; a row without a trade date has none */
  dateQuality?: Array<string> | null | undefined;
  /** earliest filing date */
  filedFrom?: string | null | undefined;
  /** latest filing date */
  filedTo?: string | null | undefined;
  /** any of these forms */
  formType?: Array<string> | null | undefined;
  /** SIC industry titles, in any case */
  industries?: Array<string> | null | undefined;
  /** CIK of an owner of the form, the first or a joint one, with or without leading zeros */
  insiderCik?: string | null | undefined;
  /** part of the name of the insider or of a joint insider, last or first name first */
  insiderName?: string | null | undefined;
  /** under a Rule 10b5-1 plan or not; forms that do not state it never match */
  is10b51?: boolean | null | undefined;
  /** maximum change of the holding in percent, negative for a sale; rows without one never match */
  maxDeltaOwnPct?: string | null | undefined;
  /** maximum number of shares; rows without one never match */
  maxShares?: string | null | undefined;
  /** maximum number of shares owned after the trade; rows without one never match */
  maxSharesOwnedAfter?: string | null | undefined;
  /** maximum value of the trade; rows without a value never match */
  maxValue?: string | null | undefined;
  /** minimum number of days from the trade to its first filing */
  minDelayDays?: number | null | undefined;
  /** minimum change of the holding in percent, negative for a sale; rows without one never match */
  minDeltaOwnPct?: string | null | undefined;
  /** minimum number of shares; rows without one never match */
  minShares?: string | null | undefined;
  /** minimum number of shares owned after the trade; rows without one never match */
  minSharesOwnedAfter?: string | null | undefined;
  /** minimum signal score */
  minSignalScore?: number | null | undefined;
  /** minimum value of the trade; rows without a value never match */
  minValue?: string | null | undefined;
  /** direct or indirect ownership, as filed */
  ownership?: string | null | undefined;
  /** a question that is often asked, in one word; other filters narrow it */
  preset?: InsiderTradePreset | null | undefined;
  /** any of these price qualities; a row whose price could not be compared has none */
  priceQuality?: Array<string> | null | undefined;
  /** one or more ranges of the price, ends included; rows without a price never match */
  priceRanges?: Array<DecimalRange> | null | undefined;
  /** words that must all occur in ticker, company or insider name, or be a whole CIK; a single character is an exact symbol */
  q?: string | null | undefined;
  /** any of these roles of the first listed owner: by the boxes of the form, and for ceo and cfo by the words of the title */
  role?: Array<string> | null | undefined;
  /** sectors, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted */
  sectors?: Array<string> | null | undefined;
  /** any of these kinds of security */
  securityClass?: Array<string> | null | undefined;
  /** any of these directions of the signal */
  signalDirection?: Array<string> | null | undefined;
  /** any of these tiers of the signal */
  signalTier?: Array<string> | null | undefined;
  /** symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades */
  tickers?: Array<string> | null | undefined;
  /** part of the first listed owner's title; one text, not a list, because titles have commas (`EVP,CFO`): for any of several offices use `role` */
  title?: string | null | undefined;
  /** earliest trade date */
  tradedFrom?: string | null | undefined;
  /** latest trade date */
  tradedTo?: string | null | undefined;
  /** transaction codes, labels or both as responses write them, in any case: `P,S` or `P - Purchase` */
  transactionCodes?: Array<string> | null | undefined;
  /** rows that changed since; those that were superseded since too, marked */
  updatedSince?: string | null | undefined;
  /** one or more ranges of the trade's value, ends included; rows without a value never match */
  valueRanges?: Array<DecimalRange> | null | undefined;
};

export type InsiderTradePreset =
  | 'ceo_cfo_buy'
  | 'cluster'
  | 'first_buy'
  | 'significant';

export type InsiderTradeSort =
  | 'DELAY_DAYS'
  | 'FILED_ON'
  | 'SIGNAL_SCORE'
  | 'TRADED_ON'
  | 'VALUE';

/** how long the old key remains valid after the new one is created */
export type KeyOverlap =
  | 'DAY'
  | 'NOW'
  | 'WEEK';

export type LateFilingFilter = {
  /** chamber */
  chamber?: string | null | undefined;
  /** earliest filing date */
  filedFrom?: string | null | undefined;
  /** minimum of the bracket's lower end */
  minAmount?: string | null | undefined;
  /** minimum delay in days; 46 or less finds all late trades */
  minDelayDays?: number | null | undefined;
  /** party on the trade date */
  party?: string | null | undefined;
  /** the member's bioguide id, in any case */
  politicianId?: string | null | undefined;
  /** symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades */
  tickers?: Array<string> | null | undefined;
  /** kind of transaction; sale is every kind of sale */
  tradeKind?: TradeKind | null | undefined;
};

export type LateFilingSort =
  | 'AMOUNT_MID'
  | 'DELAY_DAYS'
  | 'FILED_ON';

export type PoliticianTradeFilter = {
  /** part of the asset's name as disclosed */
  assetName?: string | null | undefined;
  /** kind of asset as disclosed, in full, in any case */
  assetType?: string | null | undefined;
  /** chamber */
  chamber?: string | null | undefined;
  /** code of a committee with jurisdiction over the issuer that the member sat on, in any case */
  committee?: string | null | undefined;
  /** any of these date qualities */
  dateQuality?: Array<string> | null | undefined;
  /** earliest filing date */
  filedFrom?: string | null | undefined;
  /** latest filing date */
  filedTo?: string | null | undefined;
  /** SIC industry titles of the issuer, in any case */
  industries?: Array<string> | null | undefined;
  /** the member sat on a committee with jurisdiction over the issuer */
  isCommitteeTrade?: boolean | null | undefined;
  /** filed more than 45 days after the trade, with plausible dates */
  isLate?: boolean | null | undefined;
  /** maximum of the bracket's upper end; open brackets never match */
  maxAmount?: string | null | undefined;
  /** minimum of the bracket's lower end */
  minAmount?: string | null | undefined;
  /** minimum number of days from the trade to the report */
  minDelayDays?: number | null | undefined;
  /** any of these owners of the asset */
  owner?: Array<string> | null | undefined;
  /** party on the trade date */
  party?: string | null | undefined;
  /** part of the member's name */
  politician?: string | null | undefined;
  /** the member's bioguide id, in any case */
  politicianId?: string | null | undefined;
  /** sectors of the issuer, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted */
  sectors?: Array<string> | null | undefined;
  /** any of these kinds of security */
  securityClass?: Array<string> | null | undefined;
  /** the member's state on the trade date, as its postal code */
  state?: string | null | undefined;
  /** symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades */
  tickers?: Array<string> | null | undefined;
  /** kind of transaction; sale is every kind of sale */
  tradeKind?: TradeKind | null | undefined;
  /** earliest trade date */
  tradedFrom?: string | null | undefined;
  /** latest trade date */
  tradedTo?: string | null | undefined;
  /** rows that changed since; those that were superseded since too, marked */
  updatedSince?: string | null | undefined;
};

export type PoliticianTradeSort =
  | 'AMOUNT_MID'
  | 'DELAY_DAYS'
  | 'FILED_ON'
  | 'TRADED_ON';

export type SortOrder =
  | 'ASC'
  | 'DESC';

export type StatusChange =
  | 'APPROVE'
  | 'RESUME'
  | 'SUSPEND';

export type TradeKind =
  | 'EXCHANGE'
  | 'PURCHASE'
  | 'SALE'
  | 'SALE_FULL'
  | 'SALE_PARTIAL';

export type AmendedTradeFieldsFragment = { id: number, accessionNumber: string, formType: string, filedOn: string, tradedOn: string | null, transactionCode: string, securityTitle: string, shares: string | null, price: string | null, sharesOwnedAfter: string | null, insider: { name: string }, company: { name: string } };

export type AuditPageFragment = { total: number, nodes: Array<{ actorName: string | null, objectName: string | null, entry: { id: number, at: string, actor: string, action: string, objectType: string, objectId: string, before: unknown, after: unknown } }> };

export type ClusterFieldsFragment = { id: number, transactionCode: string, size: number, tradeCount: number, totalValue: string | null, startOn: string, endOn: string };

export type DisclosureFieldsFragment = { id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null };

export type ErrorFieldsFragment = { status: number, route: string, code: string, message: string, requests: number, lastAt: string };

export type ExplanationFieldsFragment = { url: string | null, source: string | null, documentId: string | null, position: string | null, problem: string | null, file: { name: string | null, sha256: string | null, bytes: number | null, firstSeenAt: string | null, path: string | null, state: string, problem: string | null } | null, fields: Array<{ name: string, position: string | null, filed: string | null, read: string | null, stored: string | null, agrees: boolean }>, rules: Array<{ name: string, version: string }>, derived: Array<{ name: string, value: string | null, from: string }> };

export type FailedRequestsFragment = { total: number, nodes: Array<{ requestId: string, at: string, route: string, status: number, code: string, message: string, keyLastFour: string, parameters: unknown }> };

export type HorizonFieldsFragment = { days: number, resolvedTrades: number, avgReturnPct: string | null, avgAlphaPct: string | null, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, pnlLow: string | null, pnlMid: string | null, pnlHigh: string | null, openEndedTrades: number, sampleSufficient: boolean };

export type KeyFieldsFragment = { id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string };

export type LimitFieldsFragment = { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string }, fileBytes: { limit: number, used: number, remaining: number, resetAt: string } };

export type OutcomeFieldsFragment = { status: string, reason: string | null, entryOn: string | null, entryPrice: string | null, horizons: Array<{ days: number, returnPct: string | null, alphaPct: string | null, tradeDateReturnPct: string | null, tradeDateAlphaPct: string | null }> };

export type PriceFieldsFragment = { symbol: string | null, provider: string | null, dividends: boolean | null, step: string | null, reason: string | null, points: Array<{ day: string, close: number }> };

export type RequestFieldsFragment = { at: string, status: number, milliseconds: number, requestId: string, route: string };

export type RetryFieldsFragment = { tried: number, resolved: Array<number>, refused: Array<{ id: number, reason: string, message: string }>, unavailable: Array<{ id: number, why: string }> };

export type TrackRecordFieldsFragment = { days: number, resolvedTrades: number, wins: number, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, beatSpyRatePct: string | null, avgReturnPct: string | null, medianReturnPct: string | null, avgAlphaPct: string | null };

export type TradeFieldsFragment = { id: number, filedOn: string, tradedOn: string | null, filingDelayDays: number | null, tickerAsFiled: string | null, transactionCode: string, shares: string | null, price: string | null, value: string | null, deltaOwnPct: string | null, priceQuality: string | null, dateQuality: string | null, filedDirectionConflict: boolean | null, amendmentStatus: string | null, title: string | null, isAmendment: boolean, supersededById: number | null };

export type UsageFieldsFragment = { day: string, route: string, status: number, requests: number };

export type WindowFieldsFragment = { limit: number, used: number, remaining: number, resetAt: string };

export type AccountQueryVariables = Exact<{
  id: string;
}>;


export type AccountQuery = { account: { id: string, email: string, status: string, createdAt: string, plan: { id: string, name: string, perDay: number }, requestedPlan: { id: string, name: string } | null, limits: { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string }, fileBytes: { limit: number, used: number, remaining: number, resetAt: string } }, lastRequest: { at: string, status: number, milliseconds: number, requestId: string } | null, keys: Array<{ id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string }> } | null, allPlans: Array<{ id: string, name: string, perMinute: number, perDay: number, perMonth: number, pricePerMonth: string | null, listed: boolean }> };

export type AccountAuditQueryVariables = Exact<{
  accountId: string;
  page: number;
  pageSize: number;
}>;


export type AccountAuditQuery = { auditEvents: { total: number, nodes: Array<{ actorName: string | null, objectName: string | null, entry: { id: number, at: string, actor: string, action: string, objectType: string, objectId: string, before: unknown, after: unknown } }> } };

export type AccountErrorsQueryVariables = Exact<{
  id: string;
  status?: number | null | undefined;
  route?: string | null | undefined;
  code?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type AccountErrorsQuery = { account: { errorGroups: Array<{ status: number, route: string, code: string, message: string, requests: number, lastAt: string }>, errors: { total: number, nodes: Array<{ requestId: string, at: string, route: string, status: number, code: string, message: string, keyLastFour: string, parameters: unknown }> } } | null };

export type AccountHomeQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountHomeQuery = { viewer: { plan: { id: string, name: string, perDay: number, perMonth: number, perMinute: number }, requestedPlan: { id: string, name: string } | null, limits: { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string }, fileBytes: { limit: number, used: number, remaining: number, resetAt: string } }, keys: Array<{ id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string }>, usage: Array<{ day: string, route: string, status: number, requests: number }>, firstRequest: { at: string, status: number, milliseconds: number, requestId: string, route: string } | null, lastRequest: { at: string, status: number, milliseconds: number, requestId: string, route: string } | null, errorGroups: Array<{ status: number, route: string, code: string, message: string, requests: number, lastAt: string }> } };

export type AccountUsageQueryVariables = Exact<{
  id: string;
  days: number;
}>;


export type AccountUsageQuery = { account: { limits: { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string }, fileBytes: { limit: number, used: number, remaining: number, resetAt: string } }, usage: Array<{ day: string, route: string, status: number, requests: number }> } | null };

export type AccountsQueryVariables = Exact<{
  search?: string | null | undefined;
  status?: string | null | undefined;
  plan?: string | null | undefined;
  asksForPlan?: boolean | null | undefined;
  page: number;
  pageSize: number;
}>;


export type AccountsQuery = { accounts: { total: number, nodes: Array<{ id: string, email: string, status: string, createdAt: string, requestsToday: number, requestsThisMonth: number, activeKeys: number, plan: { id: string, name: string, perDay: number }, requestedPlan: { id: string, name: string } | null, lastRequest: { at: string } | null }> }, allPlans: Array<{ id: string, name: string }> };

export type AmendmentDecisionsQueryVariables = Exact<{
  page: number;
  pageSize: number;
}>;


export type AmendmentDecisionsQuery = { amendmentDecisions: { total: number, nodes: Array<{ restatesAccession: string | null, decidedBy: string, decidedAt: string, trade: { id: number, accessionNumber: string, formType: string, filedOn: string, tradedOn: string | null, transactionCode: string, securityTitle: string, shares: string | null, price: string | null, sharesOwnedAfter: string | null, insider: { name: string }, company: { name: string } } }> } };

export type AttachCorrectedCopyMutationVariables = Exact<{
  id: number;
  sha256: string;
  fileName: string;
}>;


export type AttachCorrectedCopyMutation = { attachCorrectedCopy: { tried: number, resolved: Array<number>, refused: Array<{ id: number, reason: string, message: string }>, unavailable: Array<{ id: number, why: string }> } };

export type AuditQueryVariables = Exact<{
  page: number;
  pageSize: number;
}>;


export type AuditQuery = { auditEvents: { total: number, nodes: Array<{ actorName: string | null, objectName: string | null, entry: { id: number, at: string, actor: string, action: string, objectType: string, objectId: string, before: unknown, after: unknown } }> } };

export type ChangeAccountStatusMutationVariables = Exact<{
  id: string;
  change: StatusChange;
}>;


export type ChangeAccountStatusMutation = { changeAccountStatus: { id: string, status: string } };

export type ChoosePlanMutationVariables = Exact<{
  plan: string;
}>;


export type ChoosePlanMutation = { choosePlan: { outcome: string, message: string, plan: { id: string, name: string } } };

export type ClusterPageQueryVariables = Exact<{
  id: number;
}>;


export type ClusterPageQuery = { cluster: { suspectCount: number, averagePrice: string | null, latestFiledOn: string, maxSignalScore: number, id: number, transactionCode: string, size: number, tradeCount: number, totalValue: string | null, startOn: string, endOn: string, company: { cik: string, name: string, ticker: string | null }, insiders: Array<{ cik: string, name: string, title: string | null, value: string | null, tradedOn: string }>, trades: Array<{ id: number, tradedOn: string | null, filedOn: string, isAmendment: boolean, shares: string | null, price: string | null, value: string | null, insider: { cik: string, name: string }, jointInsiders: Array<{ cik: string }> }> } | null };

export type ClustersQueryVariables = Exact<{
  filter?: ClusterFilter | null | undefined;
  sort?: ClusterSort | null | undefined;
  order?: SortOrder | null | undefined;
  page: number;
  pageSize: number;
  dataVersion?: string | null | undefined;
}>;


export type ClustersQuery = { clusters: { total: number, nodes: Array<{ averagePrice: string | null, latestFiledOn: string, maxSignalScore: number, id: number, transactionCode: string, size: number, tradeCount: number, totalValue: string | null, startOn: string, endOn: string, company: { cik: string, ticker: string | null, name: string }, insiders: Array<{ cik: string, name: string }> }> } };

export type CommitteePageQueryVariables = Exact<{
  code: string;
}>;


export type CommitteePageQuery = { committee: { code: string, name: string, chamber: string, type: string, parentCode: string | null, url: string | null, current: boolean, asOf: string | null, jurisdiction: Array<{ sector: string | null, industry: string | null, general: boolean, reason: string }>, members: Array<{ bioguideId: string, name: string, party: string | null, state: string | null, side: string | null, rank: number | null, seniority: number | null, title: string | null }> } | null };

export type CommitteeTradesQueryVariables = Exact<{
  code: string;
  page: number;
  pageSize: number;
}>;


export type CommitteeTradesQuery = { committee: { trades: { total: number, nodes: Array<{ isLate: boolean, dateQuality: string, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null, politician: { bioguideId: string, name: string }, committeeMatches: Array<{ code: string, basis: string }> }> } } | null };

export type CommitteesQueryVariables = Exact<{
  filter?: CommitteeFilter | null | undefined;
  page: number;
  pageSize: number;
}>;


export type CommitteesQuery = { committees: { total: number, nodes: Array<{ code: string, name: string, chamber: string, type: string, parentCode: string | null, members: Array<{ bioguideId: string, name: string, side: string | null, rank: number | null, title: string | null }> }> } };

export type CompanyInsidersQueryVariables = Exact<{
  cik: string;
  page: number;
  pageSize: number;
}>;


export type CompanyInsidersQuery = { company: { insiders: { total: number, nodes: Array<{ cik: string, name: string, title: string | null, buyCount: number, sellCount: number, buyValue: string, sellValue: string, suspectCount: number, lastTradedOn: string | null }> } } | null };

export type CompanyPageQueryVariables = Exact<{
  cik: string;
  from?: string | null | undefined;
}>;


export type CompanyPageQuery = { company: { cik: string, name: string, ticker: string | null, exchange: string | null, sector: string | null, industry: string | null, tickers: Array<{ symbol: string, firstSeenOn: string, lastSeenOn: string }>, priceLine: { symbol: string | null, provider: string | null, dividends: boolean | null, step: string | null, reason: string | null, points: Array<{ day: string, close: number }> }, trades: { total: number, nodes: Array<{ id: number, tradedOn: string | null, filedOn: string, transactionCode: string, shares: string | null, price: string | null, value: string | null, insider: { cik: string, name: string } }> }, disclosures: { total: number, nodes: Array<{ id: number, tradedOn: string | null, filedOn: string, delayDays: number | null, isAmendment: boolean, tradeType: string, amountRange: string | null, politician: { bioguideId: string, name: string } }> }, clusters: { total: number, nodes: Array<{ id: number, transactionCode: string, size: number, tradeCount: number, totalValue: string | null, startOn: string, endOn: string }> } } | null };

export type CreateKeyMutationVariables = Exact<{
  name: string;
}>;


export type CreateKeyMutation = { createKey: { secret: string, key: { id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string } } };

export type CreatePartnerKeyMutationVariables = Exact<{
  accountId: string;
  name: string;
  allowlist: Array<string> | string;
}>;


export type CreatePartnerKeyMutation = { createPartnerKey: { secret: string, key: { id: string, name: string, lastFour: string, createdAt: string } } };

export type DayDocumentsQueryVariables = Exact<{
  source: string;
  from: string;
  to: string;
  state?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type DayDocumentsQuery = { coverageDocuments: { total: number, nodes: Array<{ documentId: string, listedOn: string, kind: string, url: string, state: string, reason: string | null, message: string | null, quarantineId: number | null, ignored: boolean, attempts: number, lastError: string | null, retryAt: string | null }> } };

export type DecideAmendmentMutationVariables = Exact<{
  tradeId: number;
  restates?: number | null | undefined;
}>;


export type DecideAmendmentMutation = { decideAmendment: boolean };

export type ErrorsQueryVariables = Exact<{
  status?: number | null | undefined;
  route?: string | null | undefined;
  code?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type ErrorsQuery = { viewer: { errorGroups: Array<{ status: number, route: string, code: string, message: string, requests: number, lastAt: string }>, errors: { total: number, nodes: Array<{ requestId: string, at: string, route: string, status: number, code: string, message: string, keyLastFour: string, parameters: unknown }> } } };

export type ExplainPoliticianTradeQueryVariables = Exact<{
  id: number;
}>;


export type ExplainPoliticianTradeQuery = { explainPoliticianTrade: { url: string | null, source: string | null, documentId: string | null, position: string | null, problem: string | null, file: { name: string | null, sha256: string | null, bytes: number | null, firstSeenAt: string | null, path: string | null, state: string, problem: string | null } | null, fields: Array<{ name: string, position: string | null, filed: string | null, read: string | null, stored: string | null, agrees: boolean }>, rules: Array<{ name: string, version: string }>, derived: Array<{ name: string, value: string | null, from: string }> } | null };

export type ExplainTradeQueryVariables = Exact<{
  id: number;
}>;


export type ExplainTradeQuery = { explainTrade: { url: string | null, source: string | null, documentId: string | null, position: string | null, problem: string | null, file: { name: string | null, sha256: string | null, bytes: number | null, firstSeenAt: string | null, path: string | null, state: string, problem: string | null } | null, fields: Array<{ name: string, position: string | null, filed: string | null, read: string | null, stored: string | null, agrees: boolean }>, rules: Array<{ name: string, version: string }>, derived: Array<{ name: string, value: string | null, from: string }> } | null };

export type FilingDelaysQueryVariables = Exact<{
  filter?: DelayFilter | null | undefined;
}>;


export type FilingDelaysQuery = { filingDelays: { dated: number, undated: number, late: number, buckets: Array<{ from: number, to: number | null, trades: number }> } };

export type FilingTraceQueryVariables = Exact<{
  ref: string;
}>;


export type FilingTraceQuery = { watchedSources: Array<string>, filingTrace: { trace: { source: string, documentId: string, kind: string | null, filedOn: string | null, url: string | null, isKnown: boolean, retryAt: string | null, fromCopyOf: number | null, rowCount: number, aroundFrom: string | null, aroundTo: string | null, stages: Array<{ name: string, state: string, at: string | null, words: string }>, refusals: Array<{ id: number, reason: string, message: string, status: string, recordRef: string }>, rows: Array<{ id: number, kind: string, who: string, what: string, tradeType: string, tradedOn: string | null, isSuperseded: boolean }>, relatives: Array<{ relation: string, documentId: string, filedOn: string | null }> } | null, candidates: Array<{ source: string, documentId: string, filedOn: string | null, kind: string, name: string, state: string }> } };

export type FlaggedRowsQueryVariables = Exact<{
  source?: string | null | undefined;
  flag?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type FlaggedRowsQuery = { flaggedRows: { total: number, nodes: Array<{ id: number | null, source: string, flag: string, filedOn: string, tradedOn: string | null, name: string, asset: string, ticker: string | null, document: string }> } };

export type HitRatesQueryVariables = Exact<{ [key: string]: never; }>;


export type HitRatesQuery = { signalPerformance: { nodes: Array<{ version: string, tier: string, direction: string, trades: number, periods: Array<{ days: number, resolvedTrades: number, hitRatePct: string | null, hitRateLowPct: string | null, hitRateHighPct: string | null, avgAlphaPct: string | null, avgAlphaLowPct: string | null, avgAlphaHighPct: string | null }> }> }, signalBaseline: Array<{ version: string, tier: string, direction: string, trades: number, periods: Array<{ days: number, resolvedTrades: number, hitRatePct: string | null, hitRateLowPct: string | null, hitRateHighPct: string | null, avgAlphaPct: string | null, avgAlphaLowPct: string | null, avgAlphaHighPct: string | null }> }>, dataVersion: { version: string, asOf: string } };

export type FiguresFragment = { version: string, tier: string, direction: string, trades: number, periods: Array<{ days: number, resolvedTrades: number, hitRatePct: string | null, hitRateLowPct: string | null, hitRateHighPct: string | null, avgAlphaPct: string | null, avgAlphaLowPct: string | null, avgAlphaHighPct: string | null }> };

export type IgnoreQuarantineMutationVariables = Exact<{
  ids: Array<number> | number;
  because: string;
}>;


export type IgnoreQuarantineMutation = { ignoreQuarantine: boolean };

export type IngestionQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type IngestionQuery = { watchedSources: Array<string>, coverage: { nodes: Array<{ source: string, newestFiledOn: string | null, lastFetchedAt: string | null, behind: boolean | null, days: Array<{ day: string, state: string, listed: number, stored: number, quarantined: number, ignored: number, notFetched: number, storedUnlisted: number, lastFetchedAt: string | null, failure: string | null }> }> }, runRequests: Array<{ id: string, source: string, from: string, to: string, requestedBy: string, requestedAt: string, state: string, notBefore: string, message: string | null, runId: string | null }>, running: { nodes: Array<{ id: string, source: string, arguments: unknown, lives: boolean }> } };

export type InsiderPageQueryVariables = Exact<{
  cik: string;
}>;


export type InsiderPageQuery = { insider: { cik: string, name: string, companies: Array<{ cik: string, ticker: string | null, companyName: string, title: string | null, firstTradedOn: string | null, lastTradedOn: string | null }>, stats: { totalTrades: number, buyCount: number, sellCount: number, totalBuyValue: string, totalSellValue: string, netValue: string, avgTradeValue: string | null, suspectCount: number, uniqueTickers: number, firstTradedOn: string | null, lastTradedOn: string | null }, recentTrades: Array<{ id: number, tradedOn: string | null, filedOn: string, filingDelayDays: number | null, isAmendment: boolean, transactionCode: string, shares: string | null, price: string | null, value: string | null, company: { cik: string, name: string, ticker: string | null }, signal: { tier: string, score: number, direction: string } }> } | null, trackRecord: { benchmark: string, periods: Array<{ days: number, resolvedTrades: number, wins: number, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, beatSpyRatePct: string | null, avgReturnPct: string | null, medianReturnPct: string | null, avgAlphaPct: string | null }>, tradeDate: Array<{ days: number, resolvedTrades: number, wins: number, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, beatSpyRatePct: string | null, avgReturnPct: string | null, medianReturnPct: string | null, avgAlphaPct: string | null }> } | null };

export type IssueResetLinkMutationVariables = Exact<{
  accountId: string;
}>;


export type IssueResetLinkMutation = { issueResetLink: { link: string, expiresAt: string } };

export type KeysQueryVariables = Exact<{ [key: string]: never; }>;


export type KeysQuery = { viewer: { limits: { day: { remaining: number } }, firstRequest: { at: string } | null, lastRequest: { at: string, status: number, milliseconds: number, requestId: string, route: string } | null, keys: Array<{ id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string }> } };

export type LateFilingsQueryVariables = Exact<{
  filter?: LateFilingFilter | null | undefined;
  sort?: LateFilingSort | null | undefined;
  order?: SortOrder | null | undefined;
  page: number;
  pageSize: number;
  dataVersion?: string | null | undefined;
}>;


export type LateFilingsQuery = { lateFilings: { total: number, nodes: Array<{ deadlineOn: string, daysLate: number, trade: { isCommitteeTrade: boolean, committeeData: string, industry: string | null, tickerAsFiled: string | null, owner: string | null, chamber: string, party: string | null, state: string | null, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null, politician: { bioguideId: string, name: string } } }> } };

export type MemberPricesQueryVariables = Exact<{
  id: string;
  ticker: string;
  from?: string | null | undefined;
}>;


export type MemberPricesQuery = { priceLine: { symbol: string | null, provider: string | null, dividends: boolean | null, step: string | null, reason: string | null, points: Array<{ day: string, close: number }> }, politicianTrades: { total: number, nodes: Array<{ id: number, tradedOn: string | null, filedOn: string, delayDays: number | null, tradeType: string, amountRange: string | null, company: { cik: string, name: string } | null }> } };

export type MemberTradesQueryVariables = Exact<{
  filter: PoliticianTradeFilter;
  page: number;
  pageSize: number;
}>;


export type MemberTradesQuery = { politicianTrades: { total: number, nodes: Array<{ isLate: boolean, dateQuality: string, isCommitteeTrade: boolean, committeeData: string, industry: string | null, owner: string | null, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null }> } };

export type NotJudgedRowsQueryVariables = Exact<{
  source: string;
  title: string;
  page: number;
  pageSize: number;
}>;


export type NotJudgedRowsQuery = { notJudgedRows: { total: number, nodes: Array<{ id: number | null, source: string, flag: string, filedOn: string, tradedOn: string | null, name: string, asset: string, ticker: string | null, document: string }> } };

export type NotJudgedTitlesQueryVariables = Exact<{
  page: number;
  pageSize: number;
}>;


export type NotJudgedTitlesQuery = { notJudgedTitles: { total: number, nodes: Array<{ source: string, title: string, kind: string | null, rows: number, newestFiledOn: string }> } };

export type NotRestatedTradesQueryVariables = Exact<{
  page: number;
  pageSize: number;
}>;


export type NotRestatedTradesQuery = { notRestatedTrades: { total: number, nodes: Array<{ id: number, accessionNumber: string, formType: string, filedOn: string, tradedOn: string | null, transactionCode: string, securityTitle: string, shares: string | null, price: string | null, sharesOwnedAfter: string | null, insider: { name: string }, company: { name: string } }> } };

export type OverviewQueryVariables = Exact<{
  minutes: number;
  step: number;
}>;


export type OverviewQuery = { serviceSummary: { requests: number, clientErrors: number, errors: number, refusals: number, cacheHits: number, cacheMisses: number, p50: number | null, p99: number | null, minutes: Array<{ minute: string, requests: number, clientErrors: number, errors: number, refusals: number, cacheHits: number, cacheMisses: number, p50: number | null, p99: number | null }> }, attention: Array<{ kind: string, subject: string | null, count: number | null, at: string | null, detail: string | null }>, dataVersion: { version: string, asOf: string, kind: string } };

export type PlansQueryVariables = Exact<{ [key: string]: never; }>;


export type PlansQuery = { planChanges: string, plans: Array<{ id: string, name: string, pricePerMonth: string | null, perMinute: number, perDay: number, perMonth: number, bytesPerDay: string, commercialUse: boolean }>, viewer: { plan: { id: string, name: string, pricePerMonth: string | null, perMinute: number, perDay: number, perMonth: number, bytesPerDay: string, commercialUse: boolean, listed: boolean }, requestedPlan: { id: string, name: string } | null, limits: { day: { used: number }, month: { used: number } } } };

export type PoliticianPageQueryVariables = Exact<{
  id: string;
}>;


export type PoliticianPageQuery = { politician: { bioguideId: string, name: string, party: string | null, state: string | null, position: string | null, committees: Array<{ code: string, name: string, title: string | null }>, stats: { totalTrades: number, buyCount: number, sellCount: number, estVolumeLow: string, estVolumeHigh: string, lateCount: number, lateRatePct: string | null, avgDelayDays: string | null, committeeTradeCount: number, lateJudgedCount: number, committeeJudgedCount: number }, topTickers: Array<{ ticker: string, count: number }>, chartTicker: { ticker: string, count: number } | null } | null, politicianPerformance: { horizons: Array<{ days: number, resolvedTrades: number, avgReturnPct: string | null, avgAlphaPct: string | null, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, pnlLow: string | null, pnlMid: string | null, pnlHigh: string | null, openEndedTrades: number, sampleSufficient: boolean }>, tradeDate: Array<{ days: number, resolvedTrades: number, avgReturnPct: string | null, avgAlphaPct: string | null, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, pnlLow: string | null, pnlMid: string | null, pnlHigh: string | null, openEndedTrades: number, sampleSufficient: boolean }> } | null };

export type PoliticianTradeQueryVariables = Exact<{
  id: number;
}>;


export type PoliticianTradeQuery = { politicianTrade: { originalFiledOn: string | null, firstFiledOn: string | null, dateQuality: string, deadlineOn: string | null, isLate: boolean, isLateStatutory: boolean | null, notifiedOn: string | null, capGainsOver200: boolean | null, account: string | null, isCommitteeTrade: boolean, committeeData: string, tickerAsFiled: string | null, assetType: string | null, owner: string | null, amountLow: string | null, amountHigh: string | null, comment: string | null, chamber: string, party: string | null, state: string | null, industry: string | null, supersededById: number | null, lastModified: string, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null, committeeMatches: Array<{ code: string }>, seatsOnTradeDate: Array<{ code: string, name: string, side: string | null, rank: number | null, title: string | null, basis: string, seenFrom: string, seenTo: string | null, validFrom: string, validTo: string | null, isGeneral: boolean, covering: Array<{ sector: string | null, industry: string | null, reason: string }> }>, company: { cik: string, name: string } | null, politician: { bioguideId: string, name: string }, report: { docId: string, chamber: string, filerAsFiled: string, title: string | null, sourceUrl: string }, outcome: { status: string, reason: string | null, entryOn: string | null, entryPrice: string | null, horizons: Array<{ days: number, returnPct: string | null, alphaPct: string | null, tradeDateReturnPct: string | null, tradeDateAlphaPct: string | null }> }, history: Array<{ changedAt: string, reason: string, before: unknown }> } | null, rosterSpan: { from: string, to: string } | null };

export type PoliticianTradesQueryVariables = Exact<{
  filter?: PoliticianTradeFilter | null | undefined;
  sort: PoliticianTradeSort;
  order: SortOrder;
  page: number;
  pageSize: number;
  dataVersion?: string | null | undefined;
}>;


export type PoliticianTradesQuery = { politicianTrades: { total: number, nodes: Array<{ isLate: boolean, isCommitteeTrade: boolean, committeeData: string, industry: string | null, tickerAsFiled: string | null, owner: string | null, chamber: string, party: string | null, state: string | null, supersededById: number | null, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null, politician: { bioguideId: string, name: string } }> } };

export type PreviewCorrectedCopyQueryVariables = Exact<{
  id: number;
  sha256: string;
  fileName: string;
}>;


export type PreviewCorrectedCopyQuery = { correctedCopyPreview: { question: string, problem: string | null } };

export type QualityQueryVariables = Exact<{ [key: string]: never; }>;


export type QualityQuery = { qualityFlags: Array<{ source: string, flag: string, rows: number, last90Days: number, the90DaysBefore: number, newestFiledOn: string }>, notJudgedTitles: { total: number }, unmatchedFilers: { total: number }, unpricedReasons: Array<{ reason: string, symbols: number, newestTradedOn: string | null }>, undecidedTrades: { total: number }, notRestatedTrades: { total: number }, waitingAmendments: { total: number }, amendmentDecisions: { total: number }, dataVersion: { version: string, asOf: string } };

export type QuarantineQueryVariables = Exact<{
  source?: string | null | undefined;
  reason?: string | null | undefined;
  status?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type QuarantineQuery = { quarantineGroups: Array<{ source: string, reason: string, count: number, message: string, lastAt: string }>, quarantine: { total: number, nodes: Array<{ id: number, source: string, fileName: string, recordRef: string, documentId: string | null, reason: string, message: string, status: string, createdAt: string }> } };

export type QuarantineItemQueryVariables = Exact<{
  id: number;
}>;


export type QuarantineItemQuery = { quarantineItem: { id: number, source: string, fileName: string, recordRef: string, documentId: string | null, reason: string, message: string, status: string, ignoredBecause: string | null, sha256: string | null, createdAt: string, lastSeenAt: string, resolvedAt: string | null, runId: string | null, retries: number, content: { bytes: number | null, kind: string | null, lines: Array<string>, firstLine: number, totalLines: number, markedLine: number | null, missing: string | null, readings: Array<{ field: string, read: string | null, problem: string | null }> }, copies: Array<{ id: number, fileName: string, bytes: number, attachedBy: string, attachedAt: string, runId: string | null, refusedAs: Array<number> }> } };

export type RemoveAccountMutationVariables = Exact<{
  id: string;
}>;


export type RemoveAccountMutation = { removeAccount: boolean };

export type RenameKeyMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenameKeyMutation = { renameKey: { id: string, name: string } };

export type ReopenAmendmentMutationVariables = Exact<{
  tradeId: number;
}>;


export type ReopenAmendmentMutation = { reopenAmendment: boolean };

export type RequestRunMutationVariables = Exact<{
  source: string;
  from: string;
  to: string;
}>;


export type RequestRunMutation = { requestRun: { id: string, source: string, from: string, to: string, state: string } };

export type RetryQuarantineMutationVariables = Exact<{
  ids: Array<number> | number;
}>;


export type RetryQuarantineMutation = { retryQuarantine: { tried: number, resolved: Array<number>, refused: Array<{ id: number, reason: string, message: string }>, unavailable: Array<{ id: number, why: string }> } };

export type RetryQuarantineGroupMutationVariables = Exact<{
  source: string;
  reason: string;
}>;


export type RetryQuarantineGroupMutation = { retryQuarantineGroup: { tried: number, resolved: Array<number>, refused: Array<{ id: number, reason: string, message: string }>, unavailable: Array<{ id: number, why: string }> } };

export type RevokeAccountKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeAccountKeyMutation = { revokeAccountKey: { id: string, revokedAt: string | null, state: string } };

export type RevokeKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeKeyMutation = { revokeKey: { id: string, revokedAt: string | null, state: string } };

export type RotateKeyMutationVariables = Exact<{
  id: string;
  overlap: KeyOverlap;
}>;


export type RotateKeyMutation = { rotateKey: { secret: string, key: { id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string }, replaced: { id: string, name: string, lastFour: string, expiresAt: string | null } | null } };

export type RunQueryVariables = Exact<{
  id: string;
}>;


export type RunQuery = { watchedSources: Array<string>, ingestionRun: { id: string, source: string, arguments: unknown, status: string, lives: boolean, stopRequestedBy: string | null, startedAt: string, finishedAt: string | null, files: number, quarantinedFiles: number, found: number, new: number, unchanged: number, amended: number, quarantinedRecords: number, message: string | null, toDerive: number, progress: { phase: string, listed: number, fetched: number, stored: number, quarantined: number, due: number, secondsLeft: number | null, perSecond: number | null, atLeast: boolean } | null, log: Array<{ at: string, line: string }>, refusals: Array<{ reason: string, count: number }> } };

export type RunsQueryVariables = Exact<{
  source?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type RunsQuery = { ingestionRuns: { total: number, nodes: Array<{ id: string, source: string, arguments: unknown, status: string, startedAt: string, finishedAt: string | null, files: number, quarantinedFiles: number, new: number, unchanged: number, amended: number, quarantinedRecords: number, message: string | null }> } };

export type SetAccountPlanMutationVariables = Exact<{
  id: string;
  plan: string;
}>;


export type SetAccountPlanMutation = { setAccountPlan: { id: string, plan: { id: string, name: string } } };

export type SignalTradesQueryVariables = Exact<{
  version: string;
  tier: string;
  direction: string;
  days: number;
  page: number;
  pageSize: number;
}>;


export type SignalTradesQuery = { signalTrades: { total: number, nodes: Array<{ id: number, lots: number, filedOn: string, tradedOn: string | null, insiderName: string, companyName: string, ticker: string | null, value: string | null, signalScore: number, returnPct: string | null, alphaPct: string | null }> } };

export type StopRunMutationVariables = Exact<{
  id: string;
}>;


export type StopRunMutation = { stopRun: { id: string, status: string, stopRequestedBy: string | null } };

export type SymbolsQueryVariables = Exact<{
  q: string;
  page: number;
  pageSize: number;
}>;


export type SymbolsQuery = { symbols: { total: number, nodes: Array<{ kind: string, name: string, ticker: string | null, cik: string | null, bioguideId: string | null }> } };

export type TradeQueryVariables = Exact<{
  id: number;
}>;


export type TradeQuery = { insiderTrade: { accessionNumber: string, formType: string, acquiredDisposed: string | null, securityTitle: string, sharesOwnedAfter: string | null, firstFiledOn: string, countedFrom: string, ownership: string | null, natureOfOwnership: string | null, acceptedAt: string | null, is10b51: boolean | null, isDerivative: boolean, lastModified: string, exercisePrice: string | null, exercisableOn: string | null, expiresOn: string | null, underlyingTitle: string | null, underlyingShares: string | null, id: number, filedOn: string, tradedOn: string | null, filingDelayDays: number | null, tickerAsFiled: string | null, transactionCode: string, shares: string | null, price: string | null, value: string | null, deltaOwnPct: string | null, priceQuality: string | null, dateQuality: string | null, filedDirectionConflict: boolean | null, amendmentStatus: string | null, title: string | null, isAmendment: boolean, supersededById: number | null, footnotes: Array<{ id: string, text: string | null }>, company: { cik: string, name: string, ticker: string | null }, insider: { cik: string, name: string }, jointInsiders: Array<{ cik: string, name: string }>, filing: { sourceUrl: string, periodOfReport: string | null, remarks: string | null }, signal: { score: number, tier: string, direction: string, version: string, factors: Array<{ factor: string, points: number }> }, outcome: { status: string, reason: string | null, entryOn: string | null, entryPrice: string | null, horizons: Array<{ days: number, returnPct: string | null, alphaPct: string | null, tradeDateReturnPct: string | null, tradeDateAlphaPct: string | null }> }, history: Array<{ changedAt: string, reason: string, before: unknown, countedFrom: string | null }> } | null };

export type TradeFacetsQueryVariables = Exact<{
  all?: InsiderTradeFilter | null | undefined;
  purchases?: InsiderTradeFilter | null | undefined;
  sales?: InsiderTradeFilter | null | undefined;
  awards?: InsiderTradeFilter | null | undefined;
  exercises?: InsiderTradeFilter | null | undefined;
  taxes?: InsiderTradeFilter | null | undefined;
  gifts?: InsiderTradeFilter | null | undefined;
  includeDerivative: boolean;
}>;


export type TradeFacetsQuery = { all: { total: number }, P: { total: number }, S: { total: number }, A: { total: number }, M: { total: number }, F: { total: number }, G: { total: number } };

export type TradesQueryVariables = Exact<{
  filter?: InsiderTradeFilter | null | undefined;
  includeDerivative: boolean;
  sort?: InsiderTradeSort | null | undefined;
  order?: SortOrder | null | undefined;
  page: number;
  pageSize: number;
  dataVersion?: string | null | undefined;
}>;


export type TradesQuery = { insiderTrades: { total: number, nodes: Array<{ ticker: string | null, id: number, filedOn: string, tradedOn: string | null, filingDelayDays: number | null, tickerAsFiled: string | null, transactionCode: string, shares: string | null, price: string | null, value: string | null, deltaOwnPct: string | null, priceQuality: string | null, dateQuality: string | null, filedDirectionConflict: boolean | null, amendmentStatus: string | null, title: string | null, isAmendment: boolean, supersededById: number | null, company: { cik: string, name: string }, insider: { cik: string, name: string }, signal: { score: number, tier: string, direction: string } }> } };

export type UndecidedTradesQueryVariables = Exact<{
  page: number;
  pageSize: number;
}>;


export type UndecidedTradesQuery = { undecidedTrades: { total: number, nodes: Array<{ trade: { id: number, accessionNumber: string, formType: string, filedOn: string, tradedOn: string | null, transactionCode: string, securityTitle: string, shares: string | null, price: string | null, sharesOwnedAfter: string | null, insider: { name: string }, company: { name: string } }, candidates: Array<{ id: number, accessionNumber: string, formType: string, filedOn: string, tradedOn: string | null, transactionCode: string, securityTitle: string, shares: string | null, price: string | null, sharesOwnedAfter: string | null, insider: { name: string }, company: { name: string } }> }> } };

export type UnignoreQuarantineMutationVariables = Exact<{
  ids: Array<number> | number;
}>;


export type UnignoreQuarantineMutation = { unignoreQuarantine: boolean };

export type UnmatchedFilersQueryVariables = Exact<{
  page: number;
  pageSize: number;
}>;


export type UnmatchedFilersQuery = { unmatchedFilers: { total: number, nodes: Array<{ source: string, name: string, reason: string, reports: number, lastSeenAt: string, document: string | null, message: string }> } };

export type UnpricedSymbolsQueryVariables = Exact<{
  reason?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type UnpricedSymbolsQuery = { unpricedSymbols: { total: number, nodes: Array<{ symbol: string | null, companyCik: string | null, companyName: string | null, reason: string, insiderTrades: number, politicianTrades: number, newestTradedOn: string | null }> } };

export type UsageQueryVariables = Exact<{
  days: number;
}>;


export type UsageQuery = { viewer: { limits: { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string }, fileBytes: { limit: number, used: number, remaining: number, resetAt: string } }, usage: Array<{ day: string, route: string, status: number, requests: number }> } };

export type VocabularyQueryVariables = Exact<{ [key: string]: never; }>;


export type VocabularyQuery = { vocabulary: { sectors: Array<string>, industries: Array<string> } };

export type WaitingAmendmentsQueryVariables = Exact<{
  page: number;
  pageSize: number;
}>;


export type WaitingAmendmentsQuery = { waitingAmendments: { total: number, nodes: Array<{ accessionNumber: string, formType: string, filedOn: string, companyName: string, insiderName: string, namedBy: string, named: Array<string>, originalSubmittedOn: string | null, trades: number }> } };

export type WithdrawRunRequestMutationVariables = Exact<{
  id: string;
}>;


export type WithdrawRunRequestMutation = { withdrawRunRequest: boolean };

export const Account: Operation<AccountQuery, AccountQueryVariables> = { name: "Account", hash: "3acb165ff42bde1889698178f2a74887f2df307fdfc0929237d60c10651f7d25" };
export const AccountAudit: Operation<AccountAuditQuery, AccountAuditQueryVariables> = { name: "AccountAudit", hash: "f6df7b3fffc61fea5aab9ad7a08e2cc3c466c7337c39ff3079c13c90ba205737" };
export const AccountErrors: Operation<AccountErrorsQuery, AccountErrorsQueryVariables> = { name: "AccountErrors", hash: "39cf7757caeda5183e090f65aba1ca24f466681ac6d9037676ac7e760453320b" };
export const AccountHome: Operation<AccountHomeQuery, AccountHomeQueryVariables> = { name: "AccountHome", hash: "24deddc77b2c27b8c003dec3f0f0a57b5ae3c85fd9bd580c78d04de3f9a57a4c" };
export const AccountUsage: Operation<AccountUsageQuery, AccountUsageQueryVariables> = { name: "AccountUsage", hash: "00aa06a1843d3c10c3fe599563dd4d54a8f84e282277c3fdd9c9bb3e91de9c68" };
export const Accounts: Operation<AccountsQuery, AccountsQueryVariables> = { name: "Accounts", hash: "941eaa4151c1f9856c33aac7cd6c13ace042a000ede3882e51eb0daa948e6257" };
export const AmendmentDecisions: Operation<AmendmentDecisionsQuery, AmendmentDecisionsQueryVariables> = { name: "AmendmentDecisions", hash: "e39de5df8407b8c00190d897098d1427f7a7b0bc8534fafb4423f7abfed051d4" };
export const AttachCorrectedCopy: Operation<AttachCorrectedCopyMutation, AttachCorrectedCopyMutationVariables> = { name: "AttachCorrectedCopy", hash: "2fb02c5643c9a74a417c990fc8854cbe78abacb020aabb2dfd4ef0fce276348d" };
export const Audit: Operation<AuditQuery, AuditQueryVariables> = { name: "Audit", hash: "afe84c042b03b8af24caf937fa0367d72b03a14046ebf1a7b61be8d85a7bafc6" };
export const ChangeAccountStatus: Operation<ChangeAccountStatusMutation, ChangeAccountStatusMutationVariables> = { name: "ChangeAccountStatus", hash: "1bddf1f36ea171432fdb4bfbf5d431cd0d8f8a0916e3f61915620eaae0d63814" };
export const ChoosePlan: Operation<ChoosePlanMutation, ChoosePlanMutationVariables> = { name: "ChoosePlan", hash: "7b80067fab555a18039c410bc9d166e48da44549ceb83b451f3f77e0322c3125" };
export const ClusterPage: Operation<ClusterPageQuery, ClusterPageQueryVariables> = { name: "ClusterPage", hash: "a44946ac9bec7ac5634adf63495147354ede159440034ca1b0ff5de4d3ce6c92" };
export const Clusters: Operation<ClustersQuery, ClustersQueryVariables> = { name: "Clusters", hash: "5babd6246ad475f6f647c532f06b3ac97360bb08fbcbb443fabe441d1a389256" };
export const CommitteePage: Operation<CommitteePageQuery, CommitteePageQueryVariables> = { name: "CommitteePage", hash: "e9f6dddea9c984d0b7981f9a5028fdf7f5e476a99dc9d2a839cbe1e54652153f" };
export const CommitteeTrades: Operation<CommitteeTradesQuery, CommitteeTradesQueryVariables> = { name: "CommitteeTrades", hash: "d294d5a09ec322d37b1c5814a1ed72c06baa9739a006439ed0585ba4f0e11afb" };
export const Committees: Operation<CommitteesQuery, CommitteesQueryVariables> = { name: "Committees", hash: "d17b504e9c159c688645f2e34e8c73677ce5ec9172fbe45d16cc247f755948f0" };
export const CompanyInsiders: Operation<CompanyInsidersQuery, CompanyInsidersQueryVariables> = { name: "CompanyInsiders", hash: "a22da780501b90ee731c1817ab90c9fdb46e8d45f22f94d45277dc9f4109d865" };
export const CompanyPage: Operation<CompanyPageQuery, CompanyPageQueryVariables> = { name: "CompanyPage", hash: "14c64fc163c8462fe3df5d6a90aa6b338c0076e8388e62ac444316a596bde6dc" };
export const CreateKey: Operation<CreateKeyMutation, CreateKeyMutationVariables> = { name: "CreateKey", hash: "ee91d4718625c6db49433e675903fa1e550325717e1bba6be947d8c6bce47e72" };
export const CreatePartnerKey: Operation<CreatePartnerKeyMutation, CreatePartnerKeyMutationVariables> = { name: "CreatePartnerKey", hash: "d8fff4c5678e22b45fedf96817745fb1c7a021a4f3581071e7f4221b0d7db8d1" };
export const DayDocuments: Operation<DayDocumentsQuery, DayDocumentsQueryVariables> = { name: "DayDocuments", hash: "996598bb87c670cb47691785b2b3cac7833cd7e4e01b4876a10d2f2746d2cd3c" };
export const DecideAmendment: Operation<DecideAmendmentMutation, DecideAmendmentMutationVariables> = { name: "DecideAmendment", hash: "bc766429808fc1e344e6fbc8f6145c45c838eeceb612fc7d15047ae5c2692041" };
export const Errors: Operation<ErrorsQuery, ErrorsQueryVariables> = { name: "Errors", hash: "d019681099594c182b84ba6085cf83cbba2a2a165ce7374c064854038262b7ff" };
export const ExplainPoliticianTrade: Operation<ExplainPoliticianTradeQuery, ExplainPoliticianTradeQueryVariables> = { name: "ExplainPoliticianTrade", hash: "53ddd916e54d75b899bd64984f58860a34bce084be3bc615ca5bf939135c2382" };
export const ExplainTrade: Operation<ExplainTradeQuery, ExplainTradeQueryVariables> = { name: "ExplainTrade", hash: "e6f71075cf12eb0a04c896f145c45e259443e7bb3b4267cf5b1cefef7616fb26" };
export const FilingDelays: Operation<FilingDelaysQuery, FilingDelaysQueryVariables> = { name: "FilingDelays", hash: "0213aaadf0a795ccfb3bf1f6efc98891c8f5528541ab9156b4edc2a4cc645dd1" };
export const FilingTrace: Operation<FilingTraceQuery, FilingTraceQueryVariables> = { name: "FilingTrace", hash: "85b2d02c325972b9c4c3a7ac916930b2dbfd01be9d11d8c0fb056f5f4ef9a99e" };
export const FlaggedRows: Operation<FlaggedRowsQuery, FlaggedRowsQueryVariables> = { name: "FlaggedRows", hash: "c17460b327bdd4fb8c534dcabdbba23ce7a2f16b2c3b40d0f267f6a2061748df" };
export const HitRates: Operation<HitRatesQuery, HitRatesQueryVariables> = { name: "HitRates", hash: "9152bf17aacfe1bd7cfe9ccde5216b2ad8f5499109eaa1b7e8e4dce4c877fa50" };
export const IgnoreQuarantine: Operation<IgnoreQuarantineMutation, IgnoreQuarantineMutationVariables> = { name: "IgnoreQuarantine", hash: "49bcd4a6fe3dd9eaf60b92032b7a96e158886b1009f06786b5d952b023b93978" };
export const Ingestion: Operation<IngestionQuery, IngestionQueryVariables> = { name: "Ingestion", hash: "31a75727ba9e170f5e401483aeb259525251c5c0da2ef25eb11e776a6a4cb3f7" };
export const InsiderPage: Operation<InsiderPageQuery, InsiderPageQueryVariables> = { name: "InsiderPage", hash: "de48d3260da02d108820916aa8859d863542234d6a312bb1359c185f303a8a7e" };
export const IssueResetLink: Operation<IssueResetLinkMutation, IssueResetLinkMutationVariables> = { name: "IssueResetLink", hash: "dbcec53dc0a1439b6344693c70ab44d085a54711503e4cf53016f7ea47e4e69b" };
export const Keys: Operation<KeysQuery, KeysQueryVariables> = { name: "Keys", hash: "b72c893d554c249ef626a6e59a5c5d537f3ff0a46167e99e27a682fd5bfaab8e" };
export const LateFilings: Operation<LateFilingsQuery, LateFilingsQueryVariables> = { name: "LateFilings", hash: "f772e7a3344bc396bf7c51c7ab6ba7aecebe2373605dc562df605ed334530a78" };
export const MemberPrices: Operation<MemberPricesQuery, MemberPricesQueryVariables> = { name: "MemberPrices", hash: "e36c4c47f6d0f17f51ac2259d445bc7bd1e59c2483813e85bd15d42dad98781d" };
export const MemberTrades: Operation<MemberTradesQuery, MemberTradesQueryVariables> = { name: "MemberTrades", hash: "d0868b1ef7530c552abd33ad97729c06288d98e8609e6ba5495cbf661c0ca479" };
export const NotJudgedRows: Operation<NotJudgedRowsQuery, NotJudgedRowsQueryVariables> = { name: "NotJudgedRows", hash: "c944dbef70deef1acf7ca33afae17660a50648b2870a0e3b971f0ad7ba59201d" };
export const NotJudgedTitles: Operation<NotJudgedTitlesQuery, NotJudgedTitlesQueryVariables> = { name: "NotJudgedTitles", hash: "617f4f9ecdccd66186d64626675842b1747b1ee622d59f8a5d51f8ff4a2230d4" };
export const NotRestatedTrades: Operation<NotRestatedTradesQuery, NotRestatedTradesQueryVariables> = { name: "NotRestatedTrades", hash: "fb96c16155f54c72f2bb2a27c098b3c1f6de1b54ef60d9ec2dcdbd216e8906f8" };
export const Overview: Operation<OverviewQuery, OverviewQueryVariables> = { name: "Overview", hash: "2c56ee3767f984178c8622eec646a6afa975214fa56a202088c3d8f404f2abae" };
export const Plans: Operation<PlansQuery, PlansQueryVariables> = { name: "Plans", hash: "f001323c92d89bc7d13f6a6af3457b6d850f8d6aecc01368e4089b1414313345" };
export const PoliticianPage: Operation<PoliticianPageQuery, PoliticianPageQueryVariables> = { name: "PoliticianPage", hash: "b69f09e7ed85f886a0170808ab14e3c0021302f42d0b410cadadda6a62e9df7e" };
export const PoliticianTrade: Operation<PoliticianTradeQuery, PoliticianTradeQueryVariables> = { name: "PoliticianTrade", hash: "0e5e7476baca3a8dedfe01c16c90d57b3a51b8f0e3836442851ff76786446077" };
export const PoliticianTrades: Operation<PoliticianTradesQuery, PoliticianTradesQueryVariables> = { name: "PoliticianTrades", hash: "793b5918eeb481b58d8fd56ddf6fdf0123fa707db9e038fdf2a338c7b846ffb8" };
export const PreviewCorrectedCopy: Operation<PreviewCorrectedCopyQuery, PreviewCorrectedCopyQueryVariables> = { name: "PreviewCorrectedCopy", hash: "c011127004a70ea11f6967b40dcfd991f1b76bfb907a9acda533275874ad5008" };
export const Quality: Operation<QualityQuery, QualityQueryVariables> = { name: "Quality", hash: "9ce3a0f75d76260d9cd36828afbf8f7d7afa4c4df853ae733b6fcf48599d4cab" };
export const Quarantine: Operation<QuarantineQuery, QuarantineQueryVariables> = { name: "Quarantine", hash: "933259b05df77daf95ae552c74224452215bbdf4332a8159564b8be90990d0f2" };
export const QuarantineItem: Operation<QuarantineItemQuery, QuarantineItemQueryVariables> = { name: "QuarantineItem", hash: "9341850cff85251ddc433b04e331bbfff63ff5a2e5035a06c9823d6e6338cfa7" };
export const RemoveAccount: Operation<RemoveAccountMutation, RemoveAccountMutationVariables> = { name: "RemoveAccount", hash: "52f2abac11aa5528afb23140f77d2ae0ec784471ffd1e881c351073a7b80da88" };
export const RenameKey: Operation<RenameKeyMutation, RenameKeyMutationVariables> = { name: "RenameKey", hash: "d539869d26be69056a128450eea3fca3453272f53029c81b827d0800465a9b3b" };
export const ReopenAmendment: Operation<ReopenAmendmentMutation, ReopenAmendmentMutationVariables> = { name: "ReopenAmendment", hash: "c3b076a654e26896d077b24b6c581af575d53ca37ced3e9573376e401c46961a" };
export const RequestRun: Operation<RequestRunMutation, RequestRunMutationVariables> = { name: "RequestRun", hash: "6990ce6bc6b48580f9dff18e5b7ddc3ad5d8c34b1d55dce24c4d7c1875505c1d" };
export const RetryQuarantine: Operation<RetryQuarantineMutation, RetryQuarantineMutationVariables> = { name: "RetryQuarantine", hash: "5a48baec1e8341873d369a29ab6a8a5ec7646a863d498e8c1aadadbb6f6b7a30" };
export const RetryQuarantineGroup: Operation<RetryQuarantineGroupMutation, RetryQuarantineGroupMutationVariables> = { name: "RetryQuarantineGroup", hash: "a3126a01cdb5737a4823e079dcaf54146a88951b52a550cd72150f8546debede" };
export const RevokeAccountKey: Operation<RevokeAccountKeyMutation, RevokeAccountKeyMutationVariables> = { name: "RevokeAccountKey", hash: "967674c93797b33ee63434b1b87724ed34c3f4ae6a9cd4e7f9931808f5b41aeb" };
export const RevokeKey: Operation<RevokeKeyMutation, RevokeKeyMutationVariables> = { name: "RevokeKey", hash: "75c8f76c7ec3dd14c0156dd85ad750b09c3f43b788c7703eed057383955a27f0" };
export const RotateKey: Operation<RotateKeyMutation, RotateKeyMutationVariables> = { name: "RotateKey", hash: "9eed252868cfb181dbc3b1b386223f83fd1fa0dcc35b4341aea17b0ad1654c36" };
export const Run: Operation<RunQuery, RunQueryVariables> = { name: "Run", hash: "b898bd2053d9e862a1f6b1bb3fe422d41dc28420172cb63c7622f1cb72b24037" };
export const Runs: Operation<RunsQuery, RunsQueryVariables> = { name: "Runs", hash: "37e534ff2f81b312479d043b6c95137c27acb77c4566080ee0cffd4b07d372fd" };
export const SetAccountPlan: Operation<SetAccountPlanMutation, SetAccountPlanMutationVariables> = { name: "SetAccountPlan", hash: "59266ebabf8593c1fa4b6e5a2bca77a3e48eb32d18a48e215d115a553f91323e" };
export const SignalTrades: Operation<SignalTradesQuery, SignalTradesQueryVariables> = { name: "SignalTrades", hash: "4737aa9bec28041a8096670ea484ccd17d0ecb0c77224592597860ddf34d8c86" };
export const StopRun: Operation<StopRunMutation, StopRunMutationVariables> = { name: "StopRun", hash: "350f0b7a11ffad9570bd031d8e77dd9ec2c2452c82c5e16cecbba981b819ef92" };
export const Symbols: Operation<SymbolsQuery, SymbolsQueryVariables> = { name: "Symbols", hash: "4d10e36ccaa1f5edd41532f160c6bc9c55517ad50cc72591d91afd623a95ec5b" };
export const Trade: Operation<TradeQuery, TradeQueryVariables> = { name: "Trade", hash: "03941171616990018817d95c8182331959a41ea4c8724566ca20d1be71439868" };
export const TradeFacets: Operation<TradeFacetsQuery, TradeFacetsQueryVariables> = { name: "TradeFacets", hash: "d2101682fdd7cd25b0d77c4f8ad153a315cc7f6f14e1777250553bb686d1fc4e" };
export const Trades: Operation<TradesQuery, TradesQueryVariables> = { name: "Trades", hash: "0fb7784d69f89a21dd52caf40438cfb570ac13e7a78616238d73627a6a6cf184" };
export const UndecidedTrades: Operation<UndecidedTradesQuery, UndecidedTradesQueryVariables> = { name: "UndecidedTrades", hash: "0aa750f8be8333a6051080482953b542af7aa3626dc103a62a80484273861833" };
export const UnignoreQuarantine: Operation<UnignoreQuarantineMutation, UnignoreQuarantineMutationVariables> = { name: "UnignoreQuarantine", hash: "ef02d0ef8f3a65350ec25c95f7ac6207018e3a77138e45f985ad562cbbebb57e" };
export const UnmatchedFilers: Operation<UnmatchedFilersQuery, UnmatchedFilersQueryVariables> = { name: "UnmatchedFilers", hash: "fa20e243e4640404c19981a7a1cf50573824b96c1cd31a0ad4649aac1b8b2cdc" };
export const UnpricedSymbols: Operation<UnpricedSymbolsQuery, UnpricedSymbolsQueryVariables> = { name: "UnpricedSymbols", hash: "5f1a64b58d61795c2f49e78318593b51075ceb26d060f73d249c9dcac7d095f8" };
export const Usage: Operation<UsageQuery, UsageQueryVariables> = { name: "Usage", hash: "255323d80c409cf9ca96ecf1a6f6b5d37896be76692d39c23bef424f9c7eb6f7" };
export const Vocabulary: Operation<VocabularyQuery, VocabularyQueryVariables> = { name: "Vocabulary", hash: "d16cc4a6df1ce443e1dc86fd70e6073bc0a19fc115dfd885dbe5fbaa1417dd32" };
export const WaitingAmendments: Operation<WaitingAmendmentsQuery, WaitingAmendmentsQueryVariables> = { name: "WaitingAmendments", hash: "91f3c8e84831b19ad25585b08719a5bcff29b60f72e39773b3f53f2f2e1c6ec9" };
export const WithdrawRunRequest: Operation<WithdrawRunRequestMutation, WithdrawRunRequestMutationVariables> = { name: "WithdrawRunRequest", hash: "ff2bd7acd189579902f95322564e42d822ebfe18e2afaa002da3b0878976afc5" };
