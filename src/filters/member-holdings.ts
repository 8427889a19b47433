// What the positions of a member of Congress are sorted by, and what their reports prove of each.
import { sorts } from "./sorts.ts";

/** What the newest reported trades of an asset prove, as callers write it. */
export const positionStates = { held: "held", sold_in_full: "sold_in_full" } as const;

/** Why they prove neither. */
export const unprovenReasons = [
  "date_suspect",
  "several_symbols",
  "exchange",
  "sale_kind_not_stated",
  "same_day",
] as const;

export const memberHoldingSorts = sorts({
  LAST_TRADED_ON: { name: "lastTradeDate", field: "last_trade_date" },
  NAME: { name: "assetName", field: "asset_name" },
});

export type MemberHoldingSort = keyof typeof memberHoldingSorts;
