// The client: openapi-fetch over the contract's types, with retries, ETags and pages that turn themselves.
import createFetchClient, { type Client } from "openapi-fetch";
import { remembering } from "./etag.ts";
import { DisclosedError } from "./failure.ts";
import type { FieldOf, RowWith } from "./fields.ts";
import type { paths } from "./generated/contract.ts";
import { type Fetch, type RetryOptions, retrying } from "./retry.ts";

export { DisclosedError } from "./failure.ts";
export type { FieldOf, Picked } from "./fields.ts";
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
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? NonNullable<Query> : unknown;
type InPath<Operation> = Operation extends { parameters: { path: infer Names } } ? Names : unknown;

/** Paths that answer in the envelope. */
export type DataPath = {
  [Path in keyof paths]: Answer<Path> extends { data: unknown } ? Path : never;
}[keyof paths];
/** Paths whose answers have pages. */
export type ListPath = {
  [Path in DataPath]: Answer<Path> extends { data: unknown[]; pagination: unknown } ? Path : never;
}[DataPath];
type Data<Path extends DataPath> = Answer<Path> extends { data: infer Value } ? Value : never;
/** A row of a list, or the single thing of a detail. */
export type RowOf<Path extends DataPath> = Data<Path> extends (infer Row)[] ? Row : Data<Path>;
/** An answer, with `pagination` and `meta` where there are any. */
export type AnswerOf<Path extends DataPath, Field = never> = Omit<Answer<Path>, "data"> & {
  data: Data<Path> extends unknown[] ? RowWith<RowOf<Path>, Field>[] : RowWith<RowOf<Path>, Field>;
};
/** One page of a list. */
export type PageOf<Path extends ListPath, Field = never> = AnswerOf<Path, Field>;

type WithFields<Query, Field> = Omit<Query, "fields"> & { fields?: readonly Field[] };
/** What a path takes: its names in braces, and the query's parameters. */
export type Parameters<Path extends DataPath, Field = string> = WithFields<QueryOf<Get<Path>>, Field> &
  InPath<Get<Path>>;
/** A list's parameters; the page is the iterator's. */
export type ListQuery<Path extends ListPath, Field = string> = Omit<Parameters<Path, Field>, "page">;

/** Whether a path has names in braces, without which nothing can be asked. */
type Given<Path extends DataPath, Value> = unknown extends InPath<Get<Path>> ? [given?: Value] : [given: Value];

export interface Disclosed extends Client<paths> {
  /**
   * The answer of a path, e.g. get("/insider/{cik}", { cik }). With `fields` its type has these fields alone.
   * @throws DisclosedError where it is refused
   */
  get<Path extends DataPath, const Field extends FieldOf<RowOf<Path>> = never>(
    path: Path,
    ...given: Given<Path, Parameters<Path, Field>>
  ): Promise<AnswerOf<Path, Field>>;
  /**
   * All pages of a list, one request each. They are pages of the list as it was at the first one, where the list has versions;
   * elsewhere rows that come in meanwhile push others to the next page, and a row may come twice.
   * @throws DisclosedError where a page is refused
   */
  pages<Path extends ListPath, const Field extends FieldOf<RowOf<Path>> = never>(
    path: Path,
    ...given: Given<Path, ListQuery<Path, Field>>
  ): AsyncGenerator<PageOf<Path, Field>, void>;
  /** All rows of a list, a hundred a request unless `pageSize` says otherwise. */
  rows<Path extends ListPath, const Field extends FieldOf<RowOf<Path>> = never>(
    path: Path,
    ...given: Given<Path, ListQuery<Path, Field>>
  ): AsyncGenerator<RowWith<RowOf<Path>, Field>, void>;
}

type Untyped = Record<string, unknown>;
interface AnyPage {
  data: unknown[];
  pagination: { next: string | null };
}

/** A client for one key. `GET` is openapi-fetch's and never throws for a refusal; `get`, `pages` and `rows` do. */
export function createDisclosed(options: DisclosedOptions): Disclosed {
  const { apiKey, url = "http://127.0.0.1:3000", retry = {}, rememberedAnswers = 100 } = options;
  const plain: Fetch = options.fetch ?? ((request) => fetch(request));
  const patient = retry === false ? plain : retrying(plain, retry);
  const client = createFetchClient<paths>({
    baseUrl: `${url.replace(/\/+$/, "")}/api/v1`,
    headers: { Authorization: `Bearer ${apiKey}` },
    fetch: rememberedAnswers > 0 ? remembering(patient, rememberedAnswers) : patient,
  });

  /** The path's names are taken from the parameters; the rest is the query. */
  async function get(path: string, given: Untyped = {}): Promise<unknown> {
    const entries = Object.entries(given);
    const isInPath = ([name]: [string, unknown]) => path.includes(`{${name}}`);
    const params = {
      path: Object.fromEntries(entries.filter(isInPath)),
      query: Object.fromEntries(entries.filter((entry) => !isInPath(entry))),
    };
    const { data, error, response } = await client.GET(path as "/trades", { params } as never);
    if (!data) throw new DisclosedError(response, error);
    return data;
  }

  async function* pages(path: string, given: Untyped = {}): AsyncGenerator<AnyPage, void> {
    let more: Untyped = { page: 1 };
    while (true) {
      const page = (await get(path, { pageSize: 100, ...given, ...more })) as AnyPage;
      yield page;
      if (page.pagination.next === null) return;
      const next = new URL(page.pagination.next, url).searchParams;
      const version = next.get("dataVersion");
      more = { page: Number(next.get("page")), ...(version !== null && { dataVersion: version }) };
    }
  }

  async function* rows(path: string, given?: Untyped): AsyncGenerator<unknown, void> {
    for await (const page of pages(path, given)) yield* page.data;
  }

  return Object.assign(client, { get, pages, rows } as unknown as Pick<Disclosed, "get" | "pages" | "rows">);
}
