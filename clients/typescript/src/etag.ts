// A fetch that remembers answers by their ETag: what has not changed since is a 304, which costs nothing of the day and the month.
import type { Fetch } from "./retry.ts";

interface Kept {
  tag: string;
  body: string;
  headers: Headers;
}

/**
 * Asks with If-None-Match where an answer to the same question, with the same key, is kept, and gives that again on a 304: its body
 * (the `requestId` in it is the first one's) under the new answer's headers. Keeps the `entries` that were used last.
 */
export function remembering(send: Fetch, entries: number): Fetch {
  const kept = new Map<string, Kept>();
  return async (request) => {
    const question = `${request.headers.get("Authorization")} ${request.url}`;
    const known = kept.get(question);
    if (known) request.headers.set("If-None-Match", known.tag);
    const response = await send(request);
    if (response.status === 304 && known) {
      keep(kept, question, known, entries);
      return new Response(known.body, { status: 200, headers: merged(known.headers, response.headers) });
    }
    const tag = response.headers.get("ETag");
    if (response.status !== 200 || !tag) return response;
    const body = await response.text();
    keep(kept, question, { tag, body, headers: response.headers }, entries);
    return new Response(body, { status: 200, headers: merged(response.headers) });
  };
}

function keep(kept: Map<string, Kept>, question: string, answer: Kept, entries: number): void {
  // a Map keeps the order of insertion: what was used last stands last
  kept.delete(question);
  kept.set(question, answer);
  for (const oldest of kept.keys()) {
    if (kept.size <= entries) return;
    kept.delete(oldest);
  }
}

/** Later headers win. The body is plain text by now, so how it was packed no longer applies. */
function merged(...all: Headers[]): Headers {
  const result = new Headers();
  for (const headers of all)
    headers.forEach((value, name) => {
      result.set(name, value);
    });
  result.delete("Content-Encoding");
  result.delete("Content-Length");
  return result;
}
