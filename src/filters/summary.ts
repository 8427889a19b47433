// What the summary of trades is grouped and sorted by.
import { sorts } from "./sorts.ts";

/** What a group has in common, as callers write it -> as GraphQL names it. */
export const summaryParts = { company: "COMPANY", sector: "SECTOR", month: "MONTH" } as const;
export type SummaryPart = (typeof summaryParts)[keyof typeof summaryParts];

export const summarySorts = sorts({
  MONTH: { name: "month", field: "month" },
  BUY_VALUE: { name: "buyValue", field: "buy_value" },
  SELL_VALUE: { name: "sellValue", field: "sell_value" },
  NET_VALUE: { name: "netValue", field: "net_value" },
});

export type SummarySort = keyof typeof summarySorts;
