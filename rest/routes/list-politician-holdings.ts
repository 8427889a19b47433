// GET /politicians/{bioguideId}/holdings: what a member's reports prove about each asset.
import { memberHoldingSorts, positionStates, unprovenReasons } from "../../src/filters/sorts.ts";
import { defineRoute } from "../define-route.ts";
import { date, integer, money, oneOf, shape, text } from "../fields.ts";
import { ascendingByName, orderOf, sortOf } from "../params/list-parameters.ts";
import { dataVersionParameter, paging } from "../params/numbers-and-dates.ts";
import { bioguideId, choice } from "../params/texts.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const states = Object.keys(positionStates);
const sumsFrom = "since counted_after; null where a bracket does not have that end or a date is in doubt";

const holding = shape("MemberHolding", "The reported trades of one asset by one owner, and what they prove", {
  asset_name: text("assetName", "asset as disclosed in the newest trade", { always: true, example: "Apple Inc." }),
  ticker: text("ticker", "symbol of the newest trade", { example: "AAPL" }),
  company_cik: text("companyCik", "the issuer's CIK, zero-padded", { example: "0000320193" }),
  asset_type: text("assetType", "kind of asset as disclosed", { example: "Stock" }),
  security_class: text("securityClass", "kind of security; null where no reviewed pattern covers it", {
    example: "common",
  }),
  owner: text("owner", "Self, Spouse, Joint or Child", { example: "Self" }),
  account: text("account", "the sub-holding that the report names", { example: "IRA" }),
  position: oneOf(
    "position",
    "what the trades of last_trade_date prove: held, something was left after them; sold_in_full, nothing was; null, see unknown_reason. No later report says otherwise",
    states,
  ),
  unknown_reason: oneOf(
    "unknownReason",
    "why the position is not proved: date_suspect, a trade has no plausible date; several_symbols, trades of the company's shares are under several symbols; exchange, the last trade is an exchange; sale_kind_not_stated, the last trade is a sale that does not say whether in full; same_day, a sale and another trade on one day, in an order that is not reported",
    [...unprovenReasons],
  ),
  trade_count: integer("tradeCount", "reported trades", { always: true, example: 4 }),
  last_trade_id: integer("lastTradeId", "id of the newest trade", { always: true, example: 5021873920512 }),
  first_trade_date: date("firstTradedOn", "first reported trade"),
  last_trade_date: date("lastTradedOn", "last reported trade"),
  last_purchase_date: date("lastPurchasedOn", "last purchase"),
  last_sale_date: date("lastSoldOn", "last sale of any kind"),
  counted_after: date(
    "countedAfter",
    "day of the last full sale: counts and sums are those of later trades, which began with nothing; null: of all reported trades, and what was held before the first is not reported",
  ),
  purchase_count: integer("purchaseCount", "purchases since counted_after", { always: true, example: 2 }),
  sale_count: integer("saleCount", "sales since counted_after", { always: true, example: 1 }),
  purchased_low: money("purchasedLow", `sum of the lower ends of the purchases' brackets ${sumsFrom}`),
  purchased_high: money("purchasedHigh", `sum of their upper ends ${sumsFrom}`),
  sold_low: money("soldLow", `sum of the lower ends of the sales' brackets ${sumsFrom}`),
  sold_high: money("soldHigh", `sum of their upper ends ${sumsFrom}`),
});

export default defineRoute({
  path: "/politicians/{bioguideId}/holdings",
  operationId: "listPoliticianHoldings",
  tag: "Congress",
  summary: "What a member's reports prove about each asset, last trade first",
  description:
    "Reports state transactions in brackets, never holdings. A purchase or a partial sale proves that something was held after it, a full sale that nothing was; anything else is null with its reason. Number, present value and what was held before the first report are not known. Shares and funds are one asset by symbol, others by their name as disclosed, each by owner and account.",
  params: {
    bioguideId,
    position: choice("only assets with that position", positionStates, { enumerated: true }),
    sort: sortOf(memberHoldingSorts, "sort key: last trade, name of the asset; assets without a date come last"),
    order: ascendingByName,
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListPoliticianHoldings($bioguideId: String!, $position: String, $sort: MemberHoldingSort!, $order: SortOrder!, $page: Int!, $pageSize: Int!, $dataVersion: String${relationVariables(holding)}) {
  politicianHoldings(bioguideId: $bioguideId, position: $position, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes { ${selectionOf(holding)} }
  }
}`,
  variables: ({ bioguideId: member, position, sort, order }) => ({
    bioguideId: member,
    position,
    order: orderOf(sort, order),
  }),
  list: (data) => data.politicianHoldings,
  item: holding,
});
