// What the OpenAPI document says in words: how to call, what counts, what may change, what the data may be used for.

export const tags = [
  { name: "Insiders", description: "Corporate insider trades from SEC Forms 3, 4 and 5" },
  {
    name: "Congress",
    description:
      "STOCK Act disclosures. By 5 U.S.C. 13107(c) not for commercial purposes other than by news and communications media for dissemination to the general public, nor for credit rating or solicitation; this holds on every plan.",
  },
  { name: "Service", description: "The account's use, coverage, the signal's record, names" },
];

/** The document's description, in Markdown. */
export function introduction(codes: { code: string; label: string }[], sectors: string[]): string {
  return `All routes are read-only, need \`Authorization: Bearer disc_live_...\` and answer in an envelope: \`data\`, \`pagination\` on lists, \`meta\`, \`requestId\`. Names inside \`data\` are snake_case; parameters are camelCase. Ignore fields that you do not know.

## Values
Dates are YYYY-MM-DD. \`_pct\` is percent, rounded to four decimals at output only. Unknown is \`null\`, never 0. Money is a number of US dollars, exact to the cent (prices: as filed); quantities are decimal text. \`alpha\` is an excess return: the return minus SPY's between the same dates. \`is_late\` compares calendar days and is no legal finding.

## Parameters
They are strict: unknown, empty, repeated or malformed ones are 400 and named. Lists repeat the key or separate by commas; names that contain commas are recognised. A value has at most 200 characters and a list at most 100 values as written; equal ones are one. What an answer says, a parameter takes: \`trade_type\`, \`ticker_as_filed\`, a field name in \`sort\`, an id, in any case. A trailing slash is ignored. \`fields\` of every route picks fields of \`data\`: the others are absent then, also those that a schema names as required.

## Forms
Every list answers as JSON, as CSV (\`Accept: text/csv\` or \`format=csv\`) and as NDJSON (\`application/x-ndjson\`, \`format=ndjson\`), the latter two with up to 10,000 rows a page. What the envelope says stands in the headers \`X-Total-Count\`, \`X-Data-Version\`, \`X-Meta\` and \`Link\` there. Errors are JSON.

## Transaction codes
${codes.map(({ code, label }) => `\`${code} - ${label}\``).join(", ")}.

## Sectors
Our own grouping of SIC codes: ${sectors.map((name) => `\`${name}\``).join(", ")}. Industries are the SEC's SIC titles. The parameter also takes other vendors' usual names (\`Healthcare\`, \`Financials\`, \`Consumer Staples\`), each for one or several of these.

## Limits
Budgets count per account over all its keys, by UTC minute, UTC day and UTC calendar month. The monthly quota is 31 times the daily budget. Every authenticated request that is answered counts, a page of more than 100 rows (CSV and NDJSON) as one for each 100 rows begun, which \`X-Request-Cost\` says: all of them or, as 429, none; 400, 405, 406 and unknown paths count for the minute only, an unknown id counts like any other request; 401, 403 and 429 do not count; a 5xx is given back; a 304 gives back day and month. \`/usage\` and this document are not counted. On 429 and 503 obey \`Retry-After\` first: X-RateLimit-Reset is the minute's even when the day is exhausted. Errors are judged in this order: path, method, key, address, limits, parameters, data; a wrong method on a known path is 405 with or without a key.

## Caching
Answers carry a weak \`ETag\` over data and pagination and may be kept privately for 60 seconds. Send it back as If-None-Match.

## A copy of your own
\`updatedSince\` on both trade lists returns what changed, rows that were superseded included and marked by \`superseded_by\`.

## Versions and deprecation
Additions may come at any time. A breaking change comes only under /api/v2, and v1 stays for at least 12 months beside it; a route that is going to end says so by \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594).

## Use of the data
SEC filings are free to use. ${tags[1]?.description}`;
}
