// Cache for responses about the service itself (coverage), which change without a new data version. Each is computed
// once for all concurrent callers and cached for some seconds; the response states its age.
import { LRUCache } from "lru-cache";
import type { Cancellation } from "../src/ports.ts";
import { type ReadyResponse, sizeOf } from "./response-bytes.ts";
import { SingleFlight } from "./single-flight.ts";

/** seconds for which a copy is cached */
const copySeconds = 5;
const maxBytes = 8 * 1024 * 1024;

interface Copy {
  response: ReadyResponse;
  /** Unix seconds when its computation began: it reflects nothing that happened later */
  madeAt: number;
}

/** `age`: whole seconds since the computation of the response began. */
export interface AgedResponse {
  response: ReadyResponse;
  age: number;
}

export class LiveCopies {
  readonly #seconds: () => number;
  readonly #cache: LRUCache<string, Copy> | undefined;
  readonly #underWay = new SingleFlight<Copy>();

  /** `seconds` returns the time in Unix seconds. Caches at most `bytes`; 0 disables the cache. */
  constructor(seconds: () => number, bytes: number) {
    this.#seconds = seconds;
    const maxSize = Math.min(bytes, maxBytes);
    if (maxSize > 0) this.#cache = new LRUCache({ maxSize, sizeCalculation: ({ response }) => sizeOf(response) });
  }

  /** A copy that is not too old. */
  get(name: string): AgedResponse | undefined {
    const copy = this.#cache?.get(name);
    if (!copy) return undefined;
    const age = this.#seconds() - copy.madeAt;
    // the age is negative after the clock was set back
    return age >= 0 && age < copySeconds ? { response: copy.response, age: Math.floor(age) } : undefined;
  }

  /** A copy, else the result of a running computation, else that of `make`. Rejects as `make` does. */
  async find(
    name: string,
    make: (cancellation: Cancellation, madeAt: number) => Promise<ReadyResponse>,
    cancellation?: Cancellation,
  ): Promise<AgedResponse> {
    const copy = this.get(name);
    if (copy) return copy;
    const { response, madeAt } = await this.#underWay.join(
      name,
      (shared) => this.#make(name, make, shared),
      cancellation,
    );
    return { response, age: Math.max(0, Math.floor(this.#seconds() - madeAt)) };
  }

  async #make(
    name: string,
    make: (cancellation: Cancellation, madeAt: number) => Promise<ReadyResponse>,
    cancellation: Cancellation,
  ): Promise<Copy> {
    const madeAt = this.#seconds();
    const copy = { response: await make(cancellation, madeAt), madeAt };
    this.#cache?.set(name, copy);
    return copy;
  }
}
