// What a run of callers saw of their quota: each request with its times, its status and the figures of its response, and each outage. Replayed in
// the order of time against the model of the quota (test/quota/model.ts).

import type { LimitStatus, WindowStatus } from "../../src/ports/access.ts";
import { type Begun, QuotaModel } from "../quota/model.ts";
import type { Response } from "./fleet.ts";

export interface History {
  responses: Response[];
  /** milliseconds of `performance.now()` from the loss of a store to the time when all stores had exchanged their counts */
  outages: { from: number; to: number }[];
}

interface Happening {
  at: number;
  happen(): void;
}

/** The model after the whole history; `faults` are answers that do not fit it. */
export function replay({ responses, outages }: History, callers: number): QuotaModel {
  const model = new QuotaModel({ callers, dearest: 1 });
  const happenings: Happening[] = outages.flatMap(({ from, to }) => [
    { at: from, happen: () => model.outage({ costs: true }) },
    { at: to, happen: () => model.settled() },
  ]);
  for (const response of responses) {
    let begun: Begun | undefined;
    const begin = () => {
      begun = model.begin();
    };
    happenings.push({ at: response.begunAt, happen: begin });
    happenings.push({ at: response.begunAt + response.took, happen: () => begun && end(model, begun, response) });
  }
  for (const { happen } of happenings.sort((one, other) => one.at - other.at)) happen();
  return model;
}

function end(model: QuotaModel, begun: Begun, { status, headers }: Response): void {
  if (status === 200) model.served(begun, statisticsOf(headers), 1);
  else if (status === 429) model.refused(begun, "minute", statisticsOf(headers), 1);
  else model.withoutResponse(begun);
}

/** The figures of all three windows, as the headers of a response tell them. */
function statisticsOf(headers: Response["headers"]): LimitStatus {
  const headerNumber = (name: string) => {
    const value = Number(headers[name] ?? Number.NaN);
    if (Number.isNaN(value)) throw new Error(`an answer without ${name}: ${JSON.stringify(headers)}`);
    return value;
  };
  const of = (name: string): WindowStatus => ({
    limit: headerNumber(`${name}-limit`),
    remaining: headerNumber(`${name}-remaining`),
    resetAt: headerNumber(`${name}-reset`),
  });
  return { minute: of("x-ratelimit"), day: of("x-dailylimit"), month: of("x-monthlyquota") };
}
