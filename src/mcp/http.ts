// MCP over streamable HTTP, without sessions: every POST stands for itself, so that any number of processes may serve. Callers are
// whoever their Authorization header says: it is passed on as it came, and this server has no key of its own.
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import type { NextFunction, Request, Response } from "express";
import type { Route } from "../../rest/define-route.ts";
import type { Caller } from "./ask.ts";
import { createMcpServer } from "./server.ts";

export interface HttpOptions {
  host: string;
  /** 0 takes a free one */
  port: number;
  /** names under which this server is reached; on loopback the loopback's names are enough (against DNS rebinding) */
  allowedHosts: string[] | undefined;
  /** base URL of the service, without /api/v1 */
  url: string;
  version: string;
}

/** Listens at `/mcp` (POST). Rejects where the port cannot be had. */
export async function serveMcp(
  routes: Route[],
  options: HttpOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const { host, allowedHosts } = options;
  const app = createMcpExpressApp({ host, ...(allowedHosts && { allowedHosts }) });
  app.disable("x-powered-by");
  app.post("/mcp", async (request: Request, response: Response) => {
    const server = createMcpServer(routes, callerOf(request, options.url), options.version);
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    response.on("close", () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  app.all("/mcp", (_request: Request, response: Response) => {
    response.set("Allow", "POST");
    refuse(response, 405, ErrorCode.ConnectionClosed, "there are no sessions and no streams here: POST each message");
  });
  app.use((_request: Request, response: Response) =>
    refuse(response, 404, ErrorCode.ConnectionClosed, "MCP is at /mcp"),
  );
  // what the body's parser throws; it must not show its stack
  app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) =>
    refuse(response, 400, ErrorCode.ParseError, "the body is not JSON of at most 100 kB"),
  );
  const http = createServer(app);
  await listen(http, options);
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeIdleConnections();
      }),
  };
}

function refuse(response: Response, status: number, code: ErrorCode, message: string): void {
  response.status(status).json({ jsonrpc: "2.0", error: { code, message }, id: null });
}

/**
 * The caller's own key, and the address that the call came from: with this server among its TRUST_PROXY, the API holds allowlists and
 * failed keys against the caller and not against us.
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
