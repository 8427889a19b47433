// The filters of the list of late filings, which are congressional trades.
import { atLeast, type Condition, flag } from "./condition.ts";
import { conditionsOf, type FilterValues, filtersOver } from "./define-filters.ts";
import { type PoliticianTradeFields, politicianTradeFilters, politicianTradeSorts } from "./politician-trades.ts";
import { delayInDays } from "./shared.ts";
import { sorts } from "./sorts.ts";

const { tickers, politicianId, party, chamber, tradeKind, minAmount, filedFrom, filedTo } = politicianTradeFilters;

export const lateFilingFilters = filtersOver<PoliticianTradeFields>()({
  minDelayDays: {
    label: "Minimum delay (days)",
    type: delayInDays,
    about: "minimum delay in days; 46 or less finds all late trades",
    where: (value) => atLeast("delayDays", String(value)),
  },
  tickers,
  politicianId,
  party,
  chamber,
  tradeKind,
  minAmount,
  filedFrom,
  filedTo,
});

export type LateFilingFilter = FilterValues<typeof lateFilingFilters>;

const { DELAY_DAYS, FILED_ON, AMOUNT_MID } = politicianTradeSorts;

export const lateFilingSorts = sorts({
  DELAY_DAYS: { ...DELAY_DAYS, alsoField: "days_late", alsoName: "daysLate" },
  FILED_ON,
  AMOUNT_MID,
});

export type LateFilingSort = keyof typeof lateFilingSorts;

/** The conditions for the rows of the list. */
export const lateFilingConditions = (filter: LateFilingFilter): Condition<PoliticianTradeFields>[] => [
  flag("live"),
  flag("late"),
  ...conditionsOf(lateFilingFilters, filter),
];
