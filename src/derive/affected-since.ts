// The reach of a bar: the filing and trade dates of trades whose entry or exit may use it.

/** calendar days from entry to exit */
export const horizons = [7, 30, 90, 180, 365];
/** calendar days that entry and exit may be later than their target */
export const graceDays = 10;
/**
 * maximum days from a filing to the last bar that its longest return may use: entry and exit both as late as allowed
 */
export const daysToLastExit = Math.max(...horizons) + 2 * graceDays;

/**
 * FROM items that pair each bar change of `changes` (from_on: first changed bar, last_on: newest bar) with spans of
 * days: a trade is affected if its filing date lies in [filed_from, filed_to] or its trade date in [traded_from,
 * traded_to] of a span. An entry is at most ten days after its target, an exit ten days after the horizon: twenty in
 * all.
 */
export const reachOf = (changes: string): string =>
  `${changes} CROSS JOIN LATERAL (
     SELECT ${changes}.from_on - days - ${2 * graceDays} AS filed_from, ${changes}.last_on - days - 1 AS filed_to,
       ${changes}.from_on - days - ${2 * graceDays} AS traded_from, ${changes}.last_on - days AS traded_to
     FROM (VALUES ${[0, ...horizons].map((days) => `(${days})`).join(", ")}) AS horizon (days)
   ) AS span`;
