// MCP over streamable HTTP, without sessions: every POST is independent, so any number of processes may serve. The
// caller's Authorization header is passed on unchanged; this server has no key of its own. Without a well-formed key a
// caller may open the dialogue (initialize, ping, notifications) and nothing else, and its connection is closed after
// each response. A key that the API refuses is 401 where a request needs the API.
import { createServer, type Server as HttpServer, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import express, { type NextFunction, type Request, type Response } from "express";
import { isWellFormed, keyIn } from "../lib/api-key.ts";
import { type ConnectionLimits, Connections, connectionLimits, serverOptions } from "./connections.ts";
import type { Caller } from "./request.ts";
import { type Catalog, createMcpServer } from "./server.ts";

// Which Origin an MCP call may have. A page in a browser always sends one, which identifies a page that was redirected
// here (DNS rebinding); programs send none. By the protocol, an invalid Origin gets 403.
const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

interface OriginRules {
  /** host names of the server; undefined = the loopback names */
  allowedHosts: string[] | undefined;
  /** other origins, in lower case, as `https://app.example.com` */
  allowedOrigins: string[];
}

/**
 * Accepts no Origin, an allowed one, and the server's own: the host and port of the Host header, under a name of the
 * server.
 */
function hasProperOrigin(request: Request, { allowedHosts, allowedOrigins }: OriginRules): boolean {
  const [origin, ...more] = request.headersDistinct.origin ?? [];
  if (origin === undefined) return true;
  if (more.length > 0) return false;
  if (allowedOrigins.includes(origin.toLowerCase())) return true;
  if (!/^https?:\/\/[^/?#@\\\s]+$/i.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, hostname, host } = new URL(origin);
  const reached = `${protocol}//${request.headers.host}`;
  if (!(allowedHosts ?? loopbackNames).includes(hostname)) return false;
  return URL.canParse(reached) && new URL(reached).host === host;
}

export interface HttpOptions {
  host: string;
  /** 0 selects a free one */
  port: number;
  /** host names of this server; on loopback the loopback names are enough (protection against DNS rebinding) */
  allowedHosts: string[] | undefined;
  /** further origins from which it may be called, in lower case (`https://app.example.com`) */
  allowedOrigins?: string[] | undefined;
  /** base URL of the service, without /api/v1 */
  url: string;
  /** other limits than the usual ones */
  limits?: Partial<ConnectionLimits>;
}

/** Listens at `/mcp` (POST). Rejects where the port cannot be bound. */
export async function serveMcp(
  catalog: Catalog,
  options: HttpOptions,
): Promise<{ url: string; connections(): number; close(): Promise<void> }> {
  const { host, allowedHosts, allowedOrigins = [] } = options;
  const limits = { ...connectionLimits, ...options.limits };
  const connections = new Connections(limits);
  const tools = Buffer.from(JSON.stringify(catalog.tools));
  const app = createMcpExpressApp({ host, ...(allowedHosts && { allowedHosts }) });
  app.disable("x-powered-by");
  app.post("/mcp", refuseBatch, requireKey, async (request: Request, response: Response) => {
    if (isToolsList(request.body)) return sendTools(response, request.body.id, tools);
    const caller = { ...callerOf(request, options.url), onUnauthorized: () => responseUnauthorized(response) };
    const server = createMcpServer(catalog, caller);
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    response.on("close", () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
    connections.check();
  });
  app.all("/mcp", (_request: Request, response: Response) => {
    response.set("Allow", "POST");
    refuse(response, 405, ErrorCode.ConnectionClosed, "sessions and streams are not supported: POST each message");
  });
  app.use((_request: Request, response: Response) =>
    refuse(response, 404, ErrorCode.ConnectionClosed, "MCP is at /mcp"),
  );
  // errors of the body parser; their stack must not be shown
  app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) =>
    refuse(response, 400, ErrorCode.ParseError, "the body is not JSON of at most 100 kB"),
  );
  // runs before a body is read
  const outer = express().disable("x-powered-by");
  outer.use(closeWithoutKey, (request, response, next) => {
    if (hasProperOrigin(request, { allowedHosts, allowedOrigins })) next();
    else
      refuse(
        response,
        403,
        ErrorCode.ConnectionClosed,
        "requests from this Origin are not allowed; see --allow-origin",
      );
  });
  outer.use(boundBodyWithoutKey, app);
  const http = createServer(serverOptions(limits), (request, response) => {
    if (connections.begin(request, response)) outer(request, response);
  });
  http.maxConnections = limits.connections;
  http.on("connection", (socket) => connections.accept(socket));
  await listen(http, options);
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/mcp`,
    connections: () => connections.count,
    close: () =>
      new Promise((resolve) => {
        connections.end();
        const timer = setTimeout(() => http.closeAllConnections(), limits.stopMs).unref();
        http.close(() => {
          clearTimeout(timer);
          resolve();
        });
        http.closeIdleConnections();
      }),
  };
}

const realm = 'Bearer realm="disclosed"';
const invalidToken = `${realm}, error="invalid_token"`;

/** The transport sets the status 200 for every result; where the API refused the key, it becomes 401. */
function responseUnauthorized(response: Response): void {
  if (response.headersSent) return;
  response.set("WWW-Authenticate", invalidToken);
  const writeHead = response.writeHead.bind(response) as (status: number, headers?: OutgoingHttpHeaders) => Response;
  response.writeHead = ((_status: number, headers?: OutgoingHttpHeaders) =>
    writeHead(401, headers)) as Response["writeHead"];
}

const hasKey = ({ headers }: Request): boolean => isWellFormed(keyIn(headers.authorization) ?? "");

/** A caller without a key holds no connection: neither idle nor with requests that it sends ahead. */
function closeWithoutKey(request: Request, response: Response, next: NextFunction): void {
  if (!hasKey(request)) response.set("Connection", "close");
  next();
}

/** bytes of a body without a key; an initialize has some hundred */
const maxBytesWithoutKey = 8 * 1024;

/** Runs before a body is read. */
function boundBodyWithoutKey(request: Request, response: Response, next: NextFunction): void {
  const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
  if (!hasKey(request) && (encoding !== undefined || Number(length) > maxBytesWithoutKey)) refuseKey(request, response);
  else next();
}

/** The protocol has no batches: one message of a few bytes would request a hundred large results. */
function refuseBatch({ body }: Request, response: Response, next: NextFunction): void {
  if (Array.isArray(body))
    refuse(response, 400, ErrorCode.InvalidRequest, "batches are not supported: POST each message");
  else next();
}

/** Responds with 401 to everything that could be large, or that the API could only refuse. */
function requireKey(request: Request, response: Response, next: NextFunction): void {
  const { method } = (request.body ?? {}) as { method?: unknown };
  const opensDialogue =
    typeof method === "string" && (/^(initialize|ping)$/.test(method) || method.startsWith("notifications/"));
  if (opensDialogue || hasKey(request)) next();
  else refuseKey(request, response);
}

function refuseKey({ headers: { authorization } }: Request, response: Response): void {
  response.set("WWW-Authenticate", authorization === undefined ? realm : invalidToken);
  const message = "Missing or malformed API key: send yours as Authorization: Bearer disc_live_...";
  refuse(response, 401, ErrorCode.ConnectionClosed, message);
}

function isToolsList(body: unknown): body is { id: string | number } {
  const { jsonrpc, method, id } = (body ?? {}) as Record<string, unknown>;
  return jsonrpc === "2.0" && method === "tools/list" && (typeof id === "string" || Number.isInteger(id));
}

/** `tools` is the list as JSON, made once: the callers who have not yet read it share its bytes. */
function sendTools(response: Response, id: string | number, tools: Buffer): void {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":`;
  const length = Buffer.byteLength(head) + tools.length + 2;
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": length });
  response.write(head);
  response.write(tools);
  response.end("}}");
}

function refuse(response: Response, status: number, code: ErrorCode, message: string): void {
  response.status(status).json({ jsonrpc: "2.0", error: { code, message }, id: null });
}

/**
 * The caller's own key, and the address that the call came from: with this server in its TRUST_PROXY, the API checks
 * allowlists and counts failed keys by the caller's address and not by ours.
 */
function callerOf(request: Request, url: string): Caller {
  const hops = [request.headers["x-forwarded-for"], request.socket.remoteAddress].flat().filter(Boolean);
  const { authorization } = request.headers;
  return {
    url,
    headers: { "X-Forwarded-For": hops.join(", "), ...(authorization && { Authorization: authorization }) },
  };
}

function listen(http: HttpServer, { port, host }: HttpOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, resolve);
  });
}
