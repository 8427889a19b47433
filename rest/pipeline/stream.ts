// Streams a page of a list as CSV or NDJSON. Rows are read in batches, at one data version, and written as fast as the
// caller reads, so that a page of ten thousand rows is never completely in memory. A batch is read, formatted and
// compressed in one turn of its account; the time that the caller takes to read it is outside.
import { hash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { AppError } from "../../src/errors.ts";
import { largestInt } from "../../src/filters/define-filters.ts";
import { weakTag } from "../../src/lib/http-headers.ts";
import type { Principal } from "../../src/ports/access.ts";
import type { CountedTotals } from "../../src/ports/execution.ts";
import type { RestResponse } from "../../src/ports/requests.ts";
import { allRows, inSlices, type RowReader } from "../all-rows.ts";
import type { CallerCancellation } from "../cache/single-flight.ts";
import type { ListRoute } from "../define-route.ts";
import { beginningOfNext, endOfNext, envelopeOf, matchesTag, type Pagination, paginate } from "../envelope.ts";
import type { Row } from "../fields.ts";
import { type Form, mediaTypes } from "../forms/media-types.ts";
import { chosenColumns, columnsOf, csvLines, type Lines, ndjsonLines } from "../forms/table.ts";
import { fieldsOf } from "../headers.ts";
import { rowsOfRequest } from "../params/numbers-and-dates.ts";
import { chargeRemaining, type Facade, holderOf, limitStatusFor } from "./admit.ts";
import { type ExpressState, headersOf } from "./express.ts";
import { notModified, reusable, reuseOf, wantsGzip } from "./respond.ts";
import type { Target } from "./target.ts";

/** rows that are read in one turn and are in memory at one time */
const batchSize = rowsOfRequest;

/** A request of rows, and what they are read for. */
interface RowRequest {
  route: ListRoute;
  form: Exclude<Form, "json">;
  url: string;
  holder: Principal;
  cancellation: CallerCancellation;
}

/** A failure after the beginning of the response was sent; `cause` is the reason. The connection is closed. */
export class CutShort extends Error {}

/**
 * Sends the rows; the format is not JSON. Returns a 304 instead where the caller has them already.
 * @throws AppError before anything is sent, CutShort afterwards
 */
export async function streamRows(
  facade: Facade,
  state: ExpressState,
  target: Target,
): Promise<RestResponse | undefined> {
  const { request, outgoing: response, url, cancellation } = state;
  // only lists offer other formats
  const route = target.route as ListRoute;
  const params = target.read();
  const form = target.form as RowRequest["form"];
  const rowRequest = { route, form, url, holder: holderOf(state), cancellation };
  const reader = new PageReader(facade, rowRequest, params);
  const isUnchanged = (tag: string) => matchesTag(request.ifNoneMatch, tag);
  const known = facade.dataVersion.current();
  const tag = known && reader.tagAt(known);
  if (tag && isUnchanged(tag)) return await notModified(facade, state, reuseOf({ tag }, route, facade.seconds()));
  const first = await reader.first();
  const reuse = reuseOf({ tag: reader.tagAt(first.version) }, route, facade.seconds());
  if (isUnchanged(reuse.tag)) return await notModified(facade, state, reuse);
  const cost = Math.max(1, Math.ceil(first.count / rowsOfRequest));
  await chargeRemaining(facade, state, cost);
  const packed = wantsGzip(request);
  const common = fieldsOf(reusable(facade, limitStatusFor(facade, state), reuse));
  const own = [
    "X-Request-Cost",
    String(cost),
    "Content-Type",
    mediaTypes[form],
    ...(packed ? ["Content-Encoding", "gzip"] : []),
    ...first.headers,
  ];
  response.writeHead(200, headersOf(response).concat(common, own));
  if (request.method === "HEAD") {
    response.end();
    return undefined;
  }
  const packer = packed ? gzipParts() : unpacked;
  const parts = bodyParts(facade, rowRequest, {
    lines: linesOf(route, form, params),
    rows: reader.from(first),
    packer,
  });
  try {
    // closes the caller's connection if reading the rows fails, and stops reading if the caller disconnects
    await pipeline(Readable.from(parts, { highWaterMark: 1 }), response);
  } finally {
    packer.close();
  }
  return undefined;
}

function linesOf({ item }: ListRoute, form: RowRequest["form"], params: Row): Lines {
  if (form === "ndjson") return ndjsonLines;
  const fields = params.fields as string[] | undefined;
  return csvLines(fields ? chosenColumns(item, fields) : columnsOf(item, (params.include as string[]) ?? []));
}

interface Body {
  lines: Lines;
  rows: RowReader;
  packer: PartPacker;
}

/** The body of the response; a part is computed when it is requested, in a turn of the account. */
async function* bodyParts(
  { share }: Facade,
  { holder, cancellation }: RowRequest,
  { lines, rows, packer }: Body,
): AsyncGenerator<Buffer> {
  const inTurn = <Result>(work: () => Promise<Result>) => share.send(holder.accountId, work, cancellation);
  const format = async (batch: Row[]) =>
    packer.pack(Buffer.concat(await inSlices(batch, (slice) => lines.rows(slice))));
  try {
    yield* filled(await inTurn(() => packer.pack(lines.head)));
    for await (const part of allRows(rows, format, inTurn)) yield* filled(part);
    yield* filled(await inTurn(() => packer.end()));
  } catch (cause) {
    throw cancellation.isOver ? cause : new CutShort("the rows ended too soon", { cause });
  }
}

const filled = (part: Buffer): Buffer[] => (part.length > 0 ? [part] : []);

interface FirstBatch {
  rows: Row[];
  /** data version that it was read at */
  version: string;
  pagination: Pagination;
  /** rows of the page */
  count: number;
  /** the values of the JSON envelope as headers: alternating names and values */
  headers: string[];
}

/** Reads a large page in pages of a hundred rows. */
class PageReader {
  readonly #facade: Facade;
  readonly #request: RowRequest;
  readonly #params: Row;
  /** position of the page's first row in the list, from 0 */
  readonly #from: number;
  readonly #totals: CountedTotals = new Map();

  constructor(facade: Facade, request: RowRequest, params: Row) {
    this.#facade = facade;
    this.#request = request;
    this.#params = params;
    this.#from = (Number(params.page) - 1) * Number(params.pageSize);
  }

  /** The tag of the response, from query, variables, format, fields, data version and day. */
  tagAt(version: string): string {
    const { route, form } = this.#request;
    const params = this.#params;
    const named = [this.#facade.hashOf(route), route.variables(params), form, params.fields ?? null, version];
    return weakTag(hash("sha256", JSON.stringify([...named, this.#facade.today()]), "base64url"));
  }

  /** @throws AppError not_found for the list of an entity that does not exist */
  async first(): Promise<FirstBatch> {
    const { route, url } = this.#request;
    const { holder, cancellation } = this.#request;
    const read = () => this.#read(this.#firstPage, this.#params.dataVersion);
    const { rows, version, total, meta } = await this.#facade.share.compute(holder.accountId, read, cancellation);
    const pagination = paginate(this.#params, total);
    const end = endOfNext(pagination, "dataVersion" in route.params ? String(meta.data_version) : undefined);
    const headers = [
      ...["X-Total-Count", String(total)],
      ...["X-Data-Version", String(meta.data_version)],
      ...["X-Meta", asciiJson(meta)],
      ...(end === null ? [] : ["Link", `<${beginningOfNext(url)}${end}>; rel="next"`]),
    ];
    const count = Math.max(0, Math.min(total - this.#from, pagination.pageSize));
    return { rows, version, pagination, count, headers };
  }

  /** The rows of the page, with those that were read first; to be read in turns of the account. */
  from({ rows, version, pagination: { total }, count }: FirstBatch): RowReader {
    const from = this.#from;
    const read = async (batch: number) => (batch + 1 === this.#firstPage ? rows : await this.#next(batch + 1, version));
    return { total, from, end: from + count, batchSize, read };
  }

  /** The next page of a hundred rows, as of the data version of the first one. */
  async #next(page: number, version: string): Promise<Row[]> {
    const takesDataVersion = "dataVersion" in this.#request.route.params;
    const next = await this.#read(page, this.#params.dataVersion ?? (takesDataVersion ? version : undefined));
    if (!takesDataVersion && next.version !== version)
      throw new AppError("unavailable", undefined, { cause: new Error("the data changed while the list was read") });
    return next.rows;
  }

  /** limited to the largest page number that the query accepts; there are no rows beyond it */
  get #firstPage(): number {
    return Math.min(largestInt, Math.floor(this.#from / batchSize) + 1);
  }

  async #read(page: number, dataVersion: unknown) {
    const { execute, hashOf, vocabulary } = this.#facade;
    const { route, holder, cancellation } = this.#request;
    const params = { ...this.#params, page, pageSize: batchSize, dataVersion };
    const variables = route.variables(params);
    const executed = await execute(hashOf(route), variables, holder, cancellation, this.#totals);
    const { data, pagination, meta } = envelopeOf(route, executed, { vocabulary, variables, params });
    return { rows: data as Row[], version: executed.dataVersion, total: pagination?.total ?? 0, meta: meta ?? {} };
  }
}

/** JSON in ASCII characters, for a header. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

// Compresses a response in parts. A part is compressed on another thread while the account's turn lasts, so that an
// account never has more parts under way than turns.

interface PartPacker {
  /** The compressed bytes that are complete with this part; may be empty, because the compressor holds some back. */
  pack(part: Buffer): Promise<Buffer>;
  /** The remaining bytes. */
  end(): Promise<Buffer>;
  /** Frees the compressor's memory. */
  close(): void;
}

/** Passes parts on as they are. */
const unpacked: PartPacker = {
  pack: async (part) => part,
  end: async () => Buffer.alloc(0),
  close() {},
};

function gzipParts(): PartPacker {
  const gzip = createGzip();
  let packed: Buffer[] = [];
  // bytes are collected at once: a compressor with unread output stops
  gzip.on("data", (bytes: Buffer) => packed.push(bytes));
  const collected = () => {
    const bytes = Buffer.concat(packed);
    packed = [];
    return bytes;
  };
  return {
    pack: (part) =>
      new Promise((resolve, reject) => {
        gzip.write(part, (error) => (error ? reject(error) : resolve(collected())));
      }),
    end: () =>
      new Promise((resolve, reject) => {
        gzip.once("error", reject);
        gzip.once("end", () => resolve(collected()));
        gzip.end();
      }),
    close: () => void gzip.destroy(),
  };
}
