// Figures of the store on the public pages. The pages need no login, so the store is queried at most every few seconds.

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
  /** values for the samples of the documentation, so that they answer where they are pasted */
  samples: SampleValues;
}

/** Taken from stored rows. */
export interface SampleValues {
  /** template of the path -> name of the parameter -> value; a template that is missing has nothing that a sample could show */
  parameters: Record<string, Record<string, string>>;
  dataVersion?: string | undefined;
  /** a part of an insider's name, by which /symbols finds it */
  insiderName?: string | undefined;
  /** a symbol that a company bears */
  ticker?: string | undefined;
  /** a part of a member's name */
  memberName?: string | undefined;
}

const noSamples: SampleValues = { parameters: {} };

export type ReadFacts = () => Promise<Facts>;

/** The call that the landing page shows. */
export const exampleCall = { path: "/trades", query: "tradeTypes=P&pageSize=1" };

const freshMs = 5_000;

/** The facts as they were at most five seconds ago; where they cannot be had, the last ones. */
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
