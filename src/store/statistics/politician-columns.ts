// The figures of a member as SQL: for the profile and the performance, and for the sums that the derivation stores.

/** Column of politician_sums -> its aggregate over the member's trades with the alias `t`. */
export const statsColumns = {
  total_trades: "count(*)::int",
  buy_count: "(count(*) FILTER (WHERE t.trade_type = 'Purchase'))::int",
  sell_count: "(count(*) FILTER (WHERE t.trade_type LIKE 'Sale%'))::int",
  est_volume_low: "coalesce(sum(t.amount_low), 0)",
  est_volume_mid: "coalesce(sum(t.amount_mid), 0)",
  est_volume_high: "coalesce(sum(coalesce(t.amount_high, t.amount_low)), 0)",
  unique_tickers: "(count(DISTINCT t.ticker))::int",
  late_count: "(count(*) FILTER (WHERE t.is_late))::int",
  late_rate_pct: "(100.0 * count(*) FILTER (WHERE t.is_late) / nullif(count(*), 0))::float8",
  avg_delay_days: "(avg(t.delay_days) FILTER (WHERE t.date_quality = 'ok'))::float8",
  committee_trade_count: "(count(*) FILTER (WHERE t.is_committee_trade))::int",
  late_judged_count: "(count(*) FILTER (WHERE t.date_quality = 'ok' AND t.delay_days IS NOT NULL))::int",
  committee_judged_count: `(count(*) FILTER (WHERE t.is_committee_trade OR t.traded_on IS NOT NULL AND t.committee_data IN ('known', 'inferred')
    AND (t.sector IS NOT NULL OR t.industry IS NOT NULL)))::int`,
};

const horizons = [30, 90, 180];
const returns = horizons.flatMap((days) => [
  `('filing', ${days}, o.return_${days}, o.spy_return_${days})`,
  `('trade', ${days}, o.trade_date_return_${days}, o.trade_date_spy_return_${days})`,
]);

/**
 * Purchases and sales of stock and funds with plausible dates, one row for each period whose return is known. The query
 * ends in conditions, so that callers can append more with AND.
 */
export const resolvedTrades = `
  SELECT t.bioguide_id, t.trade_type = 'Purchase' AS bought, t.amount_low AS low, coalesce(t.amount_high, t.amount_low) AS high,
    t.amount_mid AS mid, t.amount_low IS NOT NULL AND t.amount_high IS NULL AS open_ended,
    h.basis, h.days, h.gain, h.spy, h.gain::numeric / 100 AS rate
  FROM politician_trades t JOIN politician_outcomes o ON o.trade_id = t.id
  CROSS JOIN LATERAL (VALUES ${returns.join(", ")}) AS h (basis, days, gain, spy)
  WHERE t.superseded_by_id IS NULL AND t.date_quality = 'ok' AND t.security_class IN ('common', 'fund')
    AND (t.trade_type = 'Purchase' OR t.trade_type LIKE 'Sale%') AND h.gain IS NOT NULL`;

const resolved = "count(*) FILTER (WHERE r.bought)";
const wins = "count(*) FILTER (WHERE r.bought AND r.gain > 0)";
const beat = "count(*) FILTER (WHERE r.bought AND r.gain > r.spy)";
const compared = "count(r.spy) FILTER (WHERE r.bought)";

/**
 * Column of politician_sums -> its aggregate over resolved trades `r` of one period. Averages are of decimals, so that they do not depend
 * on the order of the rows.
 */
export const blockColumns = {
  resolved_trades: `(${resolved})::int`,
  compared_trades: `(${compared})::int`,
  avg_return_pct: "(avg(r.gain::numeric) FILTER (WHERE r.bought))::float8",
  avg_alpha_pct: "(avg(r.gain::numeric - r.spy::numeric) FILTER (WHERE r.bought))::float8",
  win_rate_pct: `(100.0 * ${wins} / nullif(${resolved}, 0))::float8`,
  win_rate_low_pct: `disclosed_wilson_low(${wins}, ${resolved})`,
  win_rate_high_pct: `disclosed_wilson_high(${wins}, ${resolved})`,
  beat_spy_rate_pct: `(100.0 * ${beat} / nullif(${compared}, 0))::float8`,
  pnl_low: "round(sum(least(r.low * r.rate, r.high * r.rate)) FILTER (WHERE r.bought), 2)",
  pnl_mid: "round(sum(r.mid * r.rate) FILTER (WHERE r.bought), 2)",
  pnl_high: "round(sum(greatest(r.low * r.rate, r.high * r.rate)) FILTER (WHERE r.bought), 2)",
  open_ended_trades: "(count(*) FILTER (WHERE r.bought AND r.open_ended))::int",
  sales_resolved_trades: "(count(*) FILTER (WHERE NOT r.bought))::int",
  avoided_loss_mid: "round(sum(-r.mid * r.rate) FILTER (WHERE NOT r.bought), 2)",
};
