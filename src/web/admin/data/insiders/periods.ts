// The holding periods of an insider's track record.
import type { InsiderPageQuery } from "../../../generated/operations.ts";

export type TrackRecord = NonNullable<InsiderPageQuery["trackRecord"]>;
type Period = TrackRecord["periods"][number];

export interface SidedPeriod extends Period {
  side: string;
}

/** below this number of trades a rate is not meaningful */
export const enough = 5;

export const own = { name: "own, from the trade date", ink: 4 };
export const follower = { name: "a follower's, from the filing date", ink: 2 };

/** The insider's own rate and a follower's, for each period. */
export const bothSides = ({ periods, tradeDate }: TrackRecord): SidedPeriod[] =>
  periods.flatMap((period, index) => {
    const theirs = tradeDate[index];
    return [...(theirs ? [{ ...theirs, side: own.name }] : []), { ...period, side: follower.name }];
  });
