// The introduction of the OpenAPI document: how to call the API, what counts, what may change, how the data may be
// used.

export const tags = [
  { name: "Insiders", description: "Corporate insider trades from SEC Forms 3, 4 and 5" },
  {
    name: "Congress",
    description:
      "STOCK Act disclosures. By 5 U.S.C. 13107(c) they may not be used for commercial purposes other than by news and communications media for dissemination to the general public, nor for credit rating or solicitation; this holds on every plan.",
  },
  {
    name: "Service",
    description: "Usage of the account, coverage, performance of the signal, search by name, exports",
  },
];

/** The document's description, in Markdown. */
export function introduction(codes: { code: string; label: string }[], sectors: string[]): string {
  return `All routes are read-only and need \`Authorization: Bearer disc_live_...\`. Responses have an envelope: \`data\`, \`pagination\` on lists, \`meta\`, \`requestId\`. Names inside \`data\` are snake_case; parameters are camelCase. Ignore unknown fields.

## Values
Dates are YYYY-MM-DD. \`_pct\` is percent, rounded to four decimals in the response only. An unknown value is \`null\`, never 0. Money is a number of US dollars, exact to the cent (prices: as filed); quantities are decimal text. \`alpha\` is an excess return: the return minus SPY's between the same dates. \`is_late\` compares calendar days and is not a legal finding.

## Parameters
Parameters are strict: a request with unknown, empty, repeated or malformed parameters gets a 400 that names them. For several values, repeat the key or separate them by commas; names that contain commas are recognised. A value has at most 200 characters and a list at most 100 values as written; equal values count once. Parameters accept the values as they are written in responses: \`trade_type\`, \`ticker_as_filed\`, a field name in \`sort\`, an id, in any case. A trailing slash is ignored. \`fields\` of every route chooses fields of \`data\`: the others are then absent, even if a schema requires them.

## Formats
Every list is available as JSON, as CSV (\`Accept: text/csv\` or \`format=csv\`) and as NDJSON (\`application/x-ndjson\`, \`format=ndjson\`), the latter two with up to 10,000 rows per page. CSV and NDJSON have the values of the envelope in the headers \`X-Total-Count\`, \`X-Data-Version\`, \`X-Meta\` and \`Link\`. Errors are JSON.

## Transaction codes
${codes.map(({ code, label }) => `\`${code} - ${label}\``).join(", ")}.

## Sectors
Our own grouping of SIC codes: ${sectors.map((name) => `\`${name}\``).join(", ")}. Industries are the SEC's SIC titles. The parameter also accepts other vendors' common names (\`Healthcare\`, \`Financials\`, \`Consumer Staples\`), each of which selects one or several of these.

## Limits
Limits apply per account, over all its keys, by UTC minute, UTC day and UTC calendar month. The monthly limit is 31 times the daily limit. Every authenticated request with a response counts. A page of more than 100 rows (CSV and NDJSON) counts as one request per 100 rows or part of them, as \`X-Request-Cost\` states: either all of them or, with a 429, none. 400, 405, 406, 410 and unknown paths count for the minute only; an unknown id counts like any other request; 401, 403 and 429 do not count; a 5xx is refunded; a 304 is refunded for day and month. \`/usage\` and this document are not counted. On 429 and 503 obey \`Retry-After\` first: X-RateLimit-Reset is the end of the minute even if the limit of the day is exhausted. Requests are checked in this order: path, method, key, address, limits, parameters, data; a wrong method on a known path is 405 with or without a key.

## Caching
Responses have a weak \`ETag\` over data and pagination and may be cached privately for 60 seconds. Send the tag back as If-None-Match.

## Synchronising a copy
\`updatedSince\` on both trade lists returns the rows that changed, including superseded rows, which have \`superseded_by\`.

## Versions and deprecation
Additions are possible at any time. Breaking changes are made only under /api/v2, and v1 remains available for at least 12 months after that; a deprecated route has the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594).

## Use of the data
SEC filings are free to use. ${tags[1]?.description}`;
}
