// The columns of the returns after a trade.
import { signed } from "../frame/format.ts";
import type { Column } from "../frame/table/data-table.tsx";

interface WithReturns {
  outcome: { horizons: { days: number; returnPct: string | null }[] };
}

/** the holding periods that lists show; the details of a trade have all */
const shownDays = [7, 30, 90];

/** What a follower earned who bought at the first close after the filing; unknown until the days are over. */
export const returnColumns: Column<WithReturns>[] = shownDays.map((days) => ({
  id: `return-${days}`,
  head: `${days}-day return (%)`,
  hint: `Return in percent from the first close after the filing date to ${days} days later`,
  number: true,
  shownFrom: days === 90 ? undefined : "large",
  narrow: days === 90 ? "second" : undefined,
  cell: ({ outcome }) => signed(outcome.horizons.find((horizon) => horizon.days === days)?.returnPct),
}));
