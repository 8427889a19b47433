// GET /exports/{name}: a ready-made file or a range of it (RFC 9110, section 14). It is charged in bytes per day and
// not in requests, because Parquet readers request a file in many small ranges.
import type { Request, RequestHandler, Response } from "express";
import { AppError, asAppError, clientClosedRequest } from "../../src/errors.ts";
import type { DownloadFile, Downloads, Principal, WindowFigures } from "../../src/ports.ts";
import { matchesTag } from "../envelope.ts";
import { LimitExceeded } from "../error-body.ts";
import { limitHeaderList, noFigures } from "../limit-headers.ts";
import { readParameters } from "../params/read-parameters.ts";
import type { Exchange } from "../ports.ts";
import { authenticate } from "./authenticate.ts";
import type { Facade, RequestContext } from "./context.ts";
import { queryOf } from "./parameters.ts";
import { logFailure, record } from "./record.ts";
import { headersOf, sendError, setHeaders } from "./respond.ts";

const route = "/exports/{name}";

/** Sends the file that the last segment of the path names. */
export function downloadHandler(facade: Facade, downloads: Downloads): RequestHandler {
  return async (request, response) => {
    const started = performance.now();
    const exchange = response.locals as Exchange;
    exchange.route = route;
    const { authorization } = request.headers;
    const requestContext: RequestContext = {};
    let failure: AppError | undefined;
    try {
      const method =
        request.method === "GET" || request.method === "HEAD" ? undefined : new AppError("method_not_allowed");
      await authenticate(facade, { authorization, exchange }, requestContext, method);
      if (method) throw method;
      const holder = requestContext.principal as Principal;
      requestContext.figures = await facade.access.peek(holder);
      checkQuery(facade, request);
      const file = await facade.share.run(holder.accountId, () => downloads.find(nameOf(request)));
      if (!file) throw new AppError("not_found", "There is no such file; GET /exports lists the available files");
      await answer(facade, downloads, { request, response, requestContext, holder }, file);
    } catch (error) {
      failure = asAppError(error);
      const { requestId } = exchange;
      if (failure.status >= 500) logFailure(facade, requestId, failure);
      if (response.headersSent) response.destroy();
      else sendError(facade, response, requestContext.figures ?? noFigures(facade.seconds()), failure);
    }
    const { requestId } = exchange;
    const status = response.writableFinished || failure ? response.statusCode : clientClosedRequest;
    const milliseconds = performance.now() - started;
    const outcome = { url: request.originalUrl, authorization, route, status, milliseconds, requestId, failure };
    record(facade, requestContext, outcome, () => undefined);
  };
}

/** The last segment of the path; an empty string, which is not the name of a file, if it is badly encoded. */
function nameOf({ path }: Request): string {
  try {
    return decodeURIComponent(path.replace(/\/$/, "").split("/").at(-1) ?? "");
  } catch {
    return "";
  }
}

/** Refuses query parameters. @throws AppError bad_request that names them */
function checkQuery({ vocabulary, today }: Facade, { originalUrl }: Request): void {
  readParameters({}, { path: {}, query: queryOf(originalUrl) }, { vocabulary, today: today(), form: "json" });
}

interface RequestParts {
  request: Request;
  response: Response;
  requestContext: RequestContext;
  holder: Principal;
}

const types = {
  parquet: "application/vnd.apache.parquet",
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson",
} as const;

async function answer(
  facade: Facade,
  downloads: Downloads,
  { request, response, requestContext, holder }: RequestParts,
  file: DownloadFile,
): Promise<void> {
  const tag = `"${file.sha256}"`;
  const figures = requestContext.figures ?? noFigures(facade.seconds());
  setHeaders(response, headersOf(response).concat(limitHeaderList(figures, facade.seconds())));
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
    return;
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
  if (request.method === "HEAD") response.end();
  else await send(facade, downloads, { response, holder, file, part, length });
}

/** Removes the headers that describe the file, before an error is sent instead. */
function withoutFile(response: Response): void {
  for (const name of ["Content-Type", "Content-Length", "Content-Range", "Content-Disposition", "ETag"])
    response.removeHeader(name);
}

/** If-Match by strong comparison: `*`, or a list of tags; a weak one matches nothing. */
const isAsExpected = (header: string | undefined, tag: string): boolean =>
  header === undefined || header.split(",").some((one) => one.trim() === tag || one.trim() === "*");

interface Part {
  start: number;
  /** inclusive */
  end: number;
  isWhole: boolean;
}

/**
 * The requested range; the whole file for no range or several ranges, and if If-Range has the tag of another content.
 */
function partOf(request: Request, size: number, tag: string): Part | "beyond" {
  const whole = { start: 0, end: size - 1, isWhole: true };
  const isSame = (request.headers["if-range"] ?? tag) === tag;
  const ranges = isSame ? request.range(size, { combine: true }) : undefined;
  if (ranges === -1) return "beyond";
  if (ranges === undefined || ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return whole;
  const [range] = ranges;
  return range ? { ...range, isWhole: false } : whole;
}

/** Charges all bytes before the first one is sent, and refunds those that were not sent. @throws AppError */
async function send(
  facade: Facade,
  downloads: Downloads,
  {
    response,
    holder,
    file,
    part,
    length,
  }: { response: Response; holder: Principal; file: DownloadFile; part: Part; length: number },
): Promise<void> {
  const source = await downloads.open(file, part);
  let sent = 0;
  const charge = await downloads.charge(holder, length).catch((error) => {
    source.destroy();
    throw error;
  });
  try {
    setBytesLeft(response, charge.window);
    if (!charge.allowed) {
      withoutFile(response);
      throw new LimitExceeded("bytes", charge.window, holder.plan, await facade.access.upgrade(holder.plan, "bytes"));
    }
    for await (const chunk of source as AsyncIterable<Buffer>) {
      // a chunk that was being written when the caller disconnected counts as sent
      sent += chunk.length;
      downloads.noteSent(chunk.length);
      if (!(await written(response, chunk))) return;
    }
    response.end();
    await ended(response);
  } finally {
    source.destroy();
    if (charge.allowed && sent < length)
      await charge
        .giveBack(length - sent)
        .catch((cause) => facade.log.error({ err: cause }, "bytes could not be given back"));
  }
}

function setBytesLeft(response: Response, { limit, remaining, resetAt }: WindowFigures): void {
  response.set({
    "X-BytesLimit-Limit": String(limit),
    "X-BytesLimit-Remaining": String(remaining),
    "X-BytesLimit-Reset": String(resetAt),
  });
}

/** Resolves when the bytes are written to the socket: false if the caller has disconnected. */
function written(response: Response, chunk: Buffer): Promise<boolean> {
  if (response.destroyed || response.socket?.destroyed !== false) return Promise.resolve(false);
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    response.once("close", gone);
    response.write(chunk, (error) => {
      response.off("close", gone);
      resolve(!error);
    });
  });
}

const ended = (response: Response): Promise<void> =>
  response.writableFinished || response.closed
    ? Promise.resolve()
    : new Promise((resolve) => {
        response.once("finish", resolve);
        response.once("close", resolve);
      });
