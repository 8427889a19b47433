// The client: openapi-fetch with the contract's types, retries, ETags, and iteration over pages.
import createFetchClient, { type Client, createQuerySerializer } from "openapi-fetch";
import { download, type ExportFile, write } from "./download.ts";
import { withCache } from "./etag.ts";
import { DisclosedError } from "./failure.ts";
import type { FieldOf, RowWith } from "./fields.ts";
import type { paths } from "./generated/contract.ts";
import { type Fetch, type RetryOptions, retrying, usualRetry } from "./retry.ts";
import { type StreamEvent, type StreamOptions, type StreamPath, streamEvents } from "./stream.ts";

export type { ExportFile } from "./download.ts";
export { DisclosedError } from "./failure.ts";
export type { FieldOf, Picked } from "./fields.ts";
export type { components, paths } from "./generated/contract.ts";
export type { RetryOptions } from "./retry.ts";
export type { GapEvent, StreamEvent, StreamOptions, StreamPath } from "./stream.ts";
export { type DisclosedEvent, SignatureError, type VerifyOptions, verify } from "./webhooks.ts";

export interface DisclosedOptions {
  /** disc_live_...; keep keys on a server */
  apiKey: string;
  /** base URL of the service, without /api/v1; default http://127.0.0.1:3000 */
  url?: string;
  /** false: no request is retried */
  retry?: RetryOptions | false;
  /** responses that are cached for If-None-Match; default 100, 0 caches none */
  cachedResponses?: number;
  fetch?: Fetch;
}

type Get<Path extends keyof paths> = paths[Path] extends { get: infer Operation } ? Operation : never;
type BodyOf<Path extends keyof paths> =
  Get<Path> extends { responses: { 200: { content: { "application/json": infer Body } } } } ? Body : never;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? NonNullable<Query> : unknown;
type InPath<Operation> = Operation extends { parameters: { path: infer Names } } ? Names : unknown;

/** Paths whose responses have the envelope. */
export type DataPath = {
  [Path in keyof paths]: BodyOf<Path> extends { data: unknown } ? Path : never;
}[keyof paths];
/** Paths whose responses have pages. */
export type ListPath = {
  [Path in DataPath]: BodyOf<Path> extends { data: unknown[]; pagination: unknown } ? Path : never;
}[DataPath];
type Data<Path extends DataPath> = BodyOf<Path> extends { data: infer Value } ? Value : never;
/** A row of a list, or a single record. */
export type RowOf<Path extends DataPath> = Data<Path> extends (infer Row)[] ? Row : Data<Path>;
/** A response, with `pagination` and `meta` if it has them. */
export type ResponseOf<Path extends DataPath, Field = never> = Omit<BodyOf<Path>, "data"> & {
  data: Data<Path> extends unknown[] ? RowWith<RowOf<Path>, Field>[] : RowWith<RowOf<Path>, Field>;
};
/** One page of a list. */
export type PageOf<Path extends ListPath, Field = never> = ResponseOf<Path, Field>;

/** A parameter that accepts a list also accepts one value. */
type OneOrMore<Query> = {
  [Name in keyof Query]: NonNullable<Query[Name]> extends readonly (infer One)[]
    ? One | readonly One[] | Extract<Query[Name], undefined>
    : Query[Name];
};
type WithFields<Query, Field> = OneOrMore<Omit<Query, "fields">> & { fields?: readonly Field[] };
/** The parameters of a path: its names in braces, and those of the query. */
export type Parameters<Path extends DataPath, Field = string> = WithFields<QueryOf<Get<Path>>, Field> &
  InPath<Get<Path>>;
/** A list's parameters, except for the page, which the iterator sets. */
export type ListQuery<Path extends ListPath, Field = string> = Omit<Parameters<Path, Field>, "page">;

/** A list as text: `csv` (default) or `ndjson`, in pages of 1,000 rows unless `pageSize` is set. */
export type TableQuery<Path extends ListPath> = Omit<ListQuery<Path>, "format"> & { format?: "csv" | "ndjson" };

/** The list's own filters. */
export type StreamQuery<Path extends StreamPath> = Omit<
  ListQuery<Path>,
  "pageSize" | "fields" | "format" | "include" | "sort" | "order" | "dataVersion" | "updatedSince"
>;

/** Whether a path has names in braces, which a request must provide. */
type Given<Path extends DataPath, Value> = unknown extends InPath<Get<Path>> ? [given?: Value] : [given: Value];

export interface Disclosed extends Client<paths> {
  /**
   * The response of a path, e.g. get("/insider/{cik}", { cik }). With `fields` its type has only these fields.
   * @throws DisclosedError where it is refused
   */
  get<Path extends DataPath, const Field extends FieldOf<RowOf<Path>> = never>(
    path: Path,
    ...given: Given<Path, Parameters<Path, Field>>
  ): Promise<ResponseOf<Path, Field>>;
  /**
   * All pages of a list, one request each. On lists that accept `dataVersion` they show the list as it was at the first page;
   * on others new rows can move a row to the next page, so that it appears twice.
   * @throws DisclosedError where a page is refused
   */
  pages<Path extends ListPath, const Field extends FieldOf<RowOf<Path>> = never>(
    path: Path,
    ...given: Given<Path, ListQuery<Path, Field>>
  ): AsyncGenerator<PageOf<Path, Field>, void>;
  /** All rows of a list, a hundred per request unless `pageSize` is set. */
  rows<Path extends ListPath, const Field extends FieldOf<RowOf<Path>> = never>(
    path: Path,
    ...given: Given<Path, ListQuery<Path, Field>>
  ): AsyncGenerator<RowWith<RowOf<Path>, Field>, void>;
  /**
   * All pages of a list as text; a page counts as one request per started block of 100 rows. Each CSV page begins with the header line.
   * @throws DisclosedError where a page is refused
   */
  tables<Path extends ListPath>(path: Path, ...given: Given<Path, TableQuery<Path>>): AsyncGenerator<string, void>;
  /** Writes a whole list to a file, with one header line if it is CSV. Needs Node's file system. */
  save<Path extends ListPath>(path: Path, to: string, ...given: Given<Path, TableQuery<Path>>): Promise<void>;
  /**
   * The changes of a list as they happen, without end. After a lost connection it continues after the last event. Opening it
   * counts as one request; events are free.
   * @throws DisclosedError if it is refused: 410 if the changes after `lastEventId` are no longer stored
   */
  events<Path extends StreamPath>(
    path: Path,
    given?: StreamQuery<Path>,
    options?: StreamOptions,
  ): AsyncGenerator<StreamEvent, void>;
  /**
   * Downloads a ready-made file, a row of `/exports`. Continues an interrupted download, checks the SHA-256, and does not fetch a file
   * that is already complete. Needs Node's file system.
   * @throws DisclosedError if it is refused, with `body.unit` "bytes" if the daily limit of bytes is too low
   */
  download(file: ExportFile, to: string): Promise<void>;
}

/** A regular expression for slashes at the end would take quadratic time for slashes elsewhere. */
function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end--;
  return url.slice(0, end);
}

type Untyped = Record<string, unknown>;
interface AnyPage {
  data: unknown[];
  pagination: { next: string | null };
}

/** A client for one key. `GET` is openapi-fetch's own and never throws for an error status; `get`, `pages` and `rows` do. */
export function createDisclosed(options: DisclosedOptions): Disclosed {
  const { apiKey, url = "http://127.0.0.1:3000", retry = {}, cachedResponses = 100 } = options;
  const plain: Fetch = options.fetch ?? ((request) => fetch(request));
  const patient = retry === false ? plain : retrying(plain, retry);
  const baseUrl = `${withoutSlashes(url)}/api/v1`;
  const headers = { Authorization: `Bearer ${apiKey}` };
  const client = createFetchClient<paths>({
    baseUrl,
    headers,
    fetch: cachedResponses > 0 ? withCache(patient, cachedResponses) : patient,
  });

  // a page is read completely before it counts as received, so that an interrupted one is requested again; long ones are not cached
  const whole: Fetch = async (request) => {
    const response = await plain(request);
    return new Response(await response.arrayBuffer(), response);
  };
  const textClient = createFetchClient<paths>({
    baseUrl,
    headers,
    fetch: retry === false ? whole : retrying(whole, retry),
  });

  async function get(path: string, given?: Untyped): Promise<unknown> {
    const { data, error, response } = await client.GET(path as "/trades", paramsOf(path, given) as never);
    if (!data) throw new DisclosedError(response, error);
    return data;
  }

  async function* pages(path: string, given: Untyped = {}): AsyncGenerator<AnyPage, void> {
    let more: Untyped = { page: 1 };
    while (true) {
      const page = (await get(path, { pageSize: 100, ...given, ...more })) as AnyPage;
      yield page;
      if (page.pagination.next === null) return;
      more = pageAt(page.pagination.next);
    }
  }

  async function* tables(path: string, given: Untyped = {}): AsyncGenerator<string, void> {
    let more: Untyped = { page: 1 };
    while (true) {
      const request = paramsOf(path, { format: "csv", pageSize: 1000, ...given, ...more });
      const result = await textClient.GET(path as "/trades", { ...request, parseAs: "text" } as never);
      const { response } = result;
      if (result.error !== undefined) throw new DisclosedError(response, result.error);
      yield String(result.data ?? "");
      const next = /<([^<>]*)>; *rel="next"/.exec(response.headers.get("Link") ?? "")?.[1];
      if (next === undefined) return;
      more = pageAt(next);
    }
  }

  async function* oneTable(path: string, given: Untyped = {}): AsyncGenerator<string, void> {
    let isFirst = true;
    for await (const text of tables(path, given)) {
      yield isFirst || given.format === "ndjson" ? text : text.slice(text.indexOf("\n") + 1);
      isFirst = false;
    }
  }

  async function* rows(path: string, given?: Untyped): AsyncGenerator<unknown, void> {
    for await (const page of pages(path, given)) yield* page.data;
  }

  const own = {
    get,
    pages,
    rows,
    tables,
    save: (path: string, to: string, given?: Untyped) => write(to, oneTable(path, given)),
    events: (path: string, given: Untyped = {}, options: StreamOptions = {}) => {
      const query = createQuerySerializer()({ list: path.slice(1), ...given });
      return streamEvents({ send: plain, retry, url: `${baseUrl}/stream?${query}`, headers }, options);
    },
    download: (file: ExportFile, to: string) =>
      download(
        {
          send: patient,
          attempts: retry === false ? 1 : (retry.attempts ?? usualRetry.attempts),
          base: baseUrl,
          headers,
        },
        file,
        to,
      ),
  };
  return Object.assign(client, own as unknown as Omit<Disclosed, keyof Client<paths>>);
}

/** The path's names are taken from the parameters; the rest is the query. */
function paramsOf(path: string, given: Untyped = {}): { params: { path: Untyped; query: Untyped } } {
  const entries = Object.entries(given);
  const isInPath = ([name]: [string, unknown]) => path.includes(`{${name}}`);
  return {
    params: {
      path: Object.fromEntries(entries.filter(isInPath)),
      query: Object.fromEntries(entries.filter((entry) => !isInPath(entry))),
    },
  };
}

/** The page and the data version that the address of the next page names. */
function pageAt(next: string): Untyped {
  const query = new URL(next, "http://service").searchParams;
  const version = query.get("dataVersion");
  return { page: Number(query.get("page")), ...(version !== null && { dataVersion: version }) };
}
