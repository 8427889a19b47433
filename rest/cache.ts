// The response cache: answers by document, variables, day and data version, behind authentication and quota. An answer of an older
// version is never found again, so nothing has to be invalidated when data change.
import { LRUCache } from "lru-cache";
import type { Cancellation } from "../src/ports.ts";
import { type ReadyAnswer, sizeOf } from "./answer-bytes.ts";
import { SharedCancellation } from "./cancellation.ts";
import type { DetailRoute, ListRoute } from "./define-route.ts";
import { isList } from "./envelope.ts";
import { beginningOfNext } from "./pagination.ts";
import { SingleFlight } from "./single-flight.ts";

/** Where answers may depend on the day (what is still pending, who is in office), the day belongs to the key. */
interface AnswerKey {
  hash: string;
  variables: Record<string, unknown>;
  /** YYYY-MM-DD in UTC */
  today: string;
  version: string;
  /** the fields that were chosen, where some were */
  fields?: readonly string[] | undefined;
}

/** Where an answer was asked for before. */
type DayAndVersion = Pick<AnswerKey, "today" | "version">;

/** A cached response, and the route that gave it. */
export interface CachedResponse {
  answer: ReadyAnswer;
  route: ListRoute | DetailRoute;
  /** how the URL of the next page begins */
  next: string;
}

/** An answer with the version of the data that it was computed from. */
interface FreshAnswer {
  answer: ReadyAnswer;
  version: string;
}

type Make = (cancellation: Cancellation) => Promise<FreshAnswer>;

export interface AnswerCache {
  /**
   * The answer of the key's version: cached, being computed for another caller now, or computed by `make`. Rejects as `make`
   * does, for all callers that waited. `cancellation` is this caller's; the one that `make` gets is over when no caller waits any more.
   */
  find(key: AnswerKey, make: Make, cancellation?: Cancellation): Promise<ReadyAnswer>;
  /** The cached response, if there is one; not counted as a miss otherwise. */
  get(key: AnswerKey): ReadyAnswer | undefined;
  /** The cached response to a URL that was understood before, if there is one; not counted as a miss otherwise. */
  recall(url: string, at: DayAndVersion): CachedResponse | undefined;
  /** Whether the URL was remembered on the same day and version: its parameters are good then. */
  isRemembered(url: string, at: DayAndVersion): boolean;
  /** What a URL requests, so that `recall` finds it without reading the parameters again. */
  remember(url: string, route: CachedResponse["route"], key: AnswerKey): void;
  /** hits and misses since the start, and the bytes that are cached now */
  readonly figures: { readonly hits: number; readonly misses: number; readonly bytes: number };
}

/** Caches the answers that were requested last, `bytes` of them at most; 0 caches none, and every answer is computed. */
export function createAnswerCache(bytes: number): AnswerCache {
  const cache = bytes > 0 ? new CachedBytes(bytes) : undefined;
  const underWay = new SingleFlight<ReadyAnswer>();
  const figures = {
    hits: 0,
    misses: 0,
    get bytes() {
      return cache?.bytes ?? 0;
    },
  };
  const urls = new LRUCache<string, DayAndVersion & Pick<CachedResponse, "route" | "next"> & { key: StoredKey }>({
    max: mostUrls,
  });

  function rememberedAt(url: string, { today, version }: DayAndVersion) {
    const remembered = cache && urls.get(url);
    // the day belongs to it: "the last seven days" is another question tomorrow
    return remembered?.version === version && remembered.today === today ? remembered : undefined;
  }

  async function compute(key: AnswerKey, make: Make, shared: Cancellation): Promise<ReadyAnswer> {
    const { answer, version } = await make(shared);
    // the data may have moved on since the key was made
    cache?.set({ ...key, version }, answer);
    return answer;
  }

  return {
    figures,
    isRemembered: (url, at) => rememberedAt(url, at) !== undefined,
    recall(url, at) {
      const remembered = rememberedAt(url, at);
      if (!remembered) return undefined;
      const answer = cache?.get(remembered.key);
      if (!answer) return undefined;
      figures.hits++;
      return { answer, route: remembered.route, next: remembered.next };
    },
    remember(url, route, key) {
      const { today, version } = key;
      if (!cache || url.length > longestUrl) return;
      urls.set(url, { today, version, route, next: isList(route) ? beginningOfNext(url) : "", key: storedKey(key) });
    },
    get(key) {
      const known = cache?.get(storedKey(key));
      if (known) figures.hits++;
      return known;
    },
    async find(key, make, cancellation) {
      if (!cache) {
        figures.misses++;
        return (await make(cancellation ?? new SharedCancellation())).answer;
      }
      const stored = storedKey(key);
      const { text } = stored;
      const known = cache.get(stored);
      if (known || underWay.has(text)) figures.hits++;
      else figures.misses++;
      return known ?? (await underWay.join(text, (left) => compute(key, make, left), cancellation));
    },
  };
}

/** URLs of which it is remembered what they request */
const mostUrls = 10_000;
const longestUrl = 500;

interface StoredKey {
  text: string;
  /** the answer has some of its fields only */
  isPicked: boolean;
}

// a route builds its variables in one order, so equal ones have equal JSON
const storedKey = ({ hash, variables, today, version, fields }: AnswerKey): StoredKey => ({
  text: `${version} ${today} ${hash} ${JSON.stringify(variables)} ${fields?.join() ?? ""}`,
  isPicked: fields !== undefined,
});

/** one byte in as many is for answers with some of their fields: choices are without number, and must not displace whole answers */
const shareOfPicked = 8;

/** The cached answers, whole ones and those with some of their fields apart. */
class CachedBytes {
  readonly #whole: LRUCache<string, ReadyAnswer>;
  readonly #picked: LRUCache<string, ReadyAnswer>;

  constructor(bytes: number) {
    const forPicked = Math.ceil(bytes / shareOfPicked);
    this.#whole = new LRUCache({ maxSize: Math.max(1, bytes - forPicked), sizeCalculation: sizeOf });
    this.#picked = new LRUCache({ maxSize: forPicked, sizeCalculation: sizeOf });
  }

  get bytes(): number {
    return this.#whole.calculatedSize + this.#picked.calculatedSize;
  }

  get({ text, isPicked }: StoredKey): ReadyAnswer | undefined {
    return (isPicked ? this.#picked : this.#whole).get(text);
  }

  set(key: AnswerKey, answer: ReadyAnswer): void {
    const { text, isPicked } = storedKey(key);
    (isPicked ? this.#picked : this.#whole).set(text, answer);
  }
}
