// Answers that are not finished, in the order of their requests. A Set would do, were it not written anew for every few that come and
// go: each time, V8 has the old table point to the new one, so that one table that has grown old carries all later ones along, with the
// requests in them, until old objects are collected. That was a seventh of answering one trade.
import type { ServerResponse } from "node:http";

/** A place in the order; one that is released holds no response. */
interface Place {
  response: ServerResponse | undefined;
  before: Place;
  after: Place;
}

export class Running implements Iterable<ServerResponse> {
  /** is before the first and behind the last */
  readonly #end = createEnd();

  /** Returns what takes the response out again, which is to be called once. */
  add(response: ServerResponse): () => void {
    const end = this.#end;
    const place: Place = { response, before: end.before, after: end };
    end.before.after = place;
    end.before = place;
    return () => leave(place);
  }

  *[Symbol.iterator](): Iterator<ServerResponse> {
    for (let place = this.#end.after; place.response; place = place.after) yield place.response;
  }
}

function createEnd(): Place {
  const end = { response: undefined } as Place;
  end.before = end;
  end.after = end;
  return end;
}

function leave(place: Place): void {
  place.before.after = place.after;
  place.after.before = place.before;
  place.response = undefined;
  place.before = place;
  place.after = place;
}
