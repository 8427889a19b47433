// Single flight: one computation for all callers that want its result at the same time.

import type { Cancellation } from "../src/ports.ts";
import { SharedCancellation } from "./cancellation.ts";

/** A result that is being computed, and how many callers wait for it. */
interface Flight<Result> {
  result: Promise<Result>;
  waiting: number;
  abandon(): void;
}

export class SingleFlight<Result> {
  readonly #underWay = new Map<string, Flight<Result>>();

  /** Whether it is being computed now. */
  has(name: string): boolean {
    return this.#underWay.has(name);
  }

  /**
   * The result that is being computed under this name, else that of `make`. Rejects as `make` does, for all callers that waited.
   * `cancellation` is this caller's; the one that `make` gets is over when no caller waits any more.
   */
  async join(
    name: string,
    make: (cancellation: Cancellation) => Promise<Result>,
    cancellation?: Cancellation,
  ): Promise<Result> {
    const flight = this.#underWay.get(name) ?? this.#begin(name, make);
    flight.waiting++;
    const leave = () => --flight.waiting === 0 && flight.abandon();
    const left = cancellation?.signal();
    if (left?.aborted) leave();
    else left?.addEventListener("abort", leave, { once: true });
    try {
      return await flight.result;
    } finally {
      left?.removeEventListener("abort", leave);
    }
  }

  #begin(name: string, make: (cancellation: Cancellation) => Promise<Result>): Flight<Result> {
    const shared = new SharedCancellation();
    const forget = () => this.#underWay.get(name) === flight && this.#underWay.delete(name);
    const flight: Flight<Result> = {
      result: make(shared).finally(forget),
      waiting: 0,
      abandon() {
        // the next caller begins anew
        forget();
        shared.cancel();
      },
    };
    this.#underWay.set(name, flight);
    return flight;
  }
}
