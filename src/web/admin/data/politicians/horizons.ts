// What the performance of a member says of one horizon.
import type { PoliticianPageQuery } from "../../../generated/operations.ts";

export type Performance = NonNullable<PoliticianPageQuery["politicianPerformance"]>;
type Horizon = Performance["horizons"][number];

/** the member's own, from the trade date; a follower's, from the filing date */
export const theirs = { name: "theirs, from the trade date", ink: 4 };
export const followers = { name: "a follower's, from the filing date", ink: 2 };

export interface Sided extends Horizon {
  side: string;
}

/** Theirs and a follower's of each horizon. */
export const bothSides = ({ horizons, tradeDate }: Performance): Sided[] =>
  horizons.flatMap((follower, index) => {
    const own = tradeDate[index];
    return [...(own ? [{ ...own, side: theirs.name }] : []), { ...follower, side: followers.name }];
  });
