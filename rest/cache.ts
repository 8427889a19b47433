// Answers that were given before, by document, variables, day and data version. Asked only behind authentication and quota. An
// answer of an older version is never found again, so nothing has to be thrown away when data change.
import { LRUCache } from "lru-cache";
import { type ReadyAnswer, sizeOf } from "./answer-bytes.ts";
import type { DetailRoute, ListRoute } from "./define-route.ts";
import { LastLeaving } from "./leaving.ts";
import type { Leaving } from "./ports.ts";

/** Where answers may depend on the day (what is still pending, who is in office), the day belongs to the key. */
interface AnswerKey {
  hash: string;
  variables: Record<string, unknown>;
  /** YYYY-MM-DD in UTC */
  today: string;
  version: string;
}

/** Where an answer was asked for before. */
type Moment = Pick<AnswerKey, "today" | "version">;

/** A kept answer, and the route that gave it. */
export interface KeptAnswer {
  answer: ReadyAnswer;
  route: ListRoute | DetailRoute;
}

/** An answer with the version of the data that it was worked out from. */
interface FreshAnswer {
  answer: ReadyAnswer;
  version: string;
}

type Make = (leaving: Leaving) => Promise<FreshAnswer>;

/** An answer that is being worked out, and how many wait for it. */
interface UnderWay {
  answer: Promise<ReadyAnswer>;
  waiting: number;
  abandon(): void;
}

export interface AnswerCache {
  /**
   * The answer of the key's version: kept, being worked out by somebody else just now, or worked out by `make`. Rejects as
   * `make` does, for all who waited. `leaving` says that this caller waits no more; `make` hears of it when nobody does.
   */
  find(key: AnswerKey, make: Make, leaving?: Leaving): Promise<ReadyAnswer>;
  /** The kept answer to a URL that was understood before, if there is one; not counted as a miss otherwise. */
  recall(url: string, moment: Moment): KeptAnswer | undefined;
  /** What a URL asks for, so that `recall` finds it without reading the parameters again. */
  remember(url: string, route: KeptAnswer["route"], key: AnswerKey): void;
  /** hits and misses since the start, and the bytes that are kept just now */
  readonly figures: { readonly hits: number; readonly misses: number; readonly bytes: number };
}

/** Keeps the answers that were asked for last, `bytes` of them at most; 0 keeps none, and every question is worked out. */
export function createAnswerCache(bytes: number): AnswerCache {
  const kept = bytes > 0 ? new LRUCache<string, ReadyAnswer>({ maxSize: bytes, sizeCalculation: sizeOf }) : undefined;
  const underWay = new Map<string, UnderWay>();
  const figures = {
    hits: 0,
    misses: 0,
    get bytes() {
      return kept?.calculatedSize ?? 0;
    },
  };
  const urls = new LRUCache<string, Moment & Pick<KeptAnswer, "route"> & { text: string }>({ max: mostUrls });

  async function workOut(key: AnswerKey, make: Make, nobodyWaits: Leaving): Promise<ReadyAnswer> {
    const { answer, version } = await make(nobodyWaits);
    // the data may have moved on since the key was made
    kept?.set(textOf({ ...key, version }), answer);
    return answer;
  }

  function begin(text: string, key: AnswerKey, make: Make): UnderWay {
    const nobodyWaits = new LastLeaving();
    const forget = () => underWay.get(text) === coming && underWay.delete(text);
    const coming: UnderWay = {
      answer: workOut(key, make, nobodyWaits).finally(forget),
      waiting: 0,
      abandon() {
        // who comes now begins anew
        forget();
        nobodyWaits.leave();
      },
    };
    underWay.set(text, coming);
    return coming;
  }

  return {
    figures,
    recall(url, { today, version }) {
      const asked = kept && urls.get(url);
      // the day belongs to it: "the last seven days" is another question tomorrow
      if (asked?.version !== version || asked.today !== today) return undefined;
      const answer = kept?.get(asked.text);
      if (!answer) return undefined;
      figures.hits++;
      return { answer, route: asked.route };
    },
    remember(url, route, key) {
      const { today, version } = key;
      if (kept && url.length <= longestUrl) urls.set(url, { today, version, route, text: textOf(key) });
    },
    async find(key, make, leaving) {
      if (!kept) {
        figures.misses++;
        return (await make(leaving ?? new LastLeaving())).answer;
      }
      const text = textOf(key);
      const known = kept.get(text);
      const running = underWay.get(text);
      if (known || running) figures.hits++;
      else figures.misses++;
      if (known) return known;
      const coming = running ?? begin(text, key, make);
      coming.waiting++;
      const leave = () => --coming.waiting === 0 && coming.abandon();
      const left = leaving?.signal();
      left?.addEventListener("abort", leave, { once: true });
      try {
        return await coming.answer;
      } finally {
        left?.removeEventListener("abort", leave);
      }
    },
  };
}

/** URLs of which it is remembered what they ask for */
const mostUrls = 10_000;
const longestUrl = 500;

// a route builds its variables in one order, so equal ones have equal JSON
const textOf = ({ hash, variables, today, version }: AnswerKey) =>
  `${version} ${today} ${hash} ${JSON.stringify(variables)}`;
