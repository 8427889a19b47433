// Stored fields that no response shows, each with the reason. The list is reviewed: a new field belongs in a response,
// not here.
type Reviewed = [reason: string, fields: Record<string, string>][];

/** `Model.field` -> reason. */
const byField = (reviewed: Reviewed): Record<string, string> =>
  Object.fromEntries(
    reviewed.flatMap(([reason, fields]) =>
      Object.entries(fields).flatMap(([model, names]) => names.split(" ").map((name) => [`${model}.${name}`, reason])),
    ),
  );

const byModel = (reviewed: [reason: string, models: string][]): Record<string, string> =>
  Object.fromEntries(reviewed.flatMap(([reason, models]) => models.split(" ").map((model) => [model, reason])));

/** Models without a GraphQL type. */
export const hiddenModels = byModel([
  ["shown as coverage", "ListedDocument ListedDayChange ListingFetch RosterSnapshot HouseIndexEntry"],
  ["shown as names of sectors and industries", "SicCode"],
  ["shown as the file of an explanation", "SourceFile"],
  ["shown as versions of a row", "RowHistory"],
  ["shown as outcome, like those of insiders", "PoliticianOutcome"],
  ["shown as seats, which are computed from them", "RosterEntry"],
  ["shown as signal performance", "SignalDay"],
  ["shown as statistics and performance of a member", "PoliticianSums"],
  ["shown as statistics and track record of an insider", "InsiderSums"],
  ["a limit's own count", "DownloadDay"],
  ["shown as sums and newest filing of a company", "CompanyWindowSums CompanySums"],
  ["shown as the groups of a summary, which are added up from them", "CompanyDay"],
  ["shown as counts of words, which are added up from them", "TradeWordDay"],
  ["shown as the trades of a cluster", "ClusterTrade"],
  ["shown as waiting amendments, and as the facts of an explanation", "AmendmentLink AmendmentDecision"],
  ["shown as a price line", "PriceSeries PriceBar"],
  [
    "shown as limits and requests of an account",
    "QuotaWindow AccountRequests AccountError LoggedRequest KeyUsage ServiceMinute",
  ],
  [
    "work of the service",
    "FetchedResource OutboundGate PendingDerivation ListChange MatchProgress OpenStream Maintenance RateLimit Notice",
  ],
  ["shown as events", "RowChange MatchedChange"],
  ["secrets, or people's own", "User Credential Session TwoFactor Verification"],
]);

/** Fields of shown models without a GraphQL field. */
export const hiddenFields = byField([
  [
    "what decides whether a file is written again, and how long it stays",
    { PublishedExport: "fingerprint replacedAt" },
  ],
  [
    "a key between tables; the response has the row that it refers to",
    {
      Account: "planId requestedPlanId",
      ApiKey: "accountId",
      Cluster: "companyCik",
      CommitteeJurisdiction: "id committeeCode",
      CommitteeMembership: "id committeeCode",
      CompanyTicker: "cik",
      DataVersion: "id",
      DisclosureReport: "bioguideId amendsReportId",
      Delivery: "id subscriptionId",
      Filing: "companyCik",
      FilingOwner: "accessionNumber ordinal",
      Holding: "rowIndex companyCik insiderCik",
      InsiderOutcome: "tradeId seriesId",
      InsiderTrade: "rowIndex companyCik insiderCik",
      PoliticianTerm: "bioguideId",
      PoliticianTrade: "reportId rowIndex bioguideId companyCik",
      QuarantineCopy: "quarantineId",
      Subscription: "accountId",
    },
  ],
  [
    "how the row was loaded: shown by an explanation at most",
    {
      Committee: "contentHash",
      Company: "asOf priceBasis updatedAt",
      CompanyTicker: "source listedOn listedPosition",
      DisclosureReport: "statedTransactions sourceFileSha256 parserVersion ingestedAt",
      Filing: "schemaVersion filedOnSource loadedFrom sourceFileSha256 parserVersion ingestedAt",
      Holding: "contentHash",
      Insider: "updatedAt",
      InsiderTrade: "contentHash",
      Politician: "asOf contentHash updatedAt",
      PoliticianTrade: "publisherRowId contentHash",
    },
  ],
  ["shown as ticker", { InsiderTrade: "ownTicker" }],
  ["shown as title", { FilingOwner: "statedRole" }],
  ["shown as a flag of data quality", { InsiderTrade: "isPlanUnclear" }],
  ["part of what decides the security class", { Filing: "issuerSic" }],
  ["shown as factors", { InsiderTrade: "signalFactors" }],
  ["shown as footnotes", { Filing: "footnotes", InsiderTrade: "footnoteIds", Holding: "footnoteIds" }],
  ["what insiderName searches", { InsiderTrade: "ownerNames" }],
  ["shown of each trade", { Filing: "tickerAsFiled" }],
  ["shown as is10b51Source", { Filing: "aff10b5One" }],
  ["shown as the dates of the seat", { CommitteeMembership: "seenFrom seenTo validFrom validTo current" }],
  ["shown as the original filing date of a trade", { DisclosureReport: "amendmentNumber" }],
  ["parts of the name, which is shown", { Politician: "firstName middleName lastName suffix nickname" }],
  ["used where no terms are known", { Politician: "birthday knownChamber knownState knownParty" }],
  ["secret", { ApiKey: "hash", Subscription: "secret previousSecret" }],
  ["shown as the address of a feed", { Subscription: "token" }],
  [
    "where delivery is: shown as waiting events, the next attempt and the reached data version",
    {
      Delivery: "firstPosition lastPosition",
      Subscription: "reachedPosition matchedPosition sendingPosition attemptAt leasedUntil updatedAt",
    },
  ],
  ["counts changes for the cache of keys", { Account: "epoch" }],
  [
    "shown as horizons",
    {
      InsiderOutcome: ["return", "spyReturn", "tradeDateReturn", "tradeDateSpyReturn"]
        .flatMap((name) => [7, 30, 90, 180, 365].map((days) => `${name}${days}`))
        .join(" "),
    },
  ],
  ["when outcomes are computed again", { InsiderOutcome: "aheadUntil" }],
  [
    "not shown yet",
    {
      Filing: "originalSubmittedOn notSubjectTo16",
      FilingOwner: "otherText",
      Holding: "exercisableOn underlyingTitle underlyingShares",
    },
  ],
]);

/** Models and fields that GraphQL shows and no document of the REST API reads. */
export const notInRest: Record<string, string> = {
  ...byModel([
    ["meta of every response", "DataVersion"],
    ["pages of administrators", "IngestionRun RunRequest QuarantineItem QuarantineCopy CommitteeJurisdiction AuditLog"],
    ["pages of an account", "Plan Account ApiKey UsageDaily Subscription Delivery"],
  ]),
  ...byField([
    [
      "shown of the trade itself",
      {
        Filing: "accessionNumber formType filedOn remarks acceptedAt",
        FilingOwner: "isDirector isOfficer isTenPercentOwner officerTitle",
        DisclosureReport: "chamber filedOn isAmendment",
      },
    ],
    ["the page of a filing or a trade", { Filing: "periodOfReport issuerNameAsFiled", FilingOwner: "isOther" }],
    [
      "the page of a trade",
      { DisclosureReport: "id docId title filerAsFiled status", InsiderTrade: "valueOwnedAfter" },
    ],
    ["the page of a member", { PoliticianTerm: "senateClass" }],
    ["the page of a committee", { Committee: "current asOf" }],
    ["no list has such rows", { PoliticianTrade: "withdraws" }],
  ]),
};
