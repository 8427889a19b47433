// Members of Congress and insiders in their profiles and directories: a member's identity, sums over a person's
// trades, and the field of `meta` of a directory that is sorted by a rate.
import { average, date, integer, money, percent, shape, text, truth } from "../fields.ts";

/** `of`: path from the row to the member, with a dot at its end; empty if the row is the member. */
export const memberFields = (of: "" | "member.") => ({
  bioguide_id: text(`${of}bioguideId`, "bioguide id", { always: true, example: "D000001" }),
  name: text(`${of}name`, "name", { always: true, example: "Jane Doe" }),
  party: text(`${of}party`, "party of the current (or last) term, full name", { example: "Democrat" }),
  chamber: text(`${of}chamber`, "chamber of the current (or last) term", { example: "House" }),
  state: text(`${of}state`, "state of the current (or last) term", { example: "CA" }),
  district: integer(`${of}district`, "House only", { example: 11 }),
  position: text(`${of}position`, "office, e.g. Senator or Representative", { example: "Representative" }),
  in_office: truth(`${of}inOffice`, "in office today", { always: true }),
});

/** What the fields above are computed from: the member's terms. */
export const memberRelations = (of: "" | "member.") => ({
  terms: ["party", "chamber", "state", "district", "position", "inOffice"].map((name) => of + name),
});

// Sums over the trades of a member in responses.

export const politicianStats = shape("PoliticianStats", "over all disclosed transactions that are not superseded", {
  total_trades: integer("totalTrades", "transactions", { always: true, example: 120 }),
  buy_count: integer("buyCount", "purchases", { always: true, example: 70 }),
  sell_count: integer("sellCount", "sales, full and partial", { always: true, example: 48 }),
  est_volume_low: money("estVolumeLow", "sum of the lower ends", { always: true }),
  est_volume_mid: money("estVolumeMid", "sum of the middles", { always: true }),
  est_volume_high: money("estVolumeHigh", "sum of the upper ends; an open bracket counts with its lower end", {
    always: true,
  }),
  unique_tickers: integer("uniqueTickers", "different symbols", { always: true, example: 31 }),
  late_count: integer("lateCount", "disclosed after the deadline", { always: true, example: 4 }),
  late_rate_pct: percent("lateRatePct", "late_count in percent of total_trades, including those with an unknown delay"),
  late_judged_count: integer(
    "lateJudgedCount",
    "transactions with plausible dates and a known delay; the others are neither late nor on time",
    { always: true, example: 118 },
  ),
  avg_delay_days: average("avgDelayDays", "average delay in days, over transactions with plausible dates", {
    unit: "days",
    example: 27.5,
  }),
  committee_trade_count: integer("committeeTradeCount", "committee trades", { always: true, example: 9 }),
  committee_judged_count: integer(
    "committeeJudgedCount",
    "transactions with a known roster and a known sector of the issuer; for the others it is unknown whether they are committee trades",
    { always: true, example: 85 },
  ),
});

// Sums over the trades of an insider in responses.

export const insiderStats = shape("InsiderStats", "over non-derivative transactions; buys are P, sells are S", {
  total_trades: integer("totalTrades", "transactions", { always: true, example: 40 }),
  buy_count: integer("buyCount", "purchases (P)", { always: true, example: 12 }),
  sell_count: integer("sellCount", "sales (S)", { always: true, example: 8 }),
  total_buy_value: money("totalBuyValue", "value of the purchases", { always: true }),
  total_sell_value: money("totalSellValue", "value of the sales", { always: true }),
  net_value: money("netValue", "purchases minus sales", { always: true }),
  avg_trade_value: average("avgTradeValue", "average value over purchases and sales"),
  suspect_count: integer(
    "suspectCount",
    "transactions that the values exclude because of a suspect price or date or a conflict of direction",
    { always: true, example: 0 },
  ),
  unique_tickers: integer("uniqueTickers", "different symbols", { always: true, example: 2 }),
  first_trade_date: date("firstTradedOn", "first transaction"),
  last_trade_date: date("lastTradedOn", "latest transaction"),
});

/** `people`: the plural noun for the entries of the list. */
export const leftOutBy = (name: string, people: string) =>
  shape(name, "facts about the list", {
    left_out: integer(
      "leftOut",
      `${people} that match but are excluded, because fewer than 5 trades are known for the rate that the list is sorted by; null if it is not sorted by a rate`,
    ),
  });
