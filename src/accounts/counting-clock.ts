// The clock that ends keys: that of the store which counts, as its answers tell it. From one answer to the next ours carries it on.

export class CountingClock {
  #ahead = Number.NEGATIVE_INFINITY;

  /** Notes what an answer said, in Unix seconds. */
  note(at: number): void {
    this.#ahead = at - performance.now() / 1000;
  }

  /** Whether a time (Unix seconds, null = never) has come. Before the first answer none has. */
  hasReached(at: number | null | undefined): boolean {
    return typeof at === "number" && this.#ahead + performance.now() / 1000 >= at;
  }
}
