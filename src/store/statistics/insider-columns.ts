// The figures of an insider as SQL: for the profile and the track record, and for the sums that the derivation stores.
import { isPlausiblyDated } from "../suspect-trades.ts";

const bought = "coalesce(sum(t.value) FILTER (WHERE t.transaction_code = 'P' AND NOT t.suspect), 0)";
const sold = "coalesce(sum(t.value) FILTER (WHERE t.transaction_code = 'S' AND NOT t.suspect), 0)";

/** Column of insider_sums -> its aggregate over the insider's live, non-derivative trades `t` (with `suspect`) and their companies `c`. */
export const insiderStatsColumns = {
  total_trades: "count(*)::int",
  buy_count: "(count(*) FILTER (WHERE t.transaction_code = 'P'))::int",
  sell_count: "(count(*) FILTER (WHERE t.transaction_code = 'S'))::int",
  total_buy_value: bought,
  total_sell_value: sold,
  net_value: `${bought} - ${sold}`,
  avg_trade_value: "round(avg(t.value) FILTER (WHERE t.transaction_code IN ('P', 'S') AND NOT t.suspect), 2)",
  suspect_count: "(count(*) FILTER (WHERE t.suspect))::int",
  unique_tickers: "(count(DISTINCT coalesce(t.own_ticker, c.ticker)))::int",
  first_traded_on: `min(t.traded_on) FILTER (WHERE ${isPlausiblyDated})`,
  last_traded_on: `max(t.traded_on) FILTER (WHERE ${isPlausiblyDated})`,
};

const wins = "count(*) FILTER (WHERE r.gain > 0)";
const best = "FILTER (WHERE r.from_best = 1)";
const worst = "FILTER (WHERE r.from_worst = 1)";

/**
 * Column of insider_sums -> its aggregate over the observations `r` of one period. Averages are of decimals, so that they do not depend on
 * the order of the rows.
 */
export const trackRecordColumns = {
  resolved_trades: "count(r.id)::int",
  compared_trades: "count(r.spy)::int",
  wins: `(${wins})::int`,
  win_rate_pct: `(100.0 * ${wins} / nullif(count(r.id), 0))::float8`,
  win_rate_low_pct: `disclosed_wilson_low(${wins}, count(r.id))`,
  win_rate_high_pct: `disclosed_wilson_high(${wins}, count(r.id))`,
  beat_spy_rate_pct: "(100.0 * count(*) FILTER (WHERE r.gain > r.spy) / nullif(count(r.spy), 0))::float8",
  avg_return_pct: "avg(r.gain::numeric)::float8",
  median_return_pct: "percentile_cont(0.5) WITHIN GROUP (ORDER BY r.gain)",
  avg_alpha_pct: "avg(r.gain::numeric - r.spy::numeric)::float8",
  best_id: `max(r.id) ${best}`,
  best_ticker: `max(r.ticker) ${best}`,
  best_return_pct: `max(r.gain) ${best}`,
  worst_id: `max(r.id) ${worst}`,
  worst_ticker: `max(r.ticker) ${worst}`,
  worst_return_pct: `max(r.gain) ${worst}`,
};

/**
 * Ranked observations: lots of one insider, company and trade date are one observation, represented by the lot that was
 * filed first (ties by id), because a follower enters once. `lots`: a query for (insider_cik, id, company_cik,
 * traded_on, filed_on, days, gain, spy).
 */
export const rankedObservations = (lots: string): string => `
  SELECT o.*, row_number() OVER (PARTITION BY insider_cik, days ORDER BY gain DESC, id) AS from_best,
    row_number() OVER (PARTITION BY insider_cik, days ORDER BY gain, id) AS from_worst
  FROM (
    SELECT DISTINCT ON (l.insider_cik, l.days, l.company_cik, l.traded_on) l.*, c.ticker
    FROM (${lots}) AS l JOIN companies c ON c.cik = l.company_cik
    ORDER BY l.insider_cik, l.days, l.company_cik, l.traded_on, l.filed_on, l.id
  ) AS o`;

/** The columns of a lot: from the trade `t` and a period `h` (days, gain, spy) of its outcome. */
export const lotColumns =
  "t.id, t.company_cik, coalesce(t.traded_on, t.filed_on) AS traded_on, coalesce(t.first_filed_on, t.filed_on) AS filed_on, h.days, h.gain, h.spy";
