// A receiver of webhooks, written from the documentation: it verifies messages with `standardwebhooks`, keeps them, and
// responds as a test sets it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { EventBody } from "../../src/events/event-message.ts";

interface Received {
  id: string;
  headers: Record<string, string>;
  text: string;
  /** parsed and verified: one event or several; the error where the signature is wrong */
  body: unknown;
  /** the events of the body */
  events: EventBody[];
}

type Respond = (response: ServerResponse, received: Received, request: IncomingMessage) => unknown;

export const ok: Respond = (response) => response.end("thanks");
export const status =
  (code: number): Respond =>
  (response) =>
    response.writeHead(code).end("no");
export const hang: Respond = () => {};

export interface Receiver {
  port: number;
  url: string;
  received: Received[];
  /** connections that were ever opened */
  connections(): number;
  /** the largest number of requests at the same time */
  maxConcurrent(): number;
  respondWith(respond: Respond): void;
  verifyWith(secret: string): void;
  close(): Promise<void>;
}

export async function startReceiver(respond: Respond = ok): Promise<Receiver> {
  const received: Received[] = [];
  let verifier: Webhook | undefined;
  let current = respond;
  let connections = 0;
  let open = 0;
  let max = 0;
  const server: Server = createServer(async (request, response) => {
    max = Math.max(max, ++open);
    response.on("close", () => open--);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const headers = request.headers as Record<string, string>;
    const body = read(verifier, text, headers);
    const events = [body].flat() as EventBody[];
    const one = { id: headers["webhook-id"] ?? "", headers, text, body, events };
    received.push(one);
    await current(response, one, request);
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    connections: () => connections,
    maxConcurrent: () => max,
    respondWith: (next) => {
      current = next;
    },
    verifyWith: (secret) => {
      verifier = new Webhook(secret);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function read(verifier: Webhook | undefined, text: string, headers: Record<string, string>): unknown {
  try {
    return verifier ? verifier.verify(text, headers) : JSON.parse(text);
  } catch (error) {
    return error;
  }
}
