// Single flight: one computation for all callers that request its result concurrently.

import type { Cancellation } from "../../src/ports/execution.ts";
import { SharedCancellation } from "./cancellation.ts";

/** A running computation, and the number of callers that wait for it. */
interface Flight<Result> {
  result: Promise<Result>;
  waiting: number;
  abandon(): void;
}

export class SingleFlight<Result> {
  readonly #underWay = new Map<string, Flight<Result>>();

  /** Whether a computation with this name is running. */
  has(name: string): boolean {
    return this.#underWay.has(name);
  }

  /**
   * The result of the running computation with this name, else that of `make`. Rejects as `make` does, for all waiting
   * callers. `cancellation` is this caller's; the one that `make` receives is over when no caller waits any more.
   */
  async join(
    name: string,
    make: (cancellation: Cancellation) => Promise<Result>,
    cancellation?: Cancellation,
  ): Promise<Result> {
    const flight = this.#underWay.get(name) ?? this.#begin(name, make);
    flight.waiting++;
    const leave = () => --flight.waiting === 0 && flight.abandon();
    const signal = cancellation?.signal();
    if (signal?.aborted) leave();
    else signal?.addEventListener("abort", leave, { once: true });
    try {
      return await flight.result;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  #begin(name: string, make: (cancellation: Cancellation) => Promise<Result>): Flight<Result> {
    const shared = new SharedCancellation();
    const forget = () => this.#underWay.get(name) === flight && this.#underWay.delete(name);
    const flight: Flight<Result> = {
      result: make(shared).finally(forget),
      waiting: 0,
      abandon() {
        // the next caller starts a new computation
        forget();
        shared.cancel();
      },
    };
    this.#underWay.set(name, flight);
    return flight;
  }
}
