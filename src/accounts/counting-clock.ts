// The clock that ends keys: that of the store which counts, as its answers tell it. From one answer to the next ours carries it on.

export class CountingClock {
  #ahead = Number.NEGATIVE_INFINITY;

  /** Notes what an answer said, in Unix seconds. */
  note(moment: number): void {
    this.#ahead = moment - performance.now() / 1000;
  }

  /** Whether a moment (Unix seconds, null = never) has come. Before the first answer none has. */
  hasReached(moment: number | null | undefined): boolean {
    return typeof moment === "number" && this.#ahead + performance.now() / 1000 >= moment;
  }
}
