// A fetch that caches responses by their ETag. For an unchanged response it gets a 304, which does not count for the day and the month.
import type { Fetch } from "./retry.ts";

interface CachedResponse {
  tag: string;
  body: string;
  headers: Headers;
}

/**
 * Sends If-None-Match if a response to the same request with the same key is cached, and returns that on a 304: its body (with the
 * first one's `requestId`) and the new response's headers. Caches the `entries` most recently used responses.
 */
export function withCache(send: Fetch, entries: number): Fetch {
  const cache = new Map<string, CachedResponse>();
  return async (request) => {
    const name = `${request.headers.get("Authorization")} ${request.url}`;
    const known = cache.get(name);
    if (known) request.headers.set("If-None-Match", known.tag);
    const response = await send(request);
    if (response.status === 304 && known) {
      store(cache, name, known, entries);
      return new Response(known.body, { status: 200, headers: merged(known.headers, response.headers) });
    }
    const tag = response.headers.get("ETag");
    if (response.status !== 200 || !tag) return response;
    const body = await response.text();
    store(cache, name, { tag, body, headers: response.headers }, entries);
    return new Response(body, { status: 200, headers: merged(response.headers) });
  };
}

function store(cache: Map<string, CachedResponse>, name: string, response: CachedResponse, entries: number): void {
  // a Map keeps the order of insertion: the most recently used entry is the last one
  cache.delete(name);
  cache.set(name, response);
  for (const oldest of cache.keys()) {
    if (cache.size <= entries) return;
    cache.delete(oldest);
  }
}

/** Later headers win. The body is plain text by now, so its original encoding no longer applies. */
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
