// GET /exports/{name} or {path}: a ready-made file or a range of it (RFC 9110, section 14). It is charged to the minute as every
// request, and for the day in bytes and not in requests, because Parquet readers request a file in many small ranges.
// Finding, opening and charging are one turn of the account, and each part of the file that is sent is another one.
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { Request, RequestHandler, Response } from "express";
import { AppError, asAppError, clientClosedRequest } from "../../src/errors.ts";
import { mediaTypes } from "../../src/filters/exports.ts";
import { withinBound } from "../../src/lib/http-headers.ts";
import type { WindowStatus } from "../../src/ports/access.ts";
import type { DownloadFile, Downloads } from "../../src/ports/requests.ts";
import { matchesTag } from "../envelope.ts";
import { LimitExceeded } from "../error-body.ts";
import { limitHeaderList } from "../headers.ts";
import { readParameters } from "../params/parameter.ts";
import { admit, type Facade, holderOf, limitStatusFor, refundOrLog } from "./admit.ts";
import { beginExpress, type ExpressState, headersOf, setHeaders, write } from "./express.ts";
import { errorResponse, logFailure, record } from "./respond.ts";
import { queryOf } from "./target.ts";

const route = "/exports/{name}";

/** Sends the file that the path names behind /exports/. */
export function downloadHandler(facade: Facade, downloads: Downloads): RequestHandler {
  return async (request, response) => {
    const state = beginExpress(request, response, { path: route, isKnown: true });
    let failure: AppError | undefined;
    try {
      await admit(facade, state, { isUncounted: false, windows: () => "file" });
      if (state.wrongMethod) throw state.wrongMethod;
      checkQuery(facade, request);
      const turn = () => prepare(facade, downloads, state);
      const begun = await facade.share.compute(holderOf(state).accountId, turn, state.cancellation);
      if (begun) await send(facade, downloads, state, begun);
    } catch (error) {
      if (!state.cancellation.isOver) {
        failure = asAppError(error);
        await fail(facade, state, failure);
      }
    }
    if (!response.writableFinished && !failure) response.statusCode = clientClosedRequest;
    record(facade, state, { status: response.statusCode, failure });
  };
}

/** The path behind /exports/; an empty string, which is not the path of a file, if it is badly encoded. */
function pathOf({ path }: Request): string {
  try {
    return decodeURIComponent(path.replace(/^\/exports\/|\/$/g, ""));
  } catch {
    return "";
  }
}

/** Refuses query parameters. @throws AppError bad_request that names them */
function checkQuery({ vocabulary, today }: Facade, { originalUrl }: Request): void {
  readParameters({}, { path: {}, query: queryOf(originalUrl) }, { vocabulary, today: today(), form: "json" });
}

/** Sends the error; the minute is refunded for a 5xx and for a file that the day's bytes do not reach. */
async function fail(facade: Facade, state: ExpressState, failure: AppError): Promise<void> {
  const { outgoing: response, request } = state;
  if (failure.status >= 500) logFailure(facade, request.requestId, failure);
  if (failure.status >= 500 || failure.code === "limit_exceeded") await refundOrLog(facade, state, "all");
  if (response.headersSent) {
    // for the log and the owner: it was not the caller who closed the connection
    response.statusCode = Math.max(500, failure.status);
    response.destroy();
  } else write(response, errorResponse(facade, request.requestId, limitStatusFor(facade, state), failure));
}

const types: Record<DownloadFile["format"], string> = {
  ...mediaTypes,
  csv: `${mediaTypes.csv}; charset=utf-8`,
  json: "application/json; charset=utf-8",
};

/** A file that is open, and whose bytes are charged. */
interface Begun {
  source: Readable;
  /** bytes to send */
  length: number;
  refund(bytes: number): Promise<void>;
}

/** Responds to a request that gets no bytes, else opens the file and charges its bytes. @throws AppError */
async function prepare(facade: Facade, downloads: Downloads, state: ExpressState): Promise<Begun | undefined> {
  const { incoming: request, outgoing: response } = state;
  const file = await downloads.find(pathOf(request));
  if (!file) throw new AppError("not_found", "There is no such file; GET /exports lists the available files");
  const tag = `"${file.sha256}"`;
  const limitStatus = limitStatusFor(facade, state);
  setHeaders(response, headersOf(response).concat(limitHeaderList(limitStatus, facade.seconds())));
  response.set({
    ETag: tag,
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, max-age=60",
    Vary: "Authorization",
    "Content-Type": types[file.format],
    "Content-Disposition": `attachment; filename="${file.name}"`,
  });
  if (!isAsExpected(request.headers["if-match"], tag)) {
    withoutFile(response);
    throw new AppError("precondition_failed");
  }
  if (matchesTag(request.headers["if-none-match"], tag)) {
    response.status(304).end();
    return undefined;
  }
  const part = partOf(request, file.bytes, tag);
  if (part === "beyond") {
    withoutFile(response);
    response.set("Content-Range", `bytes */${file.bytes}`);
    throw new AppError("range_not_satisfiable");
  }
  const length = part.end - part.start + 1;
  response.status(part.isWhole ? 200 : 206).set("Content-Length", String(length));
  if (!part.isWhole) response.set("Content-Range", `bytes ${part.start}-${part.end}/${file.bytes}`);
  if (request.method !== "HEAD") return await open(facade, downloads, state, { file, part, length });
  response.end();
  return undefined;
}

/** Removes the headers that describe the file, before an error is sent instead. */
function withoutFile(response: Response): void {
  for (const name of ["Content-Type", "Content-Length", "Content-Range", "Content-Disposition", "ETag"])
    response.removeHeader(name);
}

/** If-Match by strong comparison: `*`, or a list of tags; a weak one matches nothing. */
const isAsExpected = (header: string | undefined, tag: string): boolean =>
  header === undefined || header.split(",").some((one) => one.trim() === tag || one.trim() === "*");

/** Charges all bytes before the first one is sent. @throws AppError */
async function open(
  facade: Facade,
  downloads: Downloads,
  state: ExpressState,
  { file, part, length }: { file: DownloadFile; part: Part; length: number },
): Promise<Begun> {
  const { outgoing: response } = state;
  const holder = holderOf(state);
  const source = await downloads.open(file, part);
  try {
    const charge = await downloads.charge(holder, length);
    setBytesLeft(response, charge.window);
    if (charge.allowed) return { source, length, refund: charge.giveBack };
    withoutFile(response);
    throw new LimitExceeded("bytes", charge.window, holder.plan, await facade.access.upgrade(holder.plan, "bytes"));
  } catch (error) {
    source.destroy();
    throw error;
  }
}

/** Sends the file in turns of the account, and refunds the bytes that were not sent. @throws AppError */
async function send(
  facade: Facade,
  downloads: Downloads,
  state: ExpressState,
  { source, length, refund }: Begun,
): Promise<void> {
  const { incoming: request, outgoing: response, cancellation } = state;
  const { accountId } = holderOf(state);
  let sent = 0;
  const chunks = (source as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const sendNext = async () => {
    const { value: chunk, done } = await chunks.next();
    if (done) return undefined;
    // a chunk that was being written when the caller disconnected counts as sent
    sent += chunk.length;
    downloads.noteSent(chunk.length);
    // ended with its last byte: a caller who has the whole body sends the next request on this connection
    return { isWritten: written(response, chunk, sent === length) };
  };
  try {
    if (!(await hasItsTurn(request, response))) return;
    while (sent < length) {
      const next = await facade.share.send(accountId, sendNext, cancellation);
      if (!next) break;
      // a slow reader waits outside of the turn
      if (!(await next.isWritten)) return;
    }
    if (length === 0) response.end();
    else if (sent < length && !response.destroyed) throw new Error("the file is shorter than when it was published");
    await ended(response);
  } finally {
    source.destroy();
    if (sent < length)
      await refund(length - sent).catch((cause) => facade.log.error({ err: cause }, "bytes could not be refunded"));
  }
}

function setBytesLeft(response: Response, { limit, remaining, resetAt }: WindowStatus): void {
  response.set({
    "X-BytesLimit-Limit": String(limit),
    "X-BytesLimit-Remaining": String(remaining),
    "X-BytesLimit-Reset": String(resetAt),
  });
}

/** Resolves when the response before this one on the connection has ended: false if the caller has disconnected. */
function hasItsTurn({ socket }: Request, response: Response): Promise<boolean> {
  if (response.socket || socket.destroyed) return Promise.resolve(!socket.destroyed);
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    socket.once("close", gone);
    response.once("socket", () => {
      socket.off("close", gone);
      resolve(true);
    });
  });
}

/** Resolves when the bytes are written to the socket: false if the caller has disconnected. */
function written(response: Response, chunk: Buffer, isLast: boolean): Promise<boolean> {
  if (response.destroyed || response.socket?.destroyed !== false) return Promise.resolve(false);
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    response.once("close", gone);
    const done = (error?: Error | null) => {
      response.off("close", gone);
      resolve(!error);
    };
    if (isLast) response.end(chunk, done);
    else response.write(chunk, done);
  });
}

const ended = (response: Response): Promise<void> =>
  response.writableFinished || response.closed
    ? Promise.resolve()
    : new Promise((resolve) => {
        response.once("finish", resolve);
        response.once("close", resolve);
      });

// The range of a file that a request wants (RFC 9110, section 14). One range is sent as a part; of several, those that
// join to one. A header that is not understood, and ranges that leave gaps, mean the whole file, as the RFC allows.

interface Part {
  /** bytes from 0 */
  start: number;
  /** inclusive; -1 for an empty file */
  end: number;
  isWhole: boolean;
}

type Span = [start: number, end: number];

/**
 * `beyond`: every range begins behind the end. HEAD gets the status of the GET, though the RFC defines ranges for GET
 * alone: DuckDB and other readers of Parquet learn by a HEAD with a range whether there are parts. The whole file for any
 * other method, for an If-Range with another tag or a date (files have no Last-Modified), and for an empty file, of which
 * no range can be named.
 */
export function partOf({ method, headers }: IncomingMessage, size: number, tag: string): Part | "beyond" {
  const whole = { start: 0, end: size - 1, isWhole: true };
  const header = withinBound(headers.range);
  if (header === undefined || !/^(GET|HEAD)$/.test(method ?? "") || size === 0 || (headers["if-range"] ?? tag) !== tag)
    return whole;
  const spans = spansIn(header, size);
  if (!spans) return whole;
  const joined = join(spans);
  if (joined === undefined) return "beyond";
  return joined === "apart" ? whole : { start: joined[0], end: joined[1], isWhole: false };
}

/** The ranges that the file has, cut at its end; undefined where any of them is malformed, or the unit is not bytes. */
function spansIn(header: string, size: number): Span[] | undefined {
  const [unit = "", ...rest] = header.split("=");
  if (unit.toLowerCase() !== "bytes" || rest.length !== 1) return undefined;
  const wanted = (rest[0] ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  if (wanted.length === 0) return undefined;
  const spans: Span[] = [];
  for (const text of wanted) {
    const [, first = "", last = ""] = /^(\d*)-(\d*)$/.exec(text) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first + last === "" || (first !== "" && last !== "" && to < from)) return undefined;
    // a suffix longer than the file is the whole file, and one of 0 bytes is not a range of it
    const start = first === "" ? Math.max(0, size - to) : from;
    const end = first === "" || last === "" ? size - 1 : Math.min(to, size - 1);
    if (start < size) spans.push([start, end]);
  }
  return spans;
}

/** The one range that they are together; undefined for none. */
function join(spans: Span[]): Span | "apart" | undefined {
  const [first, ...rest] = spans.toSorted(([a], [b]) => a - b);
  if (!first) return undefined;
  const [start] = first;
  let [, end] = first;
  for (const [from, to] of rest) {
    if (from > end + 1) return "apart";
    end = Math.max(end, to);
  }
  return [start, end];
}
