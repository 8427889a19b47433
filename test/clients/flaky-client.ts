// A proxy in front of the service that fails on demand: it refuses the next requests, then forwards all unchanged.
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FlakyClient {
  url: string;
  /** the next requests get these responses; "cut" closes the connection without a word, "half" in the middle of the service's body */
  next: ({ status: number; headers?: Record<string, string> } | "cut" | "half")[];
  /** method and path of what came in */
  seen: string[];
  /** cuts the connections of all callers */
  cutAll(): void;
  close(): Promise<void>;
}

export async function openFlakyClient(service: string): Promise<FlakyClient> {
  const door: Pick<FlakyClient, "next" | "seen"> = { next: [], seen: [] };
  const server = createServer((request, response) => {
    door.seen.push(`${request.method} ${request.url}`);
    const answer = door.next.shift();
    if (answer === "cut") request.socket.destroy();
    else if (answer && answer !== "half")
      response.writeHead(answer.status, answer.headers).end('{"error":"refused by the test"}');
    else {
      const { method, headers } = request;
      const passed = ask(`${service}${request.url}`, { method, headers }, (from) => {
        response.writeHead(from.statusCode ?? 500, from.headers);
        if (answer === "half") sendHalf(from, response);
        else from.pipe(response);
      });
      passed.on("error", () => response.destroy());
      // the service's side of a stream ends with the caller's
      response.on("close", () => passed.destroy());
      request.pipe(passed);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(door, {
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
  // a list as a table comes in chunks, without a length
  const wanted = length === undefined ? 50 : Math.floor(Number(length) / 2);
  let sent = 0;
  from.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, wanted - sent);
    sent += part.length;
    response.write(part, () => sent >= wanted && response.destroy());
  });
}
