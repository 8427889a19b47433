// What a model must know of a response to repeat it correctly, stated by every tool that it concerns. The field names
// of the response determine which tools these are.
import type { Route } from "../../rest/define-route.ts";
import { isList } from "../../rest/envelope.ts";
import type { Shape } from "../../rest/fields.ts";

const statementsOf: readonly [fields: RegExp, statement: string][] = [
  [/(^|_)(value|price|volume|amount|pnl)(_|$)/, "Money is in US dollars; shares are decimal text."],
  [
    /amount_low|volume_low/,
    "Members report brackets: amount_low and amount_high are the ends of a range and amount_high null is open. Give the range; a middle or a sum of middles is an estimate.",
  ],
  [
    /alpha/,
    "_pct is percent (2.5 is 2.5 %). alpha is an excess return, the return minus SPY's between the same two dates, not a regression's. Returns count from the first close after the filing date, what a reader of the filing could have had; trade_date ones from the trade date.",
  ],
  [
    /_rate_|sample_sufficient/,
    "State the number of trades with a rate; if sample_sufficient is false there are too few.",
  ],
  [/committee_data/, "is_committee_trade false means no overlap only if committee_data is known or inferred."],
  [/price_quality/, "Exclude rows with price_quality suspect from sums."],
  [/amendment_status/, "Exclude rows with amendment_status undecided from sums."],
  [
    /^sha256$/,
    "No tool sends a file. A program fetches url from the service's address over HTTP with the caller's own key (Authorization: Bearer), whole or in ranges, and compares sha256; the limit of bytes per day is charged, not that of requests. Files hold months of rows: for a question call the tool of the list.",
  ],
  [/gap_count/, "A holding is what a form states, as of stated_date, not what is owned today."],
];

/** All statements, for the server's instructions: a model reads them once, with the list of tools. */
export const statements: readonly string[] = statementsOf.map(([, statement]) => statement);

const rowsAreHeld =
  "No rows, or a count of 0, does not prove that there were no trades: getCoverage says which days of which source are stored and what is missing.";
const countsOfTrades = /^(total_trades|buy_count|resolved_trades|gap_count)$/;

/** The statements that apply to the route's response. */
export function knowledgeOf(route: Route): string[] {
  const names = [...namesOf(route.item)];
  const concerning = statementsOf.filter(([fields]) => names.some((name) => fields.test(name)));
  const isOfTrades = (isList(route) && names.includes("trade_type")) || names.some((name) => countsOfTrades.test(name));
  return [...concerning.map(([, statement]) => statement), ...(isOfTrades ? [rowsAreHeld] : [])];
}

function* namesOf({ fields }: Shape): Generator<string> {
  for (const [name, { inner }] of Object.entries(fields)) {
    yield name;
    if (inner) yield* namesOf(inner);
  }
}
