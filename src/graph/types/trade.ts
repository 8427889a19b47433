// What the trades of insiders and of members have in common: outcomes and the earlier versions of a row that a
// correction changed. The type of a member's trade is separate from its fields, because member and trade refer to each
// other.
import { type HoldingPeriod, holdingPeriods } from "../../domain/holding-periods.ts";
import type { PoliticianTradeRow } from "../../store/lists/politician-trades.ts";
import type { HistoryRow } from "../../store/lists/row-history.ts";
import { builder, listOf } from "../builder.ts";
import type { OutcomeRow } from "../loaders.ts";
import { rowsOf } from "../stored-fields.ts";

/** An earlier version. The types of trades add the fields that show it as a trade. */
export const RowVersion = builder.objectRef<HistoryRow>("RowVersion").implement({
  description: "An earlier version of a row: time and reason of the change, and the values before it.",
  fields: (t) => ({
    changedAt: t.expose("changedAt", { type: "DateTime" }),
    reason: t.exposeString("reason"),
    before: t.expose("before", {
      type: "JSON",
      description: "the store's columns; quantities and money as decimal text",
    }),
  }),
});

interface PeriodReturns {
  days: HoldingPeriod;
  outcome: OutcomeRow | null;
}

/** Excess return: return minus SPY's between the same two dates, without a risk model. */
const excess = (own: number | null | undefined, spy: number | null | undefined): number | null =>
  own == null || spy == null ? null : own - spy;

const OutcomeHorizon = builder.objectRef<PeriodReturns>("OutcomeHorizon").implement({
  description: `Returns of one holding period: ${holdingPeriods.join(", ")} days, always all five in this order`,
  fields: (t) => {
    const percent = (read: (outcome: OutcomeRow, days: HoldingPeriod) => number | null) =>
      t.field({
        type: "Decimal",
        nullable: true,
        resolve: ({ outcome, days }) => (outcome ? read(outcome, days) : null),
      });
    return {
      days: t.exposeInt("days"),
      returnPct: percent((o, d) => o[`return${d}`]),
      spyReturnPct: percent((o, d) => o[`spyReturn${d}`]),
      alphaPct: percent((o, d) => excess(o[`return${d}`], o[`spyReturn${d}`])),
      tradeDateReturnPct: percent((o, d) => o[`tradeDateReturn${d}`]),
      tradeDateSpyReturnPct: percent((o, d) => o[`tradeDateSpyReturn${d}`]),
      tradeDateAlphaPct: percent((o, d) => excess(o[`tradeDateReturn${d}`], o[`tradeDateSpyReturn${d}`])),
    };
  },
});

/** `row` is null for a trade whose outcome is not derived yet; its status is `pending`. */
interface OutcomeShape {
  row: OutcomeRow | null;
}

export const outcomeOf = (row: OutcomeRow | null): OutcomeShape => ({ row });

export const Outcome = builder.objectRef<OutcomeShape>("Outcome").implement({
  ...rowsOf("InsiderOutcome"),
  description:
    "Forward returns in percent. Entry: first close after the filing date (for a restated trade after firstFiledOn); for tradeDate...: first close on or after the trade date.",
  fields: (t) => ({
    status: t.string({ resolve: ({ row }) => row?.status ?? "pending" }),
    reason: t.string({ nullable: true, resolve: ({ row }) => (row ? row.reason : "not_derived") }),
    entryOn: t.field({ type: "Date", nullable: true, resolve: ({ row }) => row?.entryOn }),
    entryPrice: t.field({ type: "Decimal", nullable: true, resolve: ({ row }) => row?.entryPrice }),
    entryPriceAdjusted: t.field({ type: "Decimal", nullable: true, resolve: ({ row }) => row?.entryPriceAdjusted }),
    horizons: t.field({
      type: [OutcomeHorizon],
      resolve: ({ row }) => holdingPeriods.map((days) => ({ days, outcome: row })),
    }),
  }),
});

export const PoliticianTrade = builder.objectRef<PoliticianTradeRow>("PoliticianTrade");
export const PoliticianTradeList = listOf("PoliticianTradeList", PoliticianTrade);
