// A proxy in front of the service that fails on demand: it refuses or cuts the next requests, then forwards all
// unchanged.
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface FlakyProxy {
  url: string;
  /**
   * the next requests get these responses; "cut" closes the connection without one, "half" in the middle of the
   * service's body
   */
  next: ({ status: number; headers?: Record<string, string> } | "cut" | "half")[];
  /** method and path of each request */
  requests: string[];
  /** cuts the connections of all callers */
  cutAll(): void;
  close(): Promise<void>;
}

export async function openFlakyProxy(service: string): Promise<FlakyProxy> {
  const proxy: Pick<FlakyProxy, "next" | "requests"> = { next: [], requests: [] };
  const server = createServer((request, response) => {
    proxy.requests.push(`${request.method} ${request.url}`);
    const planned = proxy.next.shift();
    if (planned === "cut") request.socket.destroy();
    else if (planned && planned !== "half")
      response.writeHead(planned.status, planned.headers).end('{"error":"refused by the test"}');
    else {
      const { method, headers } = request;
      const forwarded = sendRequest(`${service}${request.url}`, { method, headers }, (from) => {
        response.writeHead(from.statusCode ?? 500, from.headers);
        if (planned === "half") sendHalf(from, response);
        else from.pipe(response);
      });
      forwarded.on("error", () => response.destroy());
      // the service's connection of a stream is closed with the caller's
      response.on("close", () => forwarded.destroy());
      request.pipe(forwarded);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAll: () => server.closeAllConnections(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function sendHalf(from: IncomingMessage, response: ServerResponse): void {
  const length = from.headers["content-length"];
  // a table is sent in chunks, without a length
  const half = length === undefined ? 50 : Math.floor(Number(length) / 2);
  let sent = 0;
  from.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, half - sent);
    sent += part.length;
    response.write(part, () => sent >= half && response.destroy());
  });
}
