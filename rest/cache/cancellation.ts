// Cancellation of a request whose caller no longer waits. An AbortSignal is created only when something listens to it:
// most responses are ready immediately.
import type { Cancellation } from "../../src/ports/execution.ts";
import type { CallersConnection } from "../../src/ports/requests.ts";

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
