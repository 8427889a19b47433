// The horizons of a member's performance.
import type { PoliticianPageQuery } from "../../../generated/operations.ts";

export type Performance = NonNullable<PoliticianPageQuery["politicianPerformance"]>;
type Horizon = Performance["horizons"][number];

/** The member's own return starts at the trade date, a follower's at the filing date. */
export const theirs = { name: "theirs, from the trade date", ink: 4 };
export const followers = { name: "a follower's, from the filing date", ink: 2 };

export interface Sided extends Horizon {
  side: string;
}

/** The member's own return and a follower's, for each horizon. */
export const bothSides = ({ horizons, tradeDate }: Performance): Sided[] =>
  horizons.flatMap((follower, index) => {
    const own = tradeDate[index];
    return [...(own ? [{ ...own, side: theirs.name }] : []), { ...follower, side: followers.name }];
  });
