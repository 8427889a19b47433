// Made by `npm run generate` from schema.graphql and src/web/operations.
import type { Operation } from "../frame/operation.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ClusterFilter = {
  /** one or more ranges of the average price, ends included; clusters without one never match */
  averagePriceRanges?: Array<DecimalRange> | null | undefined;
  /** exchange on which the company's shares are listed today, as the SEC names it (Nasdaq, NYSE, CBOE, OTC), in any case */
  exchange?: string | null | undefined;
  /** earliest `latest_filing_date`: clusters with a filing on this day or later */
  filedFrom?: string | null | undefined;
  /** latest `latest_filing_date`: clusters whose last filing was on this day or earlier */
  filedTo?: string | null | undefined;
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
  /** at least one insider has one of these roles, by the words of the title */
  role?: Array<string> | null | undefined;
  /** sectors, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted */
  sectors?: Array<string> | null | undefined;
  /** the SEC's industry code of the company */
  sicCode?: number | null | undefined;
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

export type CompanyFilter = {
  /** exchange on which the company's shares are listed today, as the SEC names it (Nasdaq, NYSE, CBOE, OTC), in any case */
  exchange?: string | null | undefined;
  /** SIC industry titles, in any case */
  industries?: Array<string> | null | undefined;
  /** words that must all occur in the company's name or symbols, or be its whole CIK; a single character is an exact symbol */
  q?: string | null | undefined;
  /** sectors, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted */
  sectors?: Array<string> | null | undefined;
  /** the SEC's industry code of the company */
  sicCode?: number | null | undefined;
};

export type CompanySort =
  | 'BUY_VALUE'
  | 'DISTINCT_BUYERS'
  | 'LAST_FILING'
  | 'MEMBER_PURCHASES'
  | 'NAME'
  | 'NET_VALUE'
  | 'SELL_VALUE';

/** Inclusive range; a missing bound is open. A row without a value matches no range. */
export type DecimalRange = {
  max?: string | null | undefined;
  min?: string | null | undefined;
};

export type DelayFilter = {
  /** chamber */
  chamber?: string | null | undefined;
  /** earliest filing date */
  filedFrom?: string | null | undefined;
  /** latest filing date */
  filedTo?: string | null | undefined;
  /** minimum of the bracket's lower end */
  minAmount?: string | null | undefined;
  /** any of these parties on the trade date */
  party?: Array<string> | null | undefined;
  /** bioguide ids of members; in any case */
  politicianId?: Array<string> | null | undefined;
  /** symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades */
  tickers?: Array<string> | null | undefined;
  /** kind of transaction; sale is every kind of sale */
  tradeKind?: TradeKind | null | undefined;
};

export type InsiderFilter = {
  /** CIKs of companies that the insider filed on; with or without leading zeros */
  companyCik?: Array<string> | null | undefined;
  /** minimum number of purchases with a 90-day return */
  minResolved?: number | null | undefined;
  /** words that must all occur in the insider's name, or be the whole CIK */
  q?: string | null | undefined;
  /** of companies that the insider filed on: symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades */
  tickers?: Array<string> | null | undefined;
};

export type InsiderSort =
  | 'ALPHA_90'
  | 'NAME'
  | 'TRADES'
  | 'VALUE'
  | 'WIN_RATE_LOW_90';

export type InsiderTradeFilter = {
  /** the SEC's number of the filing, with or without dashes */
  accessionNumber?: string | null | undefined;
  /** acquired (A) or disposed of (D), as filed */
  acquiredDisposed?: string | null | undefined;
  /** any of these amendment states; a row without an amendment has none */
  amendmentStatus?: Array<string> | null | undefined;
  /** CIKs of companies; with or without leading zeros */
  companyCik?: Array<string> | null | undefined;
  /** any of these date qualities; a row without a trade date has none */
  dateQuality?: Array<string> | null | undefined;
  /** exchange on which the company's shares are listed today, as the SEC names it (Nasdaq, NYSE, CBOE, OTC), in any case */
  exchange?: string | null | undefined;
  /** earliest filing date */
  filedFrom?: string | null | undefined;
  /** latest filing date */
  filedTo?: string | null | undefined;
  /** any of these forms */
  formType?: Array<string> | null | undefined;
  /** SIC industry titles, in any case */
  industries?: Array<string> | null | undefined;
  /** CIKs of owners of the form; the first or a joint one, with or without leading zeros */
  insiderCik?: Array<string> | null | undefined;
  /** part of the name of the insider or of a joint insider, last or first name first */
  insiderName?: string | null | undefined;
  /** under a Rule 10b5-1 plan or not; forms that do not state it never match */
  is10b51?: boolean | null | undefined;
  /** maximum return minus SPY's of a follower after 7 days, in percent; rows whose outcome is not known never match */
  maxAlpha7d?: string | null | undefined;
  /** maximum return minus SPY's of a follower after 30 days, in percent; rows whose outcome is not known never match */
  maxAlpha30d?: string | null | undefined;
  /** maximum return minus SPY's of a follower after 90 days, in percent; rows whose outcome is not known never match */
  maxAlpha90d?: string | null | undefined;
  /** maximum change of the holding in percent, negative for a sale; rows without one never match */
  maxDeltaOwnPct?: string | null | undefined;
  /** maximum return of a follower after 7 days, in percent; rows whose outcome is not known never match */
  maxReturn7d?: string | null | undefined;
  /** maximum return of a follower after 30 days, in percent; rows whose outcome is not known never match */
  maxReturn30d?: string | null | undefined;
  /** maximum return of a follower after 90 days, in percent; rows whose outcome is not known never match */
  maxReturn90d?: string | null | undefined;
  /** maximum number of shares; rows without one never match */
  maxShares?: string | null | undefined;
  /** maximum number of shares owned after the trade; rows without one never match */
  maxSharesOwnedAfter?: string | null | undefined;
  /** maximum value of the trade; rows without a value never match */
  maxValue?: string | null | undefined;
  /** minimum return minus SPY's of a follower after 7 days, in percent; rows whose outcome is not known never match */
  minAlpha7d?: string | null | undefined;
  /** minimum return minus SPY's of a follower after 30 days, in percent; rows whose outcome is not known never match */
  minAlpha30d?: string | null | undefined;
  /** minimum return minus SPY's of a follower after 90 days, in percent; rows whose outcome is not known never match */
  minAlpha90d?: string | null | undefined;
  /** minimum number of days from the trade to its first filing */
  minDelayDays?: number | null | undefined;
  /** minimum change of the holding in percent, negative for a sale; rows without one never match */
  minDeltaOwnPct?: string | null | undefined;
  /** minimum return of a follower after 7 days, in percent; rows whose outcome is not known never match */
  minReturn7d?: string | null | undefined;
  /** minimum return of a follower after 30 days, in percent; rows whose outcome is not known never match */
  minReturn30d?: string | null | undefined;
  /** minimum return of a follower after 90 days, in percent; rows whose outcome is not known never match */
  minReturn90d?: string | null | undefined;
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
  /** a frequent combination of filters in one word; other filters narrow it */
  preset?: InsiderTradePreset | null | undefined;
  /** any of these price qualities; a row whose price could not be compared has none */
  priceQuality?: Array<string> | null | undefined;
  /** one or more ranges of the price, ends included; rows without a price never match */
  priceRanges?: Array<DecimalRange> | null | undefined;
  /** words that must all occur in ticker, company or insider name, or be a whole CIK; a single character is an exact symbol */
  q?: string | null | undefined;
  /** any of these roles of the first reporting owner: by the boxes of the form, and for ceo and cfo by the words of the title */
  role?: Array<string> | null | undefined;
  /** sectors, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted */
  sectors?: Array<string> | null | undefined;
  /** any of these kinds of security */
  securityClass?: Array<string> | null | undefined;
  /** the SEC's industry code of the company */
  sicCode?: number | null | undefined;
  /** any of these directions of the signal */
  signalDirection?: Array<string> | null | undefined;
  /** any of these tiers of the signal */
  signalTier?: Array<string> | null | undefined;
  /** symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades */
  tickers?: Array<string> | null | undefined;
  /** part of the first reporting owner's title; one text, not a list, because titles have commas (`EVP,CFO`): for any of several offices use `role` */
  title?: string | null | undefined;
  /** earliest trade date */
  tradedFrom?: string | null | undefined;
  /** latest trade date */
  tradedTo?: string | null | undefined;
  /** transaction codes, labels or both as responses write them, in any case: `P,S` or `P - Purchase` */
  transactionCodes?: Array<string> | null | undefined;
  /** rows that have changed since then, including superseded ones, which are marked */
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
  | 'ALPHA_7'
  | 'ALPHA_30'
  | 'ALPHA_90'
  | 'DELAY_DAYS'
  | 'EXERCISE_PRICE'
  | 'FILED_ON'
  | 'RETURN_7'
  | 'RETURN_30'
  | 'RETURN_90'
  | 'SIGNAL_SCORE'
  | 'TRADED_ON'
  | 'UNDERLYING_SHARES'
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
  /** latest filing date */
  filedTo?: string | null | undefined;
  /** minimum of the bracket's lower end */
  minAmount?: string | null | undefined;
  /** minimum delay in days; 46 or less finds all late trades */
  minDelayDays?: number | null | undefined;
  /** any of these parties on the trade date */
  party?: Array<string> | null | undefined;
  /** bioguide ids of members; in any case */
  politicianId?: Array<string> | null | undefined;
  /** symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades */
  tickers?: Array<string> | null | undefined;
  /** kind of transaction; sale is every kind of sale */
  tradeKind?: TradeKind | null | undefined;
};

export type LateFilingSort =
  | 'AMOUNT_MID'
  | 'DELAY_DAYS'
  | 'FILED_ON';

export type PoliticianFilter = {
  /** chamber of the current (or last) term */
  chamber?: string | null | undefined;
  /** code of a committee or subcommittee that the member sits on, in any case */
  committee?: string | null | undefined;
  /** district of the current (or last) term, beside the state; 0 is at large; House only */
  district?: number | null | undefined;
  /** serves today */
  inOffice?: boolean | null | undefined;
  /** any of these parties of the current (or last) term */
  party?: Array<string> | null | undefined;
  /** words that must all occur in the member's name */
  q?: string | null | undefined;
  /** any of these states of the current (or last) term, as postal codes */
  state?: Array<string> | null | undefined;
};

export type PoliticianSort =
  | 'ALPHA_90'
  | 'LATE_RATE'
  | 'NAME'
  | 'TRADES'
  | 'VOLUME'
  | 'WIN_RATE_90';

export type PoliticianTradeFilter = {
  /** part of the asset's name as disclosed */
  assetName?: string | null | undefined;
  /** kind of asset as disclosed, in full, in any case */
  assetType?: string | null | undefined;
  /** the box for capital gains over $200, as filed; rows of reports without the box never match */
  capGainsOver200?: boolean | null | undefined;
  /** chamber */
  chamber?: string | null | undefined;
  /** code of a committee with jurisdiction over the issuer that the member sat on, in any case */
  committee?: string | null | undefined;
  /** any of these date qualities */
  dateQuality?: Array<string> | null | undefined;
  /** the member's district on the trade date, beside the state; 0 is at large; House only */
  district?: number | null | undefined;
  /** earliest filing date */
  filedFrom?: string | null | undefined;
  /** latest filing date */
  filedTo?: string | null | undefined;
  /** SIC industry titles of the issuer, in any case */
  industries?: Array<string> | null | undefined;
  /** from an amended report */
  isAmendment?: boolean | null | undefined;
  /** the member sat on a committee with jurisdiction over the issuer */
  isCommitteeTrade?: boolean | null | undefined;
  /** filed more than 45 days after the trade, with plausible dates */
  isLate?: boolean | null | undefined;
  /** maximum return minus SPY's of a follower after 7 days, in percent; rows whose outcome is not known never match */
  maxAlpha7d?: string | null | undefined;
  /** maximum return minus SPY's of a follower after 30 days, in percent; rows whose outcome is not known never match */
  maxAlpha30d?: string | null | undefined;
  /** maximum return minus SPY's of a follower after 90 days, in percent; rows whose outcome is not known never match */
  maxAlpha90d?: string | null | undefined;
  /** maximum of the bracket's upper end; open brackets never match */
  maxAmount?: string | null | undefined;
  /** maximum return of a follower after 7 days, in percent; rows whose outcome is not known never match */
  maxReturn7d?: string | null | undefined;
  /** maximum return of a follower after 30 days, in percent; rows whose outcome is not known never match */
  maxReturn30d?: string | null | undefined;
  /** maximum return of a follower after 90 days, in percent; rows whose outcome is not known never match */
  maxReturn90d?: string | null | undefined;
  /** minimum return minus SPY's of a follower after 7 days, in percent; rows whose outcome is not known never match */
  minAlpha7d?: string | null | undefined;
  /** minimum return minus SPY's of a follower after 30 days, in percent; rows whose outcome is not known never match */
  minAlpha30d?: string | null | undefined;
  /** minimum return minus SPY's of a follower after 90 days, in percent; rows whose outcome is not known never match */
  minAlpha90d?: string | null | undefined;
  /** minimum of the bracket's lower end */
  minAmount?: string | null | undefined;
  /** minimum number of days from the trade to the report */
  minDelayDays?: number | null | undefined;
  /** minimum return of a follower after 7 days, in percent; rows whose outcome is not known never match */
  minReturn7d?: string | null | undefined;
  /** minimum return of a follower after 30 days, in percent; rows whose outcome is not known never match */
  minReturn30d?: string | null | undefined;
  /** minimum return of a follower after 90 days, in percent; rows whose outcome is not known never match */
  minReturn90d?: string | null | undefined;
  /** any of these owners of the asset */
  owner?: Array<string> | null | undefined;
  /** any of these parties on the trade date */
  party?: Array<string> | null | undefined;
  /** part of the member's name */
  politician?: string | null | undefined;
  /** bioguide ids of members; in any case */
  politicianId?: Array<string> | null | undefined;
  /** sectors of the issuer, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted */
  sectors?: Array<string> | null | undefined;
  /** any of these kinds of security */
  securityClass?: Array<string> | null | undefined;
  /** any of these states of the member on the trade date, as postal codes */
  state?: Array<string> | null | undefined;
  /** symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades */
  tickers?: Array<string> | null | undefined;
  /** kind of transaction; sale is every kind of sale */
  tradeKind?: TradeKind | null | undefined;
  /** earliest trade date */
  tradedFrom?: string | null | undefined;
  /** latest trade date */
  tradedTo?: string | null | undefined;
  /** rows that have changed since then, including superseded ones, which are marked */
  updatedSince?: string | null | undefined;
};

export type PoliticianTradeSort =
  | 'ALPHA_7'
  | 'ALPHA_30'
  | 'ALPHA_90'
  | 'AMOUNT_MID'
  | 'DELAY_DAYS'
  | 'FILED_ON'
  | 'RETURN_7'
  | 'RETURN_30'
  | 'RETURN_90'
  | 'TRADED_ON';

export type SortOrder =
  | 'ASC'
  | 'DESC';

export type StatusChange =
  | 'APPROVE'
  | 'RESUME'
  | 'SUSPEND';

export type SubscribedList =
  | 'CLUSTERS'
  | 'LATE_FILINGS'
  | 'POLITICIAN_TRADES'
  | 'TRADES';

export type TradeKind =
  | 'EXCHANGE'
  | 'PURCHASE'
  | 'SALE'
  | 'SALE_FULL'
  | 'SALE_PARTIAL';

export type AmendedTradeFieldsFragment = { id: number, accessionNumber: string, formType: string, filedOn: string, tradedOn: string | null, transactionCode: string, securityTitle: string, shares: string | null, price: string | null, sharesOwnedAfter: string | null, insider: { name: string }, company: { name: string } };

export type AuditPageFragment = { total: number, nodes: Array<{ actorName: string | null, objectName: string | null, entry: { id: number, at: string, actor: string, action: string, objectType: string, objectId: string, before: unknown, after: unknown } }> };

export type ChannelFieldsFragment = { channel: string, active: number, pausedByOwner: number, pausedAfterFailure: number, disabled: number, waiting: number, attempts: number, failures: number, p50: number | null, p95: number | null };

export type ClusterFieldsFragment = { id: number, transactionCode: string, size: number, tradeCount: number, totalValue: string | null, startOn: string, endOn: string };

export type CustomerFieldsFragment = { id: string, email: string, createdAt: string, requestsToday: number, requestsThisMonth: number, plan: { name: string, perDay: number, perMonth: number }, requestedPlan: { name: string } | null };

export type DeliveryFieldsFragment = { messageId: string, events: number, attempt: number, attemptedAt: string, status: number | null, error: string | null, durationMs: number, response: string | null, isTest: boolean };

export type DisclosureFieldsFragment = { id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, isLate: boolean, dateQuality: string, supersededById: number | null, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null };

export type ErrorFieldsFragment = { status: number, route: string, code: string, message: string, requests: number, lastAt: string };

export type ExplanationFieldsFragment = { url: string | null, source: string | null, documentId: string | null, position: string | null, problem: string | null, file: { name: string | null, sha256: string | null, bytes: number | null, firstSeenAt: string | null, path: string | null, state: string, problem: string | null } | null, fields: Array<{ name: string, position: string | null, filed: string | null, read: string | null, stored: string | null, agrees: boolean }>, rules: Array<{ name: string, version: string }>, derived: Array<{ name: string, value: string | null, from: string }> };

export type FailedRequestsFragment = { total: number, nodes: Array<{ requestId: string, at: string, route: string, status: number, code: string, message: string, keyLastFour: string, parameters: unknown }> };

export type HorizonFieldsFragment = { days: number, resolvedTrades: number, avgReturnPct: string | null, avgAlphaPct: string | null, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, pnlLow: string | null, pnlMid: string | null, pnlHigh: string | null, openEndedTrades: number, sampleSufficient: boolean };

export type KeyFieldsFragment = { id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string };

export type LimitFieldsFragment = { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string }, fileBytes: { limit: number, used: number, remaining: number, resetAt: string } };

export type OutcomeFieldsFragment = { status: string, reason: string | null, entryOn: string | null, entryPrice: string | null, horizons: Array<{ days: number, returnPct: string | null, alphaPct: string | null, tradeDateReturnPct: string | null, tradeDateAlphaPct: string | null }> };

export type PoliticianTradeFieldsFragment = { isCommitteeTrade: boolean, committeeData: string, industry: string | null, owner: string | null, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, isLate: boolean, dateQuality: string, supersededById: number | null, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null, committeeMatches: Array<{ code: string, name: string }>, outcome: { status: string, reason: string | null, horizons: Array<{ days: number, returnPct: string | null }> } };

export type PriceFieldsFragment = { symbol: string | null, provider: string | null, dividends: boolean | null, step: string | null, reason: string | null, points: Array<{ day: string, close: number }> };

export type RequestFieldsFragment = { at: string, status: number, milliseconds: number, requestId: string, route: string };

export type RetryFieldsFragment = { tried: number, resolved: Array<number>, refused: Array<{ id: number, fileName: string, reason: string, message: string }>, unavailable: Array<{ id: number, fileName: string, why: string }> };

export type ReturnFieldsFragment = { status: string, reason: string | null, horizons: Array<{ days: number, returnPct: string | null }> };

export type SentFieldsFragment = { status: number | null, error: string | null, durationMs: number, response: string | null };

export type SubscriptionFieldsFragment = { id: string, list: SubscribedList, channel: string, name: string, filters: string, url: string | null, feedAddress: string | null, address: string | null, cadence: string | null, confirmedAt: string | null, state: string, reachedVersion: number, missedSince: string | null, missedFirstVersion: number | null, missedLastVersion: number | null, failedAttempts: number, failingSince: string | null, nextAttemptAt: string | null, waitingEvents: number, createdAt: string, lastDelivery: { attemptedAt: string, status: number | null, error: string | null } | null };

export type TrackRecordFieldsFragment = { days: number, resolvedTrades: number, wins: number, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, beatSpyRatePct: string | null, avgReturnPct: string | null, medianReturnPct: string | null, avgAlphaPct: string | null };

export type TradeFieldsFragment = { id: number, filedOn: string, tradedOn: string | null, filingDelayDays: number | null, tickerAsFiled: string | null, transactionCode: string, shares: string | null, price: string | null, value: string | null, deltaOwnPct: string | null, priceQuality: string | null, dateQuality: string | null, filedDirectionConflict: boolean | null, amendmentStatus: string | null, title: string | null, securityTitle: string, ownership: string | null, formType: string, is10b51: boolean | null, isDerivative: boolean, isAmendment: boolean, supersededById: number | null };

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


export type AccountHomeQuery = { viewer: { plan: { id: string, name: string, perDay: number, perMonth: number, perMinute: number }, requestedPlan: { id: string, name: string } | null, limits: { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string }, fileBytes: { limit: number, used: number, remaining: number, resetAt: string } }, keys: Array<{ id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string }>, subscriptions: Array<{ id: string, name: string, channel: string, state: string, failingSince: string | null, missedSince: string | null }>, usage: Array<{ day: string, route: string, status: number, requests: number }>, firstRequest: { at: string, status: number, milliseconds: number, requestId: string, route: string } | null, lastRequest: { at: string, status: number, milliseconds: number, requestId: string, route: string } | null, errorGroups: Array<{ status: number, route: string, code: string, message: string, requests: number, lastAt: string }> } };

export type AccountUsageQueryVariables = Exact<{
  id: string;
  days: number;
}>;


export type AccountUsageQuery = { account: { limits: { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string }, fileBytes: { limit: number, used: number, remaining: number, resetAt: string } }, usage: Array<{ day: string, route: string, status: number, requests: number }>, keyUsage: Array<{ keyId: string, name: string, lastFour: string, requests: number, failed: number }> } | null };

export type AccountsQueryVariables = Exact<{
  search?: string | null | undefined;
  status?: string | null | undefined;
  plan?: string | null | undefined;
  asksForPlan?: boolean | null | undefined;
  nearLimit?: boolean | null | undefined;
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


export type AttachCorrectedCopyMutation = { attachCorrectedCopy: { tried: number, resolved: Array<number>, refused: Array<{ id: number, fileName: string, reason: string, message: string }>, unavailable: Array<{ id: number, fileName: string, why: string }> } };

export type AuditQueryVariables = Exact<{
  actor?: string | null | undefined;
  kind?: string | null | undefined;
  object?: string | null | undefined;
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


export type ClusterPageQuery = { cluster: { suspectCount: number, averagePrice: string | null, latestFiledOn: string, maxSignalScore: number, id: number, transactionCode: string, size: number, tradeCount: number, totalValue: string | null, startOn: string, endOn: string, company: { cik: string, name: string, ticker: string | null }, insiders: Array<{ cik: string, name: string, title: string | null, value: string | null, tradedOn: string }>, trades: Array<{ id: number, tradedOn: string | null, filedOn: string, isAmendment: boolean, formType: string, filingDelayDays: number | null, is10b51: boolean | null, priceQuality: string | null, dateQuality: string | null, filedDirectionConflict: boolean | null, amendmentStatus: string | null, shares: string | null, price: string | null, value: string | null, outcome: { status: string, reason: string | null, horizons: Array<{ days: number, returnPct: string | null }> }, insider: { cik: string, name: string }, jointInsiders: Array<{ cik: string }> }> } | null };

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


export type CommitteeTradesQuery = { committee: { trades: { total: number, nodes: Array<{ party: string | null, state: string | null, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, isLate: boolean, dateQuality: string, supersededById: number | null, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null, politician: { bioguideId: string, name: string }, committeeMatches: Array<{ code: string, basis: string }> }> } } | null };

export type CommitteesQueryVariables = Exact<{
  filter?: CommitteeFilter | null | undefined;
  page: number;
  pageSize: number;
}>;


export type CommitteesQuery = { committees: { total: number, nodes: Array<{ code: string, name: string, chamber: string, type: string, parentCode: string | null, members: Array<{ bioguideId: string, name: string, side: string | null, rank: number | null, title: string | null }> }> } };

export type CompaniesQueryVariables = Exact<{
  filter?: CompanyFilter | null | undefined;
  sort: CompanySort;
  order: SortOrder;
  days: number;
  page: number;
  pageSize: number;
  dataVersion?: string | null | undefined;
}>;


export type CompaniesQuery = { companies: { total: number, nodes: Array<{ cik: string, name: string, ticker: string | null, sector: string | null, industry: string | null, lastFiledOn: string | null, windows: Array<{ days: number, insiders: { distinctBuyers: number, buyValue: string, sellValue: string, netValue: string }, members: { purchaseCount: number, saleCount: number } }> }> } };

export type CompanyInsidersQueryVariables = Exact<{
  cik: string;
  page: number;
  pageSize: number;
}>;


export type CompanyInsidersQuery = { company: { insiders: { total: number, nodes: Array<{ cik: string, name: string, title: string | null, buyCount: number, sellCount: number, buyValue: string, sellValue: string, suspectCount: number, lastTradedOn: string | null }> } } | null };

export type CompanyOfTickerQueryVariables = Exact<{
  cikOrTicker: string;
}>;


export type CompanyOfTickerQuery = { companyProfile: { cik: string } | null };

export type CompanyPageQueryVariables = Exact<{
  cik: string;
}>;


export type CompanyPageQuery = { company: { cik: string, name: string, ticker: string | null, exchange: string | null, sector: string | null, industry: string | null, tickers: Array<{ symbol: string, firstSeenOn: string, lastSeenOn: string }>, disclosures: { total: number, nodes: Array<{ party: string | null, state: string | null, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, isLate: boolean, dateQuality: string, supersededById: number | null, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null, politician: { bioguideId: string, name: string } }> }, clusters: { total: number, nodes: Array<{ id: number, transactionCode: string, size: number, tradeCount: number, totalValue: string | null, startOn: string, endOn: string }> } } | null };

export type CompanyPricesQueryVariables = Exact<{
  cik: string;
  from?: string | null | undefined;
}>;


export type CompanyPricesQuery = { company: { priceLine: { symbol: string | null, provider: string | null, dividends: boolean | null, step: string | null, reason: string | null, points: Array<{ day: string, close: number }> }, trades: { total: number, nodes: Array<{ tradedOn: string | null, filedOn: string, transactionCode: string, shares: string | null, price: string | null, value: string | null, insider: { cik: string, name: string } }> } } | null };

export type CoveredUntilQueryVariables = Exact<{ [key: string]: never; }>;


export type CoveredUntilQuery = { newestCoveredDay: string | null };

export type CreateFeedMutationVariables = Exact<{
  list: SubscribedList;
  filters: string;
  name: string;
}>;


export type CreateFeedMutation = { createFeed: { id: string, list: SubscribedList, channel: string, name: string, filters: string, url: string | null, feedAddress: string | null, address: string | null, cadence: string | null, confirmedAt: string | null, state: string, reachedVersion: number, missedSince: string | null, missedFirstVersion: number | null, missedLastVersion: number | null, failedAttempts: number, failingSince: string | null, nextAttemptAt: string | null, waitingEvents: number, createdAt: string, lastDelivery: { attemptedAt: string, status: number | null, error: string | null } | null } };

export type CreateKeyMutationVariables = Exact<{
  name: string;
  expiresAt?: string | null | undefined;
  allowlist: Array<string> | string;
}>;


export type CreateKeyMutation = { createKey: { secret: string, key: { id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string } } };

export type CreateMailMutationVariables = Exact<{
  list: SubscribedList;
  filters: string;
  name: string;
  address: string;
  isDaily: boolean;
}>;


export type CreateMailMutation = { createMail: { id: string, list: SubscribedList, channel: string, name: string, filters: string, url: string | null, feedAddress: string | null, address: string | null, cadence: string | null, confirmedAt: string | null, state: string, reachedVersion: number, missedSince: string | null, missedFirstVersion: number | null, missedLastVersion: number | null, failedAttempts: number, failingSince: string | null, nextAttemptAt: string | null, waitingEvents: number, createdAt: string, lastDelivery: { attemptedAt: string, status: number | null, error: string | null } | null } };

export type CreatePartnerKeyMutationVariables = Exact<{
  accountId: string;
  name: string;
  allowlist: Array<string> | string;
}>;


export type CreatePartnerKeyMutation = { createPartnerKey: { secret: string, key: { id: string, name: string, lastFour: string, createdAt: string } } };

export type CreateWebhookMutationVariables = Exact<{
  list: SubscribedList;
  filters: string;
  name: string;
  url: string;
  batchSize: number;
}>;


export type CreateWebhookMutation = { createWebhook: { secret: string, subscription: { id: string, list: SubscribedList, channel: string, name: string, filters: string, url: string | null, feedAddress: string | null, address: string | null, cadence: string | null, confirmedAt: string | null, state: string, reachedVersion: number, missedSince: string | null, missedFirstVersion: number | null, missedLastVersion: number | null, failedAttempts: number, failingSince: string | null, nextAttemptAt: string | null, waitingEvents: number, createdAt: string, lastDelivery: { attemptedAt: string, status: number | null, error: string | null } | null } } };

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

export type DeleteSubscriptionMutationVariables = Exact<{
  id: string;
}>;


export type DeleteSubscriptionMutation = { deleteSubscription: boolean };

export type DisableSubscriptionMutationVariables = Exact<{
  id: string;
}>;


export type DisableSubscriptionMutation = { disableSubscription: { id: string, state: string } };

export type DismissMissedEventsMutationVariables = Exact<{
  id: string;
}>;


export type DismissMissedEventsMutation = { dismissMissedEvents: { id: string, missedSince: string | null } };

export type EditKeyMutationVariables = Exact<{
  id: string;
  name: string;
  expiresAt?: string | null | undefined;
  allowlist: Array<string> | string;
}>;


export type EditKeyMutation = { editKey: { id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string } };

export type EnableSubscriptionMutationVariables = Exact<{
  id: string;
}>;


export type EnableSubscriptionMutation = { enableSubscription: { id: string, state: string } };

export type ErrorsQueryVariables = Exact<{
  status?: number | null | undefined;
  route?: string | null | undefined;
  code?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type ErrorsQuery = { viewer: { errorGroups: Array<{ status: number, route: string, code: string, message: string, requests: number, lastAt: string }>, errors: { total: number, nodes: Array<{ requestId: string, at: string, route: string, status: number, code: string, message: string, keyLastFour: string, parameters: unknown }> } } };

export type EventChannelsQueryVariables = Exact<{ [key: string]: never; }>;


export type EventChannelsQuery = { eventChannels: Array<{ channel: string, active: number, pausedByOwner: number, pausedAfterFailure: number, disabled: number, waiting: number, attempts: number, failures: number, p50: number | null, p95: number | null }>, worstReceivers: Array<{ attempts: number, failures: number, p95: number, subscription: { id: string, list: SubscribedList, channel: string, name: string, filters: string, url: string | null, feedAddress: string | null, address: string | null, cadence: string | null, confirmedAt: string | null, state: string, reachedVersion: number, missedSince: string | null, missedFirstVersion: number | null, missedLastVersion: number | null, failedAttempts: number, failingSince: string | null, nextAttemptAt: string | null, waitingEvents: number, createdAt: string, account: { id: string, email: string }, lastDelivery: { attemptedAt: string, status: number | null, error: string | null } | null } }> };

export type EventSubscriptionQueryVariables = Exact<{
  id: string;
  page: number;
  pageSize: number;
}>;


export type EventSubscriptionQuery = { eventSubscription: { waitingSince: string | null, id: string, list: SubscribedList, channel: string, name: string, filters: string, url: string | null, feedAddress: string | null, address: string | null, cadence: string | null, confirmedAt: string | null, state: string, reachedVersion: number, missedSince: string | null, missedFirstVersion: number | null, missedLastVersion: number | null, failedAttempts: number, failingSince: string | null, nextAttemptAt: string | null, waitingEvents: number, createdAt: string, account: { id: string, email: string }, deliveries: { total: number, nodes: Array<{ messageId: string, events: number, attempt: number, attemptedAt: string, status: number | null, error: string | null, durationMs: number, response: string | null, isTest: boolean }> }, lastDelivery: { attemptedAt: string, status: number | null, error: string | null } | null } | null };

export type EventSubscriptionsQueryVariables = Exact<{
  search?: string | null | undefined;
  channel?: string | null | undefined;
  state?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type EventSubscriptionsQuery = { eventSubscriptions: { total: number, nodes: Array<{ id: string, list: SubscribedList, channel: string, name: string, filters: string, url: string | null, feedAddress: string | null, address: string | null, cadence: string | null, confirmedAt: string | null, state: string, reachedVersion: number, missedSince: string | null, missedFirstVersion: number | null, missedLastVersion: number | null, failedAttempts: number, failingSince: string | null, nextAttemptAt: string | null, waitingEvents: number, createdAt: string, account: { id: string, email: string }, lastDelivery: { attemptedAt: string, status: number | null, error: string | null } | null }> } };

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

export type ValuesFragment = { version: string, tier: string, direction: string, trades: number, periods: Array<{ days: number, resolvedTrades: number, hitRatePct: string | null, hitRateLowPct: string | null, hitRateHighPct: string | null, avgAlphaPct: string | null, avgAlphaLowPct: string | null, avgAlphaHighPct: string | null }> };

export type IgnoreQuarantineMutationVariables = Exact<{
  ids: Array<number> | number;
  because: string;
}>;


export type IgnoreQuarantineMutation = { ignoreQuarantine: boolean };

export type IngestionQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type IngestionQuery = { watchedSources: Array<string>, dataVersion: { kind: string }, coverage: { nodes: Array<{ source: string, newestFiledOn: string | null, expectedOn: string, behindDays: number | null, lastFetchedAt: string | null, behind: boolean | null, days: Array<{ day: string, state: string, listed: number, stored: number, quarantined: number, ignored: number, notFetched: number, storedUnlisted: number, lastFetchedAt: string | null, afterListing: boolean, failure: string | null }> }> }, runRequests: Array<{ id: string, source: string, from: string, to: string, requestedBy: string, requestedAt: string, state: string, notBefore: string, message: string | null, runId: string | null }>, running: { nodes: Array<{ id: string, source: string, arguments: unknown, lives: boolean }> } };

export type InsiderPageQueryVariables = Exact<{
  cik: string;
}>;


export type InsiderPageQuery = { insider: { cik: string, name: string, companies: Array<{ cik: string, ticker: string | null, companyName: string, title: string | null, firstTradedOn: string | null, lastTradedOn: string | null }>, stats: { totalTrades: number, buyCount: number, sellCount: number, totalBuyValue: string, totalSellValue: string, netValue: string, avgTradeValue: string | null, suspectCount: number, uniqueTickers: number, firstTradedOn: string | null, lastTradedOn: string | null } } | null, trackRecord: { benchmark: string, periods: Array<{ days: number, resolvedTrades: number, wins: number, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, beatSpyRatePct: string | null, avgReturnPct: string | null, medianReturnPct: string | null, avgAlphaPct: string | null }>, tradeDate: Array<{ days: number, resolvedTrades: number, wins: number, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, beatSpyRatePct: string | null, avgReturnPct: string | null, medianReturnPct: string | null, avgAlphaPct: string | null }> } | null };

export type InsidersQueryVariables = Exact<{
  filter?: InsiderFilter | null | undefined;
  sort: InsiderSort;
  order: SortOrder;
  page: number;
  pageSize: number;
  dataVersion?: string | null | undefined;
}>;


export type InsidersQuery = { insiders: { total: number, nodes: Array<{ cik: string, name: string, totalValue: string, stats: { totalTrades: number, buyCount: number, sellCount: number, lastTradedOn: string | null }, trackRecord90: { resolvedTrades: number, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, avgAlphaPct: string | null } }> } };

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


export type LateFilingsQuery = { lateFilings: { total: number, nodes: Array<{ deadlineOn: string, daysLate: number, trade: { tickerAsFiled: string | null, chamber: string, party: string | null, state: string | null, isCommitteeTrade: boolean, committeeData: string, industry: string | null, owner: string | null, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, isLate: boolean, dateQuality: string, supersededById: number | null, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null, politician: { bioguideId: string, name: string }, committeeMatches: Array<{ code: string, name: string }>, outcome: { status: string, reason: string | null, horizons: Array<{ days: number, returnPct: string | null }> } } }> } };

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


export type MemberTradesQuery = { politicianTrades: { total: number, nodes: Array<{ isCommitteeTrade: boolean, committeeData: string, industry: string | null, owner: string | null, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, isLate: boolean, dateQuality: string, supersededById: number | null, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null, committeeMatches: Array<{ code: string, name: string }>, outcome: { status: string, reason: string | null, horizons: Array<{ days: number, returnPct: string | null }> } }> } };

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


export type OverviewQuery = { watchedSources: Array<string>, serviceSummary: { requests: number, clientErrors: number, errors: number, refusals: number, cacheHits: number, cacheMisses: number, p50: number | null, p99: number | null, minutes: Array<{ minute: string, requests: number, clientErrors: number, errors: number, refusals: number, cacheHits: number, cacheMisses: number, p50: number | null, p99: number | null }> }, serviceState: { startedAt: string | null, counting: string | null, databaseBytes: number, monthRequests: number, monthErrors: number, disk: { freeBytes: number, totalBytes: number, room: string } | null }, sourceFreshness: Array<{ source: string, newestFiledOn: string | null, expectedOn: string, behindDays: number | null, lastFetchedAt: string | null, behind: boolean | null }>, attention: Array<{ kind: string, subject: string | null, count: number | null, at: string | null, detail: string | null }>, dataVersion: { version: string, asOf: string, kind: string }, active: { total: number }, waiting: { total: number, nodes: Array<{ id: string, email: string, createdAt: string, requestsToday: number, requestsThisMonth: number, plan: { name: string, perDay: number, perMonth: number }, requestedPlan: { name: string } | null }> }, asking: { total: number, nodes: Array<{ id: string, email: string, createdAt: string, requestsToday: number, requestsThisMonth: number, plan: { name: string, perDay: number, perMonth: number }, requestedPlan: { name: string } | null }> }, nearLimit: { total: number, nodes: Array<{ id: string, email: string, createdAt: string, requestsToday: number, requestsThisMonth: number, plan: { name: string, perDay: number, perMonth: number }, requestedPlan: { name: string } | null }> } };

export type OwnLimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnLimitsQuery = { viewer: { limits: { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string }, fileBytes: { limit: number, used: number, remaining: number, resetAt: string } } } };

export type OwnSubscriptionQueryVariables = Exact<{
  id: string;
  page: number;
  pageSize: number;
}>;


export type OwnSubscriptionQuery = { viewer: { subscription: { batchSize: number, previousSecretUntil: string | null, waitingSince: string | null, id: string, list: SubscribedList, channel: string, name: string, filters: string, url: string | null, feedAddress: string | null, address: string | null, cadence: string | null, confirmedAt: string | null, state: string, reachedVersion: number, missedSince: string | null, missedFirstVersion: number | null, missedLastVersion: number | null, failedAttempts: number, failingSince: string | null, nextAttemptAt: string | null, waitingEvents: number, createdAt: string, deliveries: { total: number, nodes: Array<{ messageId: string, events: number, attempt: number, attemptedAt: string, status: number | null, error: string | null, durationMs: number, response: string | null, isTest: boolean }> }, lastDelivery: { attemptedAt: string, status: number | null, error: string | null } | null } | null } };

export type PauseSubscriptionMutationVariables = Exact<{
  id: string;
}>;


export type PauseSubscriptionMutation = { pauseSubscription: { id: string, state: string } };

export type PlansQueryVariables = Exact<{ [key: string]: never; }>;


export type PlansQuery = { planChanges: string, plans: Array<{ id: string, name: string, pricePerMonth: string | null, perMinute: number, perDay: number, perMonth: number, bytesPerDay: string, commercialUse: boolean }>, viewer: { plan: { id: string, name: string, pricePerMonth: string | null, perMinute: number, perDay: number, perMonth: number, bytesPerDay: string, commercialUse: boolean, listed: boolean }, requestedPlan: { id: string, name: string } | null, limits: { day: { used: number }, month: { used: number } } } };

export type PoliticianPageQueryVariables = Exact<{
  id: string;
}>;


export type PoliticianPageQuery = { politician: { bioguideId: string, name: string, party: string | null, state: string | null, position: string | null, committees: Array<{ code: string, name: string, title: string | null }>, stats: { totalTrades: number, buyCount: number, sellCount: number, estVolumeLow: string, estVolumeHigh: string, lateCount: number, lateRatePct: string | null, avgDelayDays: string | null, committeeTradeCount: number, lateJudgedCount: number, committeeJudgedCount: number }, topTickers: Array<{ ticker: string, count: number }>, chartTicker: { ticker: string, count: number } | null } | null, politicianPerformance: { horizons: Array<{ days: number, resolvedTrades: number, avgReturnPct: string | null, avgAlphaPct: string | null, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, pnlLow: string | null, pnlMid: string | null, pnlHigh: string | null, openEndedTrades: number, sampleSufficient: boolean }>, tradeDate: Array<{ days: number, resolvedTrades: number, avgReturnPct: string | null, avgAlphaPct: string | null, winRatePct: string | null, winRateLowPct: string | null, winRateHighPct: string | null, pnlLow: string | null, pnlMid: string | null, pnlHigh: string | null, openEndedTrades: number, sampleSufficient: boolean }> } | null };

export type PoliticianTradeQueryVariables = Exact<{
  id: number;
}>;


export type PoliticianTradeQuery = { politicianTrade: { originalFiledOn: string | null, firstFiledOn: string | null, deadlineOn: string | null, isLateStatutory: boolean | null, notifiedOn: string | null, capGainsOver200: boolean | null, account: string | null, isCommitteeTrade: boolean, committeeData: string, tickerAsFiled: string | null, assetType: string | null, owner: string | null, amountLow: string | null, amountHigh: string | null, comment: string | null, chamber: string, party: string | null, state: string | null, industry: string | null, lastModified: string, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, isLate: boolean, dateQuality: string, supersededById: number | null, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null, committeeMatches: Array<{ code: string }>, seatsOnTradeDate: Array<{ code: string, name: string, side: string | null, rank: number | null, title: string | null, basis: string, seenFrom: string, seenTo: string | null, validFrom: string, validTo: string | null, isGeneral: boolean, covering: Array<{ sector: string | null, industry: string | null, reason: string }> }>, company: { cik: string, name: string } | null, politician: { bioguideId: string, name: string }, report: { docId: string, chamber: string, filerAsFiled: string, title: string | null, sourceUrl: string }, outcome: { status: string, reason: string | null, entryOn: string | null, entryPrice: string | null, horizons: Array<{ days: number, returnPct: string | null, alphaPct: string | null, tradeDateReturnPct: string | null, tradeDateAlphaPct: string | null }> } } | null, rosterSpan: { from: string, to: string } | null };

export type PoliticianTradeHistoryQueryVariables = Exact<{
  id: number;
}>;


export type PoliticianTradeHistoryQuery = { politicianTrade: { isAmendment: boolean, supersededById: number | null, history: Array<{ changedAt: string, reason: string, before: unknown }> } | null };

export type PoliticianTradesQueryVariables = Exact<{
  filter?: PoliticianTradeFilter | null | undefined;
  sort: PoliticianTradeSort;
  order: SortOrder;
  page: number;
  pageSize: number;
  dataVersion?: string | null | undefined;
}>;


export type PoliticianTradesQuery = { politicianTrades: { total: number, nodes: Array<{ tickerAsFiled: string | null, chamber: string, party: string | null, state: string | null, isCommitteeTrade: boolean, committeeData: string, industry: string | null, owner: string | null, id: number, filedOn: string, tradedOn: string | null, delayDays: number | null, isAmendment: boolean, isLate: boolean, dateQuality: string, supersededById: number | null, tradeType: string, ticker: string | null, assetName: string, amountRange: string | null, sector: string | null, politician: { bioguideId: string, name: string }, committeeMatches: Array<{ code: string, name: string }>, outcome: { status: string, reason: string | null, horizons: Array<{ days: number, returnPct: string | null }> } }> } };

export type PoliticiansQueryVariables = Exact<{
  filter?: PoliticianFilter | null | undefined;
  sort: PoliticianSort;
  order: SortOrder;
  page: number;
  pageSize: number;
  dataVersion?: string | null | undefined;
}>;


export type PoliticiansQuery = { politicians: { total: number, nodes: Array<{ member: { bioguideId: string, name: string, party: string | null, state: string | null, position: string | null }, stats: { totalTrades: number, lateCount: number, lateJudgedCount: number, committeeTradeCount: number, committeeJudgedCount: number, estVolumeLow: string, estVolumeHigh: string }, performance90: { resolvedTrades: number, winRatePct: string | null, avgAlphaPct: string | null } }> } };

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


export type QuarantineQuery = { quarantineGroups: Array<{ source: string, reason: string, count: number, message: string, lastAt: string }>, quarantine: { total: number, nodes: Array<{ refusals: number, item: { id: number, source: string, fileName: string, recordRef: string, documentId: string | null, reason: string, message: string, status: string, createdAt: string } }> } };

export type QuarantineItemQueryVariables = Exact<{
  id: number;
}>;


export type QuarantineItemQuery = { quarantineItem: { id: number, source: string, fileName: string, recordRef: string, documentId: string | null, reason: string, message: string, status: string, ignoredBecause: string | null, sha256: string | null, createdAt: string, lastSeenAt: string, resolvedAt: string | null, runId: string | null, retries: number, ofFiling: Array<{ id: number, fileName: string, recordRef: string, documentId: string | null, reason: string, message: string, status: string, createdAt: string }>, content: { bytes: number | null, kind: string | null, lines: Array<string>, firstLine: number, totalLines: number, markedLine: number | null, missing: string | null, readings: Array<{ field: string, read: string | null, problem: string | null }> }, copies: Array<{ id: number, fileName: string, bytes: number, attachedBy: string, attachedAt: string, runId: string | null, refusedAs: Array<number> }> } };

export type RemoveAccountMutationVariables = Exact<{
  id: string;
}>;


export type RemoveAccountMutation = { removeAccount: boolean };

export type RenameSubscriptionMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenameSubscriptionMutation = { renameSubscription: { id: string, name: string } };

export type RenewFeedAddressMutationVariables = Exact<{
  id: string;
}>;


export type RenewFeedAddressMutation = { renewFeedAddress: { id: string, feedAddress: string | null } };

export type ReopenAmendmentMutationVariables = Exact<{
  tradeId: number;
}>;


export type ReopenAmendmentMutation = { reopenAmendment: boolean };

export type ReplayEventsMutationVariables = Exact<{
  id: string;
  sinceVersion: number;
}>;


export type ReplayEventsMutation = { replayEvents: number };

export type RequestLogQueryVariables = Exact<{
  route?: string | null | undefined;
  status?: string | null | undefined;
  keyId?: string | null | undefined;
  day?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type RequestLogQuery = { viewer: { requestRoutes: Array<string>, keys: Array<{ id: string, name: string, lastFour: string }>, requests: { total: number, nodes: Array<{ requestId: string, at: string, route: string, status: number, milliseconds: number, keyName: string | null, keyLastFour: string | null, parameters: unknown }> } } };

export type RequestRunMutationVariables = Exact<{
  source: string;
  from: string;
  to: string;
}>;


export type RequestRunMutation = { requestRun: { id: string, source: string, from: string, to: string, state: string } };

export type ResumeSubscriptionMutationVariables = Exact<{
  id: string;
}>;


export type ResumeSubscriptionMutation = { resumeSubscription: { id: string, state: string } };

export type RetryQuarantineMutationVariables = Exact<{
  ids: Array<number> | number;
}>;


export type RetryQuarantineMutation = { retryQuarantine: { tried: number, resolved: Array<number>, refused: Array<{ id: number, fileName: string, reason: string, message: string }>, unavailable: Array<{ id: number, fileName: string, why: string }> } };

export type RetryQuarantineGroupMutationVariables = Exact<{
  source: string;
  reason: string;
}>;


export type RetryQuarantineGroupMutation = { retryQuarantineGroup: { tried: number, resolved: Array<number>, refused: Array<{ id: number, fileName: string, reason: string, message: string }>, unavailable: Array<{ id: number, fileName: string, why: string }> } };

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

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { secret: string, subscription: { id: string, list: SubscribedList, channel: string, name: string, filters: string, url: string | null, feedAddress: string | null, address: string | null, cadence: string | null, confirmedAt: string | null, state: string, reachedVersion: number, missedSince: string | null, missedFirstVersion: number | null, missedLastVersion: number | null, failedAttempts: number, failingSince: string | null, nextAttemptAt: string | null, waitingEvents: number, createdAt: string, lastDelivery: { attemptedAt: string, status: number | null, error: string | null } | null } } };

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

export type SendMessageAgainMutationVariables = Exact<{
  id: string;
  messageId: string;
}>;


export type SendMessageAgainMutation = { sendMessageAgain: { status: number | null, error: string | null, durationMs: number, response: string | null } };

export type SendTestEventMutationVariables = Exact<{
  id: string;
}>;


export type SendTestEventMutation = { sendTestEvent: { status: number | null, error: string | null, durationMs: number, response: string | null } };

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

export type SubscriptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SubscriptionsQuery = { viewer: { plan: { name: string, subscriptions: number }, channels: Array<{ channel: string, active: number, pausedByOwner: number, pausedAfterFailure: number, disabled: number, waiting: number, attempts: number, failures: number, p50: number | null, p95: number | null }>, subscriptions: Array<{ id: string, list: SubscribedList, channel: string, name: string, filters: string, url: string | null, feedAddress: string | null, address: string | null, cadence: string | null, confirmedAt: string | null, state: string, reachedVersion: number, missedSince: string | null, missedFirstVersion: number | null, missedLastVersion: number | null, failedAttempts: number, failingSince: string | null, nextAttemptAt: string | null, waitingEvents: number, createdAt: string, lastDelivery: { attemptedAt: string, status: number | null, error: string | null } | null }> } };

export type SymbolsQueryVariables = Exact<{
  q: string;
  page: number;
  pageSize: number;
}>;


export type SymbolsQuery = { symbols: { total: number, nodes: Array<{ kind: string, name: string, ticker: string | null, cik: string | null, bioguideId: string | null }> } };

export type TradeQueryVariables = Exact<{
  id: number;
}>;


export type TradeQuery = { insiderTrade: { accessionNumber: string, acquiredDisposed: string | null, sharesOwnedAfter: string | null, firstFiledOn: string, countedFrom: string, natureOfOwnership: string | null, acceptedAt: string | null, lastModified: string, exercisePrice: string | null, exercisableOn: string | null, expiresOn: string | null, underlyingTitle: string | null, underlyingShares: string | null, id: number, filedOn: string, tradedOn: string | null, filingDelayDays: number | null, tickerAsFiled: string | null, transactionCode: string, shares: string | null, price: string | null, value: string | null, deltaOwnPct: string | null, priceQuality: string | null, dateQuality: string | null, filedDirectionConflict: boolean | null, amendmentStatus: string | null, title: string | null, securityTitle: string, ownership: string | null, formType: string, is10b51: boolean | null, isDerivative: boolean, isAmendment: boolean, supersededById: number | null, footnotes: Array<{ id: string, text: string | null }>, company: { cik: string, name: string, ticker: string | null }, insider: { cik: string, name: string }, jointInsiders: Array<{ cik: string, name: string }>, filing: { sourceUrl: string, periodOfReport: string | null, remarks: string | null }, signal: { score: number, tier: string, direction: string, version: string, factors: Array<{ factor: string, points: number }> }, outcome: { status: string, reason: string | null, entryOn: string | null, entryPrice: string | null, horizons: Array<{ days: number, returnPct: string | null, alphaPct: string | null, tradeDateReturnPct: string | null, tradeDateAlphaPct: string | null }> } } | null };

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

export type TradeHistoryQueryVariables = Exact<{
  id: number;
}>;


export type TradeHistoryQuery = { insiderTrade: { isAmendment: boolean, supersededById: number | null, history: Array<{ changedAt: string, reason: string, before: unknown }> } | null };

export type TradesQueryVariables = Exact<{
  filter?: InsiderTradeFilter | null | undefined;
  includeDerivative: boolean;
  sort?: InsiderTradeSort | null | undefined;
  order?: SortOrder | null | undefined;
  page: number;
  pageSize: number;
  dataVersion?: string | null | undefined;
}>;


export type TradesQuery = { insiderTrades: { total: number, nodes: Array<{ ticker: string | null, id: number, filedOn: string, tradedOn: string | null, filingDelayDays: number | null, tickerAsFiled: string | null, transactionCode: string, shares: string | null, price: string | null, value: string | null, deltaOwnPct: string | null, priceQuality: string | null, dateQuality: string | null, filedDirectionConflict: boolean | null, amendmentStatus: string | null, title: string | null, securityTitle: string, ownership: string | null, formType: string, is10b51: boolean | null, isDerivative: boolean, isAmendment: boolean, supersededById: number | null, company: { cik: string, name: string }, insider: { cik: string, name: string }, outcome: { status: string, reason: string | null, horizons: Array<{ days: number, returnPct: string | null }> }, signal: { score: number, tier: string, direction: string } }> } };

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


export type UsageQuery = { viewer: { limits: { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string }, fileBytes: { limit: number, used: number, remaining: number, resetAt: string } }, usage: Array<{ day: string, route: string, status: number, requests: number }>, keyUsage: Array<{ keyId: string, name: string, lastFour: string, requests: number, failed: number }> } };

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
export const AccountHome: Operation<AccountHomeQuery, AccountHomeQueryVariables> = { name: "AccountHome", hash: "ed901d3b0f59bec912d045d287571ca417eb93222db0a1de4f8c6c1d1ee4f384" };
export const AccountUsage: Operation<AccountUsageQuery, AccountUsageQueryVariables> = { name: "AccountUsage", hash: "663c600562d535c666ba7a1fbb143c61e1398a96401ca1afe74e25b146cf9130" };
export const Accounts: Operation<AccountsQuery, AccountsQueryVariables> = { name: "Accounts", hash: "6fde39917d5374e92812168d48307ca8bb121a0c4c366348502e8b8f94371e48" };
export const AmendmentDecisions: Operation<AmendmentDecisionsQuery, AmendmentDecisionsQueryVariables> = { name: "AmendmentDecisions", hash: "e39de5df8407b8c00190d897098d1427f7a7b0bc8534fafb4423f7abfed051d4" };
export const AttachCorrectedCopy: Operation<AttachCorrectedCopyMutation, AttachCorrectedCopyMutationVariables> = { name: "AttachCorrectedCopy", hash: "12b7f83bd5cca9ffd0bc970f94f700020a6bf2d62b2c0d5acce91d961c59c4e1" };
export const Audit: Operation<AuditQuery, AuditQueryVariables> = { name: "Audit", hash: "0eae09a1bc348c532a435b52253daf7ea9bdc47342940d5e66c29c4409ca8e90" };
export const ChangeAccountStatus: Operation<ChangeAccountStatusMutation, ChangeAccountStatusMutationVariables> = { name: "ChangeAccountStatus", hash: "1bddf1f36ea171432fdb4bfbf5d431cd0d8f8a0916e3f61915620eaae0d63814" };
export const ChoosePlan: Operation<ChoosePlanMutation, ChoosePlanMutationVariables> = { name: "ChoosePlan", hash: "7b80067fab555a18039c410bc9d166e48da44549ceb83b451f3f77e0322c3125" };
export const ClusterPage: Operation<ClusterPageQuery, ClusterPageQueryVariables> = { name: "ClusterPage", hash: "7b3ff9ec24fe6cf8aa8cf59308a5fa1a6ba4337f7b8361cf2db270feb32bd490" };
export const Clusters: Operation<ClustersQuery, ClustersQueryVariables> = { name: "Clusters", hash: "5babd6246ad475f6f647c532f06b3ac97360bb08fbcbb443fabe441d1a389256" };
export const CommitteePage: Operation<CommitteePageQuery, CommitteePageQueryVariables> = { name: "CommitteePage", hash: "e9f6dddea9c984d0b7981f9a5028fdf7f5e476a99dc9d2a839cbe1e54652153f" };
export const CommitteeTrades: Operation<CommitteeTradesQuery, CommitteeTradesQueryVariables> = { name: "CommitteeTrades", hash: "f4eafbe520728a913c99e409691551957f5e0b9025957f10ddc3caed4549f11a" };
export const Committees: Operation<CommitteesQuery, CommitteesQueryVariables> = { name: "Committees", hash: "d17b504e9c159c688645f2e34e8c73677ce5ec9172fbe45d16cc247f755948f0" };
export const Companies: Operation<CompaniesQuery, CompaniesQueryVariables> = { name: "Companies", hash: "651b4f16c512ee7ee230a243826002fc167620c4b38e7403aa9c6d810143f1d8" };
export const CompanyInsiders: Operation<CompanyInsidersQuery, CompanyInsidersQueryVariables> = { name: "CompanyInsiders", hash: "a22da780501b90ee731c1817ab90c9fdb46e8d45f22f94d45277dc9f4109d865" };
export const CompanyOfTicker: Operation<CompanyOfTickerQuery, CompanyOfTickerQueryVariables> = { name: "CompanyOfTicker", hash: "b83c3f377f604f53a86df785e4288f136f06d02846ac69b984be0eddfe2f1dbb" };
export const CompanyPage: Operation<CompanyPageQuery, CompanyPageQueryVariables> = { name: "CompanyPage", hash: "47707f516a86b553bb7f03dd0a78b3afb451fc8508b5c8ab53a4ab0295d60d79" };
export const CompanyPrices: Operation<CompanyPricesQuery, CompanyPricesQueryVariables> = { name: "CompanyPrices", hash: "3ee13123d0891551e5ff05eba441b8fc8f753be9f10a916a022a6466ea595fbe" };
export const CoveredUntil: Operation<CoveredUntilQuery, CoveredUntilQueryVariables> = { name: "CoveredUntil", hash: "0624bf3affb10294bc83b6aaddec37346f2f9add30372c23688b08d5a1d6ed51" };
export const CreateFeed: Operation<CreateFeedMutation, CreateFeedMutationVariables> = { name: "CreateFeed", hash: "d7a0d3f162635cbace21a7349e2f626345ba708fd673c29b2ddd056416e7b696" };
export const CreateKey: Operation<CreateKeyMutation, CreateKeyMutationVariables> = { name: "CreateKey", hash: "4c7cfe98f972e43ce3ba63412abcd091ed310368a54aa02752a9577902f2172c" };
export const CreateMail: Operation<CreateMailMutation, CreateMailMutationVariables> = { name: "CreateMail", hash: "6813c06127d7f6e260d6fb406450fced6c38fa6dd1bb426ced73bbbe123915ab" };
export const CreatePartnerKey: Operation<CreatePartnerKeyMutation, CreatePartnerKeyMutationVariables> = { name: "CreatePartnerKey", hash: "d8fff4c5678e22b45fedf96817745fb1c7a021a4f3581071e7f4221b0d7db8d1" };
export const CreateWebhook: Operation<CreateWebhookMutation, CreateWebhookMutationVariables> = { name: "CreateWebhook", hash: "48ab62f0a626265dda2b1ab948204c304696a1b86d438f458d42dd11c6e9c058" };
export const DayDocuments: Operation<DayDocumentsQuery, DayDocumentsQueryVariables> = { name: "DayDocuments", hash: "996598bb87c670cb47691785b2b3cac7833cd7e4e01b4876a10d2f2746d2cd3c" };
export const DecideAmendment: Operation<DecideAmendmentMutation, DecideAmendmentMutationVariables> = { name: "DecideAmendment", hash: "bc766429808fc1e344e6fbc8f6145c45c838eeceb612fc7d15047ae5c2692041" };
export const DeleteSubscription: Operation<DeleteSubscriptionMutation, DeleteSubscriptionMutationVariables> = { name: "DeleteSubscription", hash: "ebeea24748af44d058b505b79489ddca6291503c47da94cc780223c5f20bc033" };
export const DisableSubscription: Operation<DisableSubscriptionMutation, DisableSubscriptionMutationVariables> = { name: "DisableSubscription", hash: "bcc01b20299b90bc1f173dd04b84de6961e5239e0c75ef9f0fdd7308bd3778e4" };
export const DismissMissedEvents: Operation<DismissMissedEventsMutation, DismissMissedEventsMutationVariables> = { name: "DismissMissedEvents", hash: "45889c288162b65f6438e826c12e7b1b8be3fcc44eb21f1f0b225ce667b98ca1" };
export const EditKey: Operation<EditKeyMutation, EditKeyMutationVariables> = { name: "EditKey", hash: "a8026616ba6114e53857736242f13956f1f4020adff3122ee1b16b9274f7aaf9" };
export const EnableSubscription: Operation<EnableSubscriptionMutation, EnableSubscriptionMutationVariables> = { name: "EnableSubscription", hash: "df1920ddddd2774a04a97045f3337f768966d47d3803f94efb0baa749e83e64f" };
export const Errors: Operation<ErrorsQuery, ErrorsQueryVariables> = { name: "Errors", hash: "d019681099594c182b84ba6085cf83cbba2a2a165ce7374c064854038262b7ff" };
export const EventChannels: Operation<EventChannelsQuery, EventChannelsQueryVariables> = { name: "EventChannels", hash: "ef7d6665c626b13936098a2b3d379f169a39152a8af3bf0d7c352284b3088151" };
export const EventSubscription: Operation<EventSubscriptionQuery, EventSubscriptionQueryVariables> = { name: "EventSubscription", hash: "39635181e5b6b31742963874c00a8f9306aaa7c89e11bf063cc89587e03564eb" };
export const EventSubscriptions: Operation<EventSubscriptionsQuery, EventSubscriptionsQueryVariables> = { name: "EventSubscriptions", hash: "4fffe809bddf88ce22b632caee21426b92c2ff8d1aa399040ffb0ff07f22bbff" };
export const ExplainPoliticianTrade: Operation<ExplainPoliticianTradeQuery, ExplainPoliticianTradeQueryVariables> = { name: "ExplainPoliticianTrade", hash: "53ddd916e54d75b899bd64984f58860a34bce084be3bc615ca5bf939135c2382" };
export const ExplainTrade: Operation<ExplainTradeQuery, ExplainTradeQueryVariables> = { name: "ExplainTrade", hash: "e6f71075cf12eb0a04c896f145c45e259443e7bb3b4267cf5b1cefef7616fb26" };
export const FilingDelays: Operation<FilingDelaysQuery, FilingDelaysQueryVariables> = { name: "FilingDelays", hash: "0213aaadf0a795ccfb3bf1f6efc98891c8f5528541ab9156b4edc2a4cc645dd1" };
export const FilingTrace: Operation<FilingTraceQuery, FilingTraceQueryVariables> = { name: "FilingTrace", hash: "85b2d02c325972b9c4c3a7ac916930b2dbfd01be9d11d8c0fb056f5f4ef9a99e" };
export const FlaggedRows: Operation<FlaggedRowsQuery, FlaggedRowsQueryVariables> = { name: "FlaggedRows", hash: "c17460b327bdd4fb8c534dcabdbba23ce7a2f16b2c3b40d0f267f6a2061748df" };
export const HitRates: Operation<HitRatesQuery, HitRatesQueryVariables> = { name: "HitRates", hash: "2603e588b20f040d9fe44a380c29e75a8e66a40c2bef5f508f60518a3c19eeff" };
export const IgnoreQuarantine: Operation<IgnoreQuarantineMutation, IgnoreQuarantineMutationVariables> = { name: "IgnoreQuarantine", hash: "49bcd4a6fe3dd9eaf60b92032b7a96e158886b1009f06786b5d952b023b93978" };
export const Ingestion: Operation<IngestionQuery, IngestionQueryVariables> = { name: "Ingestion", hash: "181c98d7640988d010160fcc5db50df5974b16f08c2dea2c60a9bcefbdbef6a8" };
export const InsiderPage: Operation<InsiderPageQuery, InsiderPageQueryVariables> = { name: "InsiderPage", hash: "b9c4982ea085dc55aff4c153a9f07bfe1aa989d50d450b12f1254f0f3aca87d7" };
export const Insiders: Operation<InsidersQuery, InsidersQueryVariables> = { name: "Insiders", hash: "38a2f3a104fa81493024e5782bf49cddb3eaccbfca7dd976a2c9de1a65bc3ac1" };
export const IssueResetLink: Operation<IssueResetLinkMutation, IssueResetLinkMutationVariables> = { name: "IssueResetLink", hash: "dbcec53dc0a1439b6344693c70ab44d085a54711503e4cf53016f7ea47e4e69b" };
export const Keys: Operation<KeysQuery, KeysQueryVariables> = { name: "Keys", hash: "b72c893d554c249ef626a6e59a5c5d537f3ff0a46167e99e27a682fd5bfaab8e" };
export const LateFilings: Operation<LateFilingsQuery, LateFilingsQueryVariables> = { name: "LateFilings", hash: "6d10141b04f8cb21e7a2e330fe4b07b3804c92ed718516b23204b62eccad6ce9" };
export const MemberPrices: Operation<MemberPricesQuery, MemberPricesQueryVariables> = { name: "MemberPrices", hash: "3ae8951b14ccba1d7c2b3ae1c60715bed0411ac7811ab152b112a13d355bb9f2" };
export const MemberTrades: Operation<MemberTradesQuery, MemberTradesQueryVariables> = { name: "MemberTrades", hash: "d3dc9384c9d2ac44a60f12d7f38cccbb2780d3c9e0aa2cf7bfc2cc7b3d6a951c" };
export const NotJudgedRows: Operation<NotJudgedRowsQuery, NotJudgedRowsQueryVariables> = { name: "NotJudgedRows", hash: "c944dbef70deef1acf7ca33afae17660a50648b2870a0e3b971f0ad7ba59201d" };
export const NotJudgedTitles: Operation<NotJudgedTitlesQuery, NotJudgedTitlesQueryVariables> = { name: "NotJudgedTitles", hash: "617f4f9ecdccd66186d64626675842b1747b1ee622d59f8a5d51f8ff4a2230d4" };
export const NotRestatedTrades: Operation<NotRestatedTradesQuery, NotRestatedTradesQueryVariables> = { name: "NotRestatedTrades", hash: "fb96c16155f54c72f2bb2a27c098b3c1f6de1b54ef60d9ec2dcdbd216e8906f8" };
export const Overview: Operation<OverviewQuery, OverviewQueryVariables> = { name: "Overview", hash: "0d312b40b4f0fe92bab017b38ef9b1968ebda08a983b6e3debcb02037cc287b4" };
export const OwnLimits: Operation<OwnLimitsQuery, OwnLimitsQueryVariables> = { name: "OwnLimits", hash: "d9e48f2e08611d05f84048b4f276a41eff93da7ebcb23639854f784d81866bad" };
export const OwnSubscription: Operation<OwnSubscriptionQuery, OwnSubscriptionQueryVariables> = { name: "OwnSubscription", hash: "cd496288c5637f59a9711c4f51b75514b16cc7cde822ceff7f50a743fd053835" };
export const PauseSubscription: Operation<PauseSubscriptionMutation, PauseSubscriptionMutationVariables> = { name: "PauseSubscription", hash: "8d57775176d58a00ea3676d57a62dabd268775a9397e5d2776a897e5f3d9d3c8" };
export const Plans: Operation<PlansQuery, PlansQueryVariables> = { name: "Plans", hash: "f001323c92d89bc7d13f6a6af3457b6d850f8d6aecc01368e4089b1414313345" };
export const PoliticianPage: Operation<PoliticianPageQuery, PoliticianPageQueryVariables> = { name: "PoliticianPage", hash: "b69f09e7ed85f886a0170808ab14e3c0021302f42d0b410cadadda6a62e9df7e" };
export const PoliticianTrade: Operation<PoliticianTradeQuery, PoliticianTradeQueryVariables> = { name: "PoliticianTrade", hash: "68a789e7bb00d16e22b20118a834532b8a081aaaf1136362ca270e1b08e3a11c" };
export const PoliticianTradeHistory: Operation<PoliticianTradeHistoryQuery, PoliticianTradeHistoryQueryVariables> = { name: "PoliticianTradeHistory", hash: "dc4e028d8d25ba854ed764a79ec531128a9c007b5688b54b4337a0d49f08033b" };
export const PoliticianTrades: Operation<PoliticianTradesQuery, PoliticianTradesQueryVariables> = { name: "PoliticianTrades", hash: "feddebefb43d4b78d1c00b9efdff48c97828c6ceecb21aa787dcae8d3b16e8ca" };
export const Politicians: Operation<PoliticiansQuery, PoliticiansQueryVariables> = { name: "Politicians", hash: "8981e29948bfbb890580b486dccf48a6d7b738c208b705b225e7504256017f08" };
export const PreviewCorrectedCopy: Operation<PreviewCorrectedCopyQuery, PreviewCorrectedCopyQueryVariables> = { name: "PreviewCorrectedCopy", hash: "c011127004a70ea11f6967b40dcfd991f1b76bfb907a9acda533275874ad5008" };
export const Quality: Operation<QualityQuery, QualityQueryVariables> = { name: "Quality", hash: "9ce3a0f75d76260d9cd36828afbf8f7d7afa4c4df853ae733b6fcf48599d4cab" };
export const Quarantine: Operation<QuarantineQuery, QuarantineQueryVariables> = { name: "Quarantine", hash: "ed28506572babfb8c4295917f92d4e236d1120d29b9da8c343fe8d2ede6eeb08" };
export const QuarantineItem: Operation<QuarantineItemQuery, QuarantineItemQueryVariables> = { name: "QuarantineItem", hash: "ff5cf9bccc7d95af9f3e46e2d3b47026643651bb46822e5be1f5afc5aaaf41ca" };
export const RemoveAccount: Operation<RemoveAccountMutation, RemoveAccountMutationVariables> = { name: "RemoveAccount", hash: "52f2abac11aa5528afb23140f77d2ae0ec784471ffd1e881c351073a7b80da88" };
export const RenameSubscription: Operation<RenameSubscriptionMutation, RenameSubscriptionMutationVariables> = { name: "RenameSubscription", hash: "c51452606149584a63b314d66b13263b301b75c4eaa377d11a2a3525ad3f8817" };
export const RenewFeedAddress: Operation<RenewFeedAddressMutation, RenewFeedAddressMutationVariables> = { name: "RenewFeedAddress", hash: "7669125a2c7c0c1f1d1edef73aa15ce70cc6246fae9636a8a98da0bdd59ea832" };
export const ReopenAmendment: Operation<ReopenAmendmentMutation, ReopenAmendmentMutationVariables> = { name: "ReopenAmendment", hash: "c3b076a654e26896d077b24b6c581af575d53ca37ced3e9573376e401c46961a" };
export const ReplayEvents: Operation<ReplayEventsMutation, ReplayEventsMutationVariables> = { name: "ReplayEvents", hash: "befc529ae8b5ae42195a0d89020833a15395398523dd3cd754009e64168b7f0b" };
export const RequestLog: Operation<RequestLogQuery, RequestLogQueryVariables> = { name: "RequestLog", hash: "b18173261ee34b0ce277a26ee723c935aa8874a14b8fcb0677c6c4ce0eda653e" };
export const RequestRun: Operation<RequestRunMutation, RequestRunMutationVariables> = { name: "RequestRun", hash: "6990ce6bc6b48580f9dff18e5b7ddc3ad5d8c34b1d55dce24c4d7c1875505c1d" };
export const ResumeSubscription: Operation<ResumeSubscriptionMutation, ResumeSubscriptionMutationVariables> = { name: "ResumeSubscription", hash: "2d9436fc9c5c0d27dd6fb0564d8bc384130718f042b823eaf7bb57d0397f03a3" };
export const RetryQuarantine: Operation<RetryQuarantineMutation, RetryQuarantineMutationVariables> = { name: "RetryQuarantine", hash: "c8d180323f70e02f9eb6c0cc903b0c6d666a73d4865f4459a8354f5791d88556" };
export const RetryQuarantineGroup: Operation<RetryQuarantineGroupMutation, RetryQuarantineGroupMutationVariables> = { name: "RetryQuarantineGroup", hash: "71d262b13c9c87b49c415dd2410654d91677643d9ea17d8a5e4812abe5dc4574" };
export const RevokeAccountKey: Operation<RevokeAccountKeyMutation, RevokeAccountKeyMutationVariables> = { name: "RevokeAccountKey", hash: "967674c93797b33ee63434b1b87724ed34c3f4ae6a9cd4e7f9931808f5b41aeb" };
export const RevokeKey: Operation<RevokeKeyMutation, RevokeKeyMutationVariables> = { name: "RevokeKey", hash: "75c8f76c7ec3dd14c0156dd85ad750b09c3f43b788c7703eed057383955a27f0" };
export const RotateKey: Operation<RotateKeyMutation, RotateKeyMutationVariables> = { name: "RotateKey", hash: "9eed252868cfb181dbc3b1b386223f83fd1fa0dcc35b4341aea17b0ad1654c36" };
export const RotateWebhookSecret: Operation<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables> = { name: "RotateWebhookSecret", hash: "883c987da66c708843db082ef484b0a657dd003433f139f5841ea3f59cb4025a" };
export const Run: Operation<RunQuery, RunQueryVariables> = { name: "Run", hash: "b898bd2053d9e862a1f6b1bb3fe422d41dc28420172cb63c7622f1cb72b24037" };
export const Runs: Operation<RunsQuery, RunsQueryVariables> = { name: "Runs", hash: "37e534ff2f81b312479d043b6c95137c27acb77c4566080ee0cffd4b07d372fd" };
export const SendMessageAgain: Operation<SendMessageAgainMutation, SendMessageAgainMutationVariables> = { name: "SendMessageAgain", hash: "043dcefda362581a22e3afa1b22a8447fd7261f1cd0023355dedb829ef762cf1" };
export const SendTestEvent: Operation<SendTestEventMutation, SendTestEventMutationVariables> = { name: "SendTestEvent", hash: "c1f58b72075cb5a2681b2f1c73fd49aad4e83542511580ac2f198a9fa9d537b1" };
export const SetAccountPlan: Operation<SetAccountPlanMutation, SetAccountPlanMutationVariables> = { name: "SetAccountPlan", hash: "59266ebabf8593c1fa4b6e5a2bca77a3e48eb32d18a48e215d115a553f91323e" };
export const SignalTrades: Operation<SignalTradesQuery, SignalTradesQueryVariables> = { name: "SignalTrades", hash: "4737aa9bec28041a8096670ea484ccd17d0ecb0c77224592597860ddf34d8c86" };
export const StopRun: Operation<StopRunMutation, StopRunMutationVariables> = { name: "StopRun", hash: "350f0b7a11ffad9570bd031d8e77dd9ec2c2452c82c5e16cecbba981b819ef92" };
export const Subscriptions: Operation<SubscriptionsQuery, SubscriptionsQueryVariables> = { name: "Subscriptions", hash: "00e0db80c032a7e1620f573f350ad73063e28f3a9bf6177ff135de0c6a43ee7c" };
export const Symbols: Operation<SymbolsQuery, SymbolsQueryVariables> = { name: "Symbols", hash: "4d10e36ccaa1f5edd41532f160c6bc9c55517ad50cc72591d91afd623a95ec5b" };
export const Trade: Operation<TradeQuery, TradeQueryVariables> = { name: "Trade", hash: "2afe593316ba643f443eb02277b062ad4500bec16a0f43910ddb2053bce1f6ce" };
export const TradeFacets: Operation<TradeFacetsQuery, TradeFacetsQueryVariables> = { name: "TradeFacets", hash: "d2101682fdd7cd25b0d77c4f8ad153a315cc7f6f14e1777250553bb686d1fc4e" };
export const TradeHistory: Operation<TradeHistoryQuery, TradeHistoryQueryVariables> = { name: "TradeHistory", hash: "7bf944ebc0e9159d3653589161980be0b7ed53c2c567c129eb8292c50e0f15bc" };
export const Trades: Operation<TradesQuery, TradesQueryVariables> = { name: "Trades", hash: "db4ef415fb782510f02c5730993b7084228325e9f53f131871e15ba38df1a2aa" };
export const UndecidedTrades: Operation<UndecidedTradesQuery, UndecidedTradesQueryVariables> = { name: "UndecidedTrades", hash: "0aa750f8be8333a6051080482953b542af7aa3626dc103a62a80484273861833" };
export const UnignoreQuarantine: Operation<UnignoreQuarantineMutation, UnignoreQuarantineMutationVariables> = { name: "UnignoreQuarantine", hash: "ef02d0ef8f3a65350ec25c95f7ac6207018e3a77138e45f985ad562cbbebb57e" };
export const UnmatchedFilers: Operation<UnmatchedFilersQuery, UnmatchedFilersQueryVariables> = { name: "UnmatchedFilers", hash: "fa20e243e4640404c19981a7a1cf50573824b96c1cd31a0ad4649aac1b8b2cdc" };
export const UnpricedSymbols: Operation<UnpricedSymbolsQuery, UnpricedSymbolsQueryVariables> = { name: "UnpricedSymbols", hash: "5f1a64b58d61795c2f49e78318593b51075ceb26d060f73d249c9dcac7d095f8" };
export const Usage: Operation<UsageQuery, UsageQueryVariables> = { name: "Usage", hash: "304bf4c90461c3ec3b2e1a63959e3302531909c552dec666caa0a450c401ad25" };
export const Vocabulary: Operation<VocabularyQuery, VocabularyQueryVariables> = { name: "Vocabulary", hash: "d16cc4a6df1ce443e1dc86fd70e6073bc0a19fc115dfd885dbe5fbaa1417dd32" };
export const WaitingAmendments: Operation<WaitingAmendmentsQuery, WaitingAmendmentsQueryVariables> = { name: "WaitingAmendments", hash: "91f3c8e84831b19ad25585b08719a5bcff29b60f72e39773b3f53f2f2e1c6ec9" };
export const WithdrawRunRequest: Operation<WithdrawRunRequestMutation, WithdrawRunRequestMutationVariables> = { name: "WithdrawRunRequest", hash: "ff2bd7acd189579902f95322564e42d822ebfe18e2afaa002da3b0878976afc5" };
