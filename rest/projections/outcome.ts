// Forward returns of a trade, attached with include=outcomes: a follower's from the filing date, the trader's own from
// the trade date.
import { computed, date, type Field, money, oneOf, percent, type Row, shape, text } from "../fields.ts";

const horizons = [7, 30, 90, 180, 365];

function atHorizon(days: number, name: string, description: string): Field {
  const source = computed(
    ["horizons.days", `horizons.${name}`],
    (row) => (row.horizons as Row[]).find((horizon) => horizon.days === days)?.[name],
  );
  return percent(source, description);
}

function returns(days: number): Record<string, Field> {
  return {
    [`return_${days}d_pct`]: atHorizon(days, "returnPct", `return from entry to ${days} days later, in percent`),
    [`spy_return_${days}d_pct`]: atHorizon(days, "spyReturnPct", "SPY's return between the same two dates"),
    [`alpha_${days}d_pct`]: atHorizon(days, "alphaPct", "return minus SPY's return (an excess return)"),
    [`trade_date_return_${days}d_pct`]: atHorizon(
      days,
      "tradeDateReturnPct",
      "return from the trade date: the trader's own",
    ),
    [`trade_date_spy_return_${days}d_pct`]: atHorizon(
      days,
      "tradeDateSpyReturnPct",
      "SPY's return between those dates",
    ),
    [`trade_date_alpha_${days}d_pct`]: atHorizon(days, "tradeDateAlphaPct", "excess return from the trade date"),
  };
}

export const outcome = shape(
  "Outcomes",
  "Forward returns. Entry is the first close after the filing date (for a restated trade after first_filing_date), exit the first close on or after entry + n days; null if either is more than 10 days after its target",
  {
    status: oneOf(
      "status",
      "resolved: all five returns are known; partial: some; pending: none yet; unavailable: no usable bars",
      ["resolved", "partial", "pending", "unavailable"],
      { always: true },
    ),
    reason: text(
      "reason",
      "why returns are null: entry_ahead, exit_ahead (entry or exit is in the future); no_bar_near_entry, no_bar_near_exit, no_benchmark; no_ticker, no_series (no prices of the symbol), not_adjusted (raw closes only), symbol_reused (the prices of those days are another company's), not_a_listed_share, not_judged (see security_class); price_suspect, date_suspect, direction_conflict, amendment_undecided (see price_quality, date_quality, filed_direction_conflict, amendment_status); not_derived (not computed yet)",
    ),
    entry_date: date("entryOn", "date of the entry close"),
    entry_price: money("entryPrice", "close on that date as traded"),
    entry_price_adjusted: money("entryPriceAdjusted", "the same close adjusted for splits and dividends"),
    ...Object.assign({}, ...horizons.map(returns)),
  },
);
