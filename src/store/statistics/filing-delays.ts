// Days from trade to disclosure by members of Congress: counts by steps of five days.
import type { PoliticianTradeFilter } from "../../filters/politician-trades.ts";
import { matching } from "../lists/page.ts";
import { politicianTradeSelection } from "../lists/politician-trades.ts";
import type { Db } from "../store.ts";

/** days of one step; 45 is the end of a step */
const delayStep = 5;
/** all longer delays are in one bucket */
const lastStep = 180;

export interface DelayBucket {
  /** days, inclusive; the last one is open */
  from: number;
  to: number | null;
  trades: number;
}

export interface FilingDelays {
  buckets: DelayBucket[];
  /** trades with plausible dates */
  dated: number;
  /** trades without a trade date, or with implausible dates */
  undated: number;
  late: number;
}

/** Buckets of 0, 1-5, 6-10 ... 176-180 days, and more; live trades only. */
export async function filingDelays(db: Db, filter: PoliticianTradeFilter): Promise<FilingDelays> {
  const rows = await db.$queryRaw<{ step: number | null; trades: number; late: number }[]>`
    SELECT CASE WHEN t.date_quality = 'ok' AND t.delay_days IS NOT NULL THEN least(ceil(t.delay_days::numeric / ${delayStep}), ${lastStep / delayStep + 1})::int END AS step,
      count(*)::int AS trades, (count(*) FILTER (WHERE t.is_late))::int AS late
    ${matching(politicianTradeSelection(filter))} GROUP BY 1`;
  const sum = (of: typeof rows, read: (row: (typeof rows)[number]) => number) =>
    of.reduce((all, row) => all + read(row), 0);
  const dated = rows.filter(({ step }) => step !== null);
  return {
    buckets: Array.from({ length: lastStep / delayStep + 2 }, (_, step) => ({
      from: step === 0 ? 0 : (step - 1) * delayStep + 1,
      to: step * delayStep > lastStep ? null : step * delayStep,
      trades: dated.find((row) => row.step === step)?.trades ?? 0,
    })),
    dated: sum(dated, ({ trades }) => trades),
    undated: sum(rows, ({ step, trades }) => (step === null ? trades : 0)),
    late: sum(rows, ({ late }) => late),
  };
}
