// The client: openapi-fetch over the contract's types, with retries, ETags and pages that turn themselves.
import createFetchClient, { type Client } from "openapi-fetch";
import { remembering } from "./etag.ts";
import { DisclosedError } from "./failure.ts";
import type { paths } from "./generated/contract.ts";
import { type Fetch, type RetryOptions, retrying } from "./retry.ts";

export { DisclosedError } from "./failure.ts";
export type { components, paths } from "./generated/contract.ts";
export type { RetryOptions } from "./retry.ts";

export interface DisclosedOptions {
  /** disc_live_...; keys belong on a server */
  apiKey: string;
  /** base URL of the service, without /api/v1; default http://127.0.0.1:3000 */
  url?: string;
  /** false: nothing is tried again */
  retry?: RetryOptions | false;
  /** answers that are kept for If-None-Match; default 100, 0 keeps none */
  rememberedAnswers?: number;
  fetch?: Fetch;
}

type Get<Path extends keyof paths> = paths[Path] extends { get: infer Operation } ? Operation : never;
type Answer<Path extends keyof paths> =
  Get<Path> extends { responses: { 200: { content: { "application/json": infer Body } } } } ? Body : never;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** Paths whose answers have pages. */
export type ListPath = {
  [Path in keyof paths]: Answer<Path> extends { data: unknown[]; pagination: unknown } ? Path : never;
}[keyof paths];
/** One page of a list, with `pagination` and `meta`. */
export type PageOf<Path extends ListPath> = Answer<Path>;
export type RowOf<Path extends ListPath> = Answer<Path> extends { data: (infer Row)[] } ? Row : never;
/** A list's parameters; the page is the iterator's, and its form is JSON. */
export type ListQuery<Path extends ListPath> = Omit<QueryOf<Get<Path>>, "page" | "format">;

export interface Disclosed extends Client<paths, "application/json"> {
  /**
   * All pages of a list, one request each. Rows that come in meanwhile push others to the next page: a row may come twice.
   * @throws DisclosedError where a page is refused
   */
  pages<Path extends ListPath>(path: Path, query?: ListQuery<Path>): AsyncGenerator<PageOf<Path>, void>;
  /** All rows of a list, a hundred a request unless `pageSize` says otherwise. */
  rows<Path extends ListPath>(path: Path, query?: ListQuery<Path>): AsyncGenerator<RowOf<Path>, void>;
}

interface AnyPage {
  data: unknown[];
  pagination: { page: number; totalPages: number };
}

/** A client for one key. `GET` is openapi-fetch's and never throws for a refusal; `pages` and `rows` do. */
export function createDisclosed(options: DisclosedOptions): Disclosed {
  const { apiKey, url = "http://127.0.0.1:3000", retry = {}, rememberedAnswers = 100 } = options;
  const plain: Fetch = options.fetch ?? ((request) => fetch(request));
  const patient = retry === false ? plain : retrying(plain, retry);
  const client = createFetchClient<paths, "application/json">({
    baseUrl: `${url.replace(/\/+$/, "")}/api/v1`,
    headers: { Authorization: `Bearer ${apiKey}` },
    fetch: rememberedAnswers > 0 ? remembering(patient, rememberedAnswers) : patient,
  });

  async function* pages<Path extends ListPath>(path: Path, query?: ListQuery<Path>) {
    for (let page = 1; ; page++) {
      const asked = { params: { query: { pageSize: 100, ...query, page } } };
      const { data, error, response } = await client.GET(path as "/trades", asked as never);
      if (!data) throw new DisclosedError(response, error);
      yield data as unknown as PageOf<Path>;
      if (page >= (data as AnyPage).pagination.totalPages) return;
    }
  }

  async function* rows<Path extends ListPath>(path: Path, query?: ListQuery<Path>) {
    for await (const page of pages(path, query)) yield* (page as AnyPage).data as RowOf<Path>[];
  }

  return Object.assign(client, { pages, rows });
}
