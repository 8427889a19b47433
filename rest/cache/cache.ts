// The caches of responses. The response cache: responses by document, variables, day and data version. It is used
// after authentication and quota. A response of an older version is never found again, so nothing has to be
// invalidated when data change. Live copies: responses about the service itself (coverage), which change without a new
// data version.
import { LRUCache } from "lru-cache";
import type { Cancellation } from "../../src/ports/execution.ts";
import type { Route } from "../define-route.ts";
import { beginningOfNext, isList } from "../envelope.ts";
import { type SerializedResponse, sizeOf } from "./response-bytes.ts";
import { SharedCancellation, SingleFlight } from "./single-flight.ts";

/** The day is part of the key, because responses may depend on it (pending outcomes, members in office). */
interface CacheKey {
  hash: string;
  variables: Record<string, unknown>;
  /** YYYY-MM-DD in UTC */
  today: string;
  version: string;
  /** the chosen fields, if the request names any */
  fields?: readonly string[] | undefined;
}

/** Day and data version of a cached response. */
type DayAndVersion = Pick<CacheKey, "today" | "version">;

/** A response with its route. */
export interface CachedResponse {
  response: SerializedResponse;
  route: Route;
  /** how the URL of the next page begins; empty if there is no next page */
  next: string;
}

type Make = (cancellation: Cancellation) => Promise<SerializedResponse>;

export interface ResponseCache {
  /**
   * The response of the key's version: from the cache, from a computation that is running for another caller, or from
   * `make`. Rejects as `make` does, for all waiting callers. `cancellation` is this caller's; the one that `make`
   * receives is over when no caller waits any more.
   */
  find(key: CacheKey, make: Make, cancellation?: Cancellation): Promise<SerializedResponse>;
  /** The cached response, if there is one; not counted as a miss otherwise. */
  get(key: CacheKey): SerializedResponse | undefined;
  /** The cached response to a remembered URL, if there is one; not counted as a miss otherwise. */
  recall(url: string, at: DayAndVersion): CachedResponse | undefined;
  /** Remembers the cache key of a URL, so that `recall` finds the response without reading the parameters again. */
  remember(url: string, route: Route, key: CacheKey): void;
  /** hits and misses since the start, and the bytes that are cached now */
  readonly statistics: { readonly hits: number; readonly misses: number; readonly bytes: number };
}

/** Caches the most recently requested responses, at most `bytes` in all; 0 disables the cache. */
export function createResponseCache(bytes: number): ResponseCache {
  const cache = bytes > 0 ? new CachedBytes(bytes) : undefined;
  const running = new SingleFlight<SerializedResponse>();
  const statistics = {
    hits: 0,
    misses: 0,
    get bytes() {
      return cache?.bytes ?? 0;
    },
  };
  const urls = new LRUCache<string, DayAndVersion & Pick<CachedResponse, "route" | "next"> & { key: StoredKey }>({
    max: maxUrls,
  });

  function rememberedAt(url: string, { today, version }: DayAndVersion) {
    const remembered = cache && urls.get(url);
    // the same URL means other dates on another day: "the last seven days"
    return remembered?.version === version && remembered.today === today ? remembered : undefined;
  }

  async function compute(key: CacheKey, make: Make, shared: Cancellation): Promise<SerializedResponse> {
    const response = await make(shared);
    // the data version may have advanced since the key was created
    cache?.set({ ...key, version: response.version ?? key.version }, response);
    return response;
  }

  return {
    statistics,
    recall(url, at) {
      const remembered = rememberedAt(url, at);
      if (!remembered) return undefined;
      const response = cache?.get(remembered.key);
      if (!response) return undefined;
      statistics.hits++;
      return { response, route: remembered.route, next: remembered.next };
    },
    remember(url, route, key) {
      const { today, version } = key;
      if (!cache || url.length > maxUrlLength) return;
      urls.set(url, { today, version, route, next: isList(route) ? beginningOfNext(url) : "", key: storedKey(key) });
    },
    get(key) {
      const known = cache?.get(storedKey(key));
      if (known) statistics.hits++;
      return known;
    },
    async find(key, make, cancellation) {
      if (!cache) {
        statistics.misses++;
        return await make(cancellation ?? new SharedCancellation());
      }
      const stored = storedKey(key);
      const { text } = stored;
      const known = cache.get(stored);
      if (known || running.has(text)) statistics.hits++;
      else statistics.misses++;
      return known ?? (await running.join(text, (shared) => compute(key, make, shared), cancellation));
    },
  };
}

/** URLs whose cache keys are remembered */
const maxUrls = 10_000;
const maxUrlLength = 500;

interface StoredKey {
  text: string;
  /** the response has only some of its fields */
  isPicked: boolean;
}

// a route always builds its variables in the same order, so equal variables have equal JSON
const storedKey = ({ hash, variables, today, version, fields }: CacheKey): StoredKey => ({
  text: `${version} ${today} ${hash} ${JSON.stringify(variables)} ${fields?.join() ?? ""}`,
  isPicked: fields !== undefined,
});

/**
 * this fraction of the bytes (1/8) is for responses with chosen fields: there are too many possible choices, and they
 * must not displace complete responses
 */
const shareOfPicked = 8;

/** The cached responses: complete ones, and separately those with chosen fields. */
class CachedBytes {
  readonly #whole: LRUCache<string, SerializedResponse>;
  readonly #picked: LRUCache<string, SerializedResponse>;

  constructor(bytes: number) {
    const forPicked = Math.ceil(bytes / shareOfPicked);
    this.#whole = new LRUCache({ maxSize: Math.max(1, bytes - forPicked), sizeCalculation: sizeOf });
    this.#picked = new LRUCache({ maxSize: forPicked, sizeCalculation: sizeOf });
  }

  get bytes(): number {
    return this.#whole.calculatedSize + this.#picked.calculatedSize;
  }

  get({ text, isPicked }: StoredKey): SerializedResponse | undefined {
    return (isPicked ? this.#picked : this.#whole).get(text);
  }

  set(key: CacheKey, response: SerializedResponse): void {
    const { text, isPicked } = storedKey(key);
    (isPicked ? this.#picked : this.#whole).set(text, response);
  }
}

// Cache for responses about the service itself (coverage), which change without a new data version. Each is computed
// once for all concurrent callers and cached for some seconds; the response states its age.

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
