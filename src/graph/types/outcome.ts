// Forward returns of a trade: the follower's and the trader's own, in one type.
import { builder } from "../builder.ts";
import type { OutcomeRow } from "../loaders/loaders.ts";
import { rowsOf } from "../stored-fields.ts";

const days = [7, 30, 90, 180, 365] as const;

interface Horizon {
  days: (typeof days)[number];
  outcome: OutcomeRow | null;
}

/** Excess return: return minus SPY's between the same two dates, without a risk model. */
const excess = (own: number | null | undefined, spy: number | null | undefined): number | null =>
  own == null || spy == null ? null : own - spy;

const OutcomeHorizon = builder.objectRef<Horizon>("OutcomeHorizon").implement({
  description: "Returns of one holding period: 7, 30, 90, 180, 365 days, always all five in this order",
  fields: (t) => {
    const percent = (read: (outcome: OutcomeRow, days: Horizon["days"]) => number | null) =>
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
    "Forward returns in percent. Entry: first close after the filing date; for tradeDate...: first close on or after the trade date.",
  fields: (t) => ({
    status: t.string({ resolve: ({ row }) => row?.status ?? "pending" }),
    reason: t.string({ nullable: true, resolve: ({ row }) => (row ? row.reason : "not_derived") }),
    entryOn: t.field({ type: "Date", nullable: true, resolve: ({ row }) => row?.entryOn }),
    entryPrice: t.field({ type: "Decimal", nullable: true, resolve: ({ row }) => row?.entryPrice }),
    entryPriceAdjusted: t.field({ type: "Decimal", nullable: true, resolve: ({ row }) => row?.entryPriceAdjusted }),
    horizons: t.field({
      type: [OutcomeHorizon],
      resolve: ({ row }) => days.map((horizon) => ({ days: horizon, outcome: row })),
    }),
  }),
});
