// What a run of callers saw of their quota: each request with its times, its status and the limit status in its
// headers, and each outage. Replayed in the order of time against the model of the quota (test/quota/model.ts).

import type { LimitStatus, WindowStatus } from "../../src/ports/access.ts";
import { QuotaModel, type StartedRequest } from "../quota/model.ts";
import type { TimedResponse } from "./fleet.ts";

export interface History {
  responses: TimedResponse[];
  /**
   * milliseconds of `performance.now()` from the loss of a store to the time when all stores had exchanged their counts
   */
  outages: { from: number; to: number }[];
}

interface Step {
  at: number;
  apply(): void;
}

/** The model after the whole history; its `faults` are responses that do not fit it. */
export function replay({ responses, outages }: History, callers: number): QuotaModel {
  const model = new QuotaModel({ callers, maxCost: 1 });
  const steps: Step[] = outages.flatMap(({ from, to }) => [
    { at: from, apply: () => model.outage({ mayCharge: true }) },
    { at: to, apply: () => model.settled() },
  ]);
  for (const response of responses) {
    let started: StartedRequest | undefined;
    const start = () => {
      started = model.start();
    };
    steps.push({ at: response.startedAt, apply: start });
    const end = () => started && endRequest(model, started, response);
    steps.push({ at: response.startedAt + response.elapsedMs, apply: end });
  }
  for (const { apply } of steps.sort((one, other) => one.at - other.at)) apply();
  return model;
}

function endRequest(model: QuotaModel, started: StartedRequest, { status, headers }: TimedResponse): void {
  if (status === 200) model.served(started, limitStatusOf(headers), 1);
  else if (status === 429) model.refused(started, "minute", limitStatusOf(headers), 1);
  else model.withoutResponse(started);
}

function limitStatusOf(headers: TimedResponse["headers"]): LimitStatus {
  const headerNumber = (name: string) => {
    const value = Number(headers[name] ?? Number.NaN);
    if (Number.isNaN(value)) throw new Error(`a response without ${name}: ${JSON.stringify(headers)}`);
    return value;
  };
  const windowStatus = (name: string): WindowStatus => ({
    limit: headerNumber(`${name}-limit`),
    remaining: headerNumber(`${name}-remaining`),
    resetAt: headerNumber(`${name}-reset`),
  });
  return {
    minute: windowStatus("x-ratelimit"),
    day: windowStatus("x-dailylimit"),
    month: windowStatus("x-monthlyquota"),
  };
}
