// The sorts of lists, and those of the lists without filters of their own: positions, the summary, the search by name.
// The REST parameter and the GraphQL enumeration follow from a list's record; SQL and the index have a table each, in
// which a missing sort does not compile.

export type SortOrder = "ASC" | "DESC";

interface SortNames {
  /** as callers write it */
  name: string;
  /** the field of a response that shows it, which callers may write instead */
  field: string;
  /** another field of the response that ascends with it */
  alsoField?: string;
  /** another name as callers write it */
  alsoName?: string;
}

/** The sorts of a list; the first is the default. */
export type Sorts<Sort extends string = string> = Readonly<Record<Sort, SortNames>>;

export const sorts = <const Sort extends string>(all: Sorts<Sort>): Sorts<Sort> => all;

/** The sort of a list; rows without a value come last, ties are sorted by id, in the same direction. */
export interface SortedBy<Sort extends string> {
  sort: Sort;
  order: SortOrder;
}

/** The names of a list's sorts. */
export const sortNames = <Sort extends string>(all: Sorts<Sort>): [Sort, ...Sort[]] => {
  const [first, ...others] = Object.keys(all) as Sort[];
  if (first === undefined) throw new Error("a list is sorted by something");
  return [first, ...others];
};

// The sorts of positions, which are read only from PostgreSQL.

export const holdingSorts = sorts({
  FILED_ON: { name: "filingDate", field: "filing_date" },
  STATED_ON: { name: "statedDate", field: "stated_date" },
  SHARES: { name: "shares", field: "shares" },
  VALUE: { name: "value", field: "value" },
  TICKER: { name: "ticker", field: "ticker" },
  SECURITY: { name: "security", field: "security_title" },
  INSIDER: { name: "insider", field: "insider_name" },
});

export type HoldingSort = keyof typeof holdingSorts;

// What the positions of a member of Congress are sorted by, and what their reports prove of each.

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

// What the summary of trades is grouped and sorted by.

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

// The sorts of the search by name, which only PostgreSQL runs.

export const symbolSorts = sorts({
  KIND: { name: "kind", field: "kind" },
  NAME: { name: "name", field: "name" },
  TICKER: { name: "ticker", field: "ticker" },
});

export type SymbolSort = keyof typeof symbolSorts;
