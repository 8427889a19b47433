// Data of the store for the public pages. The pages need no login, so the store is queried at most every few seconds.

export interface PlanFacts {
  name: string;
  /** US dollars; null by arrangement */
  pricePerMonth: number | null;
  perMinute: number;
  perDay: number;
  perMonth: number;
  /** of ready-made files */
  bytesPerDay: number;
  commercialUse: boolean;
}

export interface Facts {
  /** listed plans, cheapest first */
  plans: PlanFacts[];
  /** the body of the landing page's call, without `requestId`; null where the store could not be queried */
  example: Record<string, unknown> | null;
  /** values for the samples of the documentation, so that a pasted sample gets a response */
  samples: SampleValues;
}

/** Taken from stored rows. */
export interface SampleValues {
  /** template of the path -> name of the parameter -> value; a missing template has no stored row for a sample */
  parameters: Record<string, Record<string, string>>;
  dataVersion?: string | undefined;
  /** a part of an insider's name, by which /symbols finds it */
  insiderName?: string | undefined;
  /** a current symbol of a company */
  ticker?: string | undefined;
  /** a part of a member's name */
  memberName?: string | undefined;
}

const noSamples: SampleValues = { parameters: {} };

export type ReadFacts = () => Promise<Facts>;

/** The request that the landing page shows. */
export const exampleCall = { path: "/trades", query: "tradeTypes=P&pageSize=1" };

const freshMs = 5_000;

/** Returns facts that are at most five seconds old; where they cannot be read, the last ones. */
export function remembered(read: ReadFacts): ReadFacts {
  let last: Facts = { plans: [], example: null, samples: noSamples };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Facts> | undefined;
  const readAgain = async () => {
    try {
      last = await read();
    } catch {
      last = { ...last, example: null };
    }
    readAt = performance.now();
    reading = undefined;
    return last;
  };
  return async () => {
    if (performance.now() - readAt < freshMs) return last;
    reading ??= readAgain();
    return reading;
  };
}
