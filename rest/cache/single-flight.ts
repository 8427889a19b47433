// Single flight: one computation for all callers that request its result concurrently; and the cancellation of
// requests whose callers no longer wait. An AbortSignal is created only when something listens to it: most responses
// are ready immediately.
import type { Cancellation } from "../../src/ports/execution.ts";
import type { CallersConnection } from "../../src/ports/requests.ts";

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

/** Cancellation by one caller, who may close the connection. */
export class CallerCancellation implements Cancellation {
  readonly #connection: CallersConnection;
  #controller: AbortController | undefined;

  constructor(connection: CallersConnection) {
    this.#connection = connection;
  }

  /** The connection was closed before the end of the response. */
  get isOver(): boolean {
    return this.#connection.isClosed();
  }

  throwIfOver(): void {
    if (this.isOver) throw new Error("the caller closed the connection");
  }

  /** Aborts when the connection is closed before the end of the response. */
  signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.isOver) controller.abort();
      else this.#connection.onClose(() => this.isOver && controller.abort());
    }
    return this.#controller.signal;
  }
}

/** Cancellation shared by all callers that wait for the same response: over when the last one no longer waits. */
export class SharedCancellation implements Cancellation {
  isOver = false;
  #controller: AbortController | undefined;

  cancel(): void {
    this.isOver = true;
    this.#controller?.abort();
  }

  signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.isOver) this.#controller.abort();
    return this.#controller.signal;
  }
}
