// The clock that decides when keys expire: the clock of the counting store (Redis or PostgreSQL), as its replies state
// it. Between two replies the process's own monotonic clock advances it.

export class CountingClock {
  #ahead = Number.NEGATIVE_INFINITY;

  /** Sets the clock to the time in a reply, in Unix seconds. */
  note(at: number): void {
    this.#ahead = at - performance.now() / 1000;
  }

  /** True when a time (Unix seconds, null = never) is reached. Before the first reply always false. */
  hasReached(at: number | null | undefined): boolean {
    return typeof at === "number" && this.#ahead + performance.now() / 1000 >= at;
  }
}
