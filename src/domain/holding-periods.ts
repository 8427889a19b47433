// The holding periods: the days after which a return is measured.

/** Calendar days from entry to exit, the shortest first. */
export const holdingPeriods = [7, 30, 90, 180, 365] as const;

export type HoldingPeriod = (typeof holdingPeriods)[number];

/** As a description says it: 7, 30, 90, 180 and 365 days. */
export const holdingPeriodsText = `${holdingPeriods.slice(0, -1).join(", ")} and ${holdingPeriods.at(-1)} days`;
