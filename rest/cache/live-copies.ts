// Cache for responses about the service itself (coverage), which change without a new data version. Each is computed
// once for all concurrent callers and cached for some seconds; the response states its age.
import { LRUCache } from "lru-cache";
import type { Cancellation } from "../../src/ports/execution.ts";
import { type SerializedResponse, sizeOf } from "./response-bytes.ts";
import { SingleFlight } from "./single-flight.ts";

/** seconds for which a copy is cached */
const copySeconds = 5;
const maxBytes = 8 * 1024 * 1024;

export class LiveCopies {
  readonly #seconds: () => number;
  readonly #cache: LRUCache<string, SerializedResponse> | undefined;
  readonly #running = new SingleFlight<SerializedResponse>();

  /** `seconds` returns the time in Unix seconds. Caches at most `bytes`; 0 disables the cache. */
  constructor(seconds: () => number, bytes: number) {
    this.#seconds = seconds;
    const maxSize = Math.min(bytes, maxBytes);
    if (maxSize > 0) this.#cache = new LRUCache({ maxSize, sizeCalculation: sizeOf });
  }

  /** A copy that is not too old. */
  get(name: string): SerializedResponse | undefined {
    const copy = this.#cache?.get(name);
    const age = this.#seconds() - (copy?.madeAt ?? 0);
    // the age is negative after the clock was set back
    return copy && age >= 0 && age < copySeconds ? copy : undefined;
  }

  /** A copy, else the result of a running computation, else that of `make`. Rejects as `make` does. */
  async find(
    name: string,
    make: (cancellation: Cancellation, madeAt: number) => Promise<SerializedResponse>,
    cancellation?: Cancellation,
  ): Promise<SerializedResponse> {
    const compute = async (shared: Cancellation) => {
      const copy = await make(shared, this.#seconds());
      this.#cache?.set(name, copy);
      return copy;
    };
    return this.get(name) ?? (await this.#running.join(name, compute, cancellation));
  }
}
