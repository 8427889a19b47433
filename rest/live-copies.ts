// Answers about the service itself (coverage) change without a new data version. Each is computed once for all callers at the same
// time, and given again for some seconds; it says how old it is.
import { LRUCache } from "lru-cache";
import type { Cancellation } from "../src/ports.ts";
import { type ReadyAnswer, sizeOf } from "./answer-bytes.ts";
import { SingleFlight } from "./single-flight.ts";

/** seconds for which a copy is given again */
const copySeconds = 5;
const mostBytes = 8 * 1024 * 1024;

interface Copy {
  answer: ReadyAnswer;
  /** Unix seconds when its computation began: it shows nothing that happened later */
  madeAt: number;
}

/** `age`: whole seconds since the computation of the answer began. */
export interface AgedAnswer {
  answer: ReadyAnswer;
  age: number;
}

export class LiveCopies {
  readonly #seconds: () => number;
  readonly #cache: LRUCache<string, Copy> | undefined;
  readonly #underWay = new SingleFlight<Copy>();

  /** `seconds`: the time in Unix seconds; `bytes` of copies at most, 0 keeps none. */
  constructor(seconds: () => number, bytes: number) {
    this.#seconds = seconds;
    const maxSize = Math.min(bytes, mostBytes);
    if (maxSize > 0) this.#cache = new LRUCache({ maxSize, sizeCalculation: ({ answer }) => sizeOf(answer) });
  }

  /** A copy that is not too old. */
  get(name: string): AgedAnswer | undefined {
    const copy = this.#cache?.get(name);
    if (!copy) return undefined;
    const age = this.#seconds() - copy.madeAt;
    // a clock that was set back makes a copy younger than it is
    return age >= 0 && age < copySeconds ? { answer: copy.answer, age: Math.floor(age) } : undefined;
  }

  /** A copy, or the answer that is being computed now, or that of `make`. Rejects as `make` does. */
  async find(
    name: string,
    make: (cancellation: Cancellation, madeAt: number) => Promise<ReadyAnswer>,
    cancellation?: Cancellation,
  ): Promise<AgedAnswer> {
    const copy = this.get(name);
    if (copy) return copy;
    const { answer, madeAt } = await this.#underWay.join(name, (left) => this.#make(name, make, left), cancellation);
    return { answer, age: Math.max(0, Math.floor(this.#seconds() - madeAt)) };
  }

  async #make(
    name: string,
    make: (cancellation: Cancellation, madeAt: number) => Promise<ReadyAnswer>,
    cancellation: Cancellation,
  ): Promise<Copy> {
    const madeAt = this.#seconds();
    const copy = { answer: await make(cancellation, madeAt), madeAt };
    this.#cache?.set(name, copy);
    return copy;
  }
}
