// Whether the caller still waits for an answer. A signal is made only where something has to be told; most answers are ready at once.
import type { Response } from "express";
import type { Cancellation } from "../src/ports.ts";

/** Of one caller, who may close the connection. */
export class CallerCancellation implements Cancellation {
  readonly #response: Response;
  #controller: AbortController | undefined;

  constructor(response: Response) {
    this.#response = response;
  }

  /** The connection ended before the answer did. */
  get isOver(): boolean {
    return this.#response.closed && !this.#response.writableFinished;
  }

  throwIfOver(): void {
    if (this.isOver) throw new Error("the caller closed the connection");
  }

  /** Aborts when the connection ends before the answer does. */
  signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController();
      this.#controller = controller;
      if (this.isOver) controller.abort();
      else this.#response.once("close", () => this.isOver && controller.abort());
    }
    return this.#controller.signal;
  }
}

/** Of all callers that wait for the same answer: over when the last one no longer waits. */
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
