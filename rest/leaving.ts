// Whether somebody still waits for an answer. A signal is made for those who have to be told; most answers are ready and nobody has.
import type { Response } from "express";
import type { Leaving } from "./ports.ts";

/** One caller, who may hang up. */
export class CallerLeaving implements Leaving {
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
    if (this.isOver) throw new Error("the caller has hung up");
  }

  /** Given when the connection ends before the answer does. */
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

/** All who wait for the same answer. */
export class LastLeaving implements Leaving {
  isOver = false;
  #controller: AbortController | undefined;

  /** Nobody waits any more. */
  leave(): void {
    this.isOver = true;
    this.#controller?.abort();
  }

  signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.isOver) this.#controller.abort();
    return this.#controller.signal;
  }
}
