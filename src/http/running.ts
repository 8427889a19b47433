// The responses that are not finished, in the order of their requests, as a linked list. A Set would rehash after every
// few additions and removals. Each time V8 lets the old table point to the new one, so that a table in the old
// generation keeps all later tables and their requests in memory until a full collection. That took a seventh of the
// time to answer one trade.
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** A node of the list; a removed one has no response. */
interface Entry {
  response: ServerResponse | undefined;
  before: Entry;
  after: Entry;
}

export class Running implements Iterable<ServerResponse> {
  /** the sentinel before the first and after the last node */
  readonly #end = createEnd();

  /** Returns a function that removes the response; call it once. */
  add(response: ServerResponse): () => void {
    const end = this.#end;
    const entry: Entry = { response, before: end.before, after: end };
    end.before.after = entry;
    end.before = entry;
    return () => remove(entry);
  }

  *[Symbol.iterator](): Iterator<ServerResponse> {
    for (let entry = this.#end.after; entry.response; entry = entry.after) yield entry.response;
  }
}

/** The pending responses of one connection, in the order of their requests. */
export const responsesOn = (socket: Duplex, running: Iterable<ServerResponse>): ServerResponse[] =>
  [...running].filter(({ req }) => req.socket === socket);

function createEnd(): Entry {
  const end = { response: undefined } as Entry;
  end.before = end;
  end.after = end;
  return end;
}

function remove(entry: Entry): void {
  entry.before.after = entry.after;
  entry.after.before = entry.before;
  entry.response = undefined;
  entry.before = entry;
  entry.after = entry;
}
