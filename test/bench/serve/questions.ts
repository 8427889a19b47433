// The questions of the benchmark, in each contender's own syntax.
export type Scenario = "list" | "filtered-list" | "deep-page" | "detail";
export const scenarios: Scenario[] = ["list", "filtered-list", "deep-page", "detail"];

/** A page of trades, or one trade. */
export type Question = { page: number; filter?: { transactionCode: string; minValue: string } } | { id: string };

const pageSize = 25;
/** so many that connections seldom request the same one at once, so few that one pass caches all */
const pages = 16;

/** How many pages the list has. */
export const pagesOf = ({ rows }: { rows: number }): number => Math.ceil(rows / pageSize);

/** The questions of a scenario; `ids` are of rows that exist, `rows` is how many there are. */
export function questionsOf(scenario: Scenario, { ids, rows }: { ids: string[]; rows: number }): Question[] {
  const deep = Math.floor((rows * 0.4) / pageSize);
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  if (scenario === "list") return numbers.map((page) => ({ page }));
  if (scenario === "deep-page") return numbers.map((page) => ({ page: deep + page }));
  if (scenario === "detail") return ids.map((id) => ({ id }));
  return numbers.map((page) => ({ page, filter: { transactionCode: "S", minValue: "1000000" } }));
}

/** Path and query of this service and of the peers that have the same REST API. */
export function restPath(question: Question): string {
  if ("id" in question) return `/api/v1/trades/${question.id}`;
  const { page, filter } = question;
  const more = filter ? `&tradeTypes=${filter.transactionCode}&valueRanges=${filter.minValue}-` : "";
  return `/api/v1/trades?page=${page}&pageSize=${pageSize}${more}`;
}

/** The same for SOFA, which derives paths and parameters from the schema. */
export function sofaPath(question: Question): string {
  if ("id" in question) return `/api/insider-trade/${question.id}`;
  const { page, filter } = question;
  const more = filter ? `&transactionCode=${filter.transactionCode}&minValue=${filter.minValue}` : "";
  return `/api/insider-trades?page=${page}&pageSize=${pageSize}${more}`;
}

const fields = `id filedOn tradedOn tickerAsFiled accessionNumber formType transactionCode acquiredDisposed isDerivative securityTitle
  shares price value sharesOwnedAfter deltaOwnPct ownership is10b51 isAmendment supersededById isDirector isOfficer
  isTenPercentOwner title filingDelayDays lastModified exercisePrice exercisableOn expiresOn underlyingTitle underlyingShares
  signalScore signalTier signalDirection signalVersion signalFactors
  company { ticker name sector industry } filing { sourceUrl owners { cik name } }`;

const listDocument = `query List($page: Int!, $pageSize: Int!, $transactionCode: String, $minValue: String) {
  insiderTrades(page: $page, pageSize: $pageSize, transactionCode: $transactionCode, minValue: $minValue) { total nodes { ${fields} } }
}`;
const oneDocument = `query One($id: ID!) { insiderTrade(id: $id) { ${fields} } }`;

/** The body of a GraphQL request. */
export function graphqlBody(question: Question): string {
  if ("id" in question) return JSON.stringify({ query: oneDocument, variables: { id: question.id } });
  const { page, filter = {} } = question;
  return JSON.stringify({ query: listDocument, variables: { page, pageSize, ...filter } });
}

const tableFields = `id filedOn tradedOn tickerAsFiled accessionNumber formType transactionCode acquiredDisposed isDerivative securityTitle
  shares price value sharesOwnedAfter deltaOwnPct ownership is10B51 isAmendment supersededById isDirector isOfficer
  isTenPercentOwner title filingDelayDays lastModified exercisePrice exercisableOn expiresOn underlyingTitle underlyingShares
  signalScore signalTier signalDirection signalVersion signalFactors
  companyByCompanyCik { ticker name sector industry }
  filingByAccessionNumber { sourceUrl filingOwnersByAccessionNumber(orderBy: ORDINAL_ASC) { nodes { cik: insiderCik name: nameAsFiled } } }`;

const tableListDocument = `query List($first: Int!, $offset: Int!, $filter: InsiderTradeFilter!) {
  allInsiderTrades(first: $first, offset: $offset, orderBy: [FILED_ON_DESC, ID_DESC], filter: $filter) { totalCount nodes { ${tableFields} } }
}`;
const tableOneDocument = `query One($id: BigInt!) { insiderTradeById(id: $id) { ${tableFields} } }`;

/** The body of a request to PostGraphile, whose types and fields have the names of the tables. */
export function postgraphileBody(question: Question): string {
  if ("id" in question) return JSON.stringify({ query: tableOneDocument, variables: { id: question.id } });
  const { page, filter } = question;
  const conditions = {
    isDerivative: { equalTo: false },
    supersededById: { isNull: true },
    ...(filter && {
      transactionCode: { equalTo: filter.transactionCode },
      value: { greaterThanOrEqualTo: filter.minValue },
    }),
  };
  const variables = { first: pageSize, offset: (page - 1) * pageSize, filter: conditions };
  return JSON.stringify({ query: tableListDocument, variables });
}
