// Two hundred receivers of webhooks on loopback addresses, half of them healthy, with what each of them received.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { newSecret } from "../../src/events/event-message.ts";

/** What a receiver does until `recover` is called. */
type Behaviour = "healthy" | "slow" | "hanging" | "refusing" | "redirecting" | "vanishing" | "failing" | "rebinding";

const counts: Record<Behaviour, number> = {
  healthy: 100,
  slow: 20,
  hanging: 15,
  refusing: 15,
  redirecting: 15,
  vanishing: 15,
  failing: 10,
  rebinding: 10,
};

interface Arrival {
  /** milliseconds since 1970 */
  at: number;
  messageId: string;
  /** positions of the events, in their order */
  positions: number[];
}

export interface ChaosReceiver {
  behaviour: Behaviour;
  url: string;
  secret: string;
  arrivals: Arrival[];
  /** the largest number of requests that were running at the same time */
  maxConcurrent: number;
}

export interface Receivers {
  all: ChaosReceiver[];
  /** requests that followed a redirect */
  redirected(): number;
  /** From now on all respond with 200, and those that refused listen. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

export async function startReceivers(): Promise<Receivers> {
  const servers: Server[] = [];
  let allRespond = false;
  let redirected = 0;
  const redirectTarget = createServer((_, response) => {
    redirected++;
    response.end();
  });
  await listen(redirectTarget);
  servers.push(redirectTarget);
  const redirectUrl = `http://127.0.3.1:${portOf(redirectTarget)}/`;
  const respond = async (receiver: ChaosReceiver, response: ServerResponse) => {
    const nth = receiver.arrivals.length;
    const behaviour = allRespond ? "healthy" : receiver.behaviour;
    if (behaviour === "hanging") return;
    if (behaviour === "slow") await sleep(200 + (nth % 5) * 200);
    // so that the name is resolved for each request
    if (receiver.behaviour === "rebinding") response.setHeader("connection", "close");
    if (behaviour === "redirecting") response.writeHead(307, { location: redirectUrl });
    if (behaviour === "failing" && nth % 2 === 0) response.writeHead(503);
    if (behaviour === "vanishing") response.destroy();
    else response.end();
  };
  const all: ChaosReceiver[] = [];
  const running = new Map<ChaosReceiver, number>();
  const byPath = new Map<string, ChaosReceiver>();
  const server = createServer(async (request, response) => {
    const receiver = byPath.get(request.url ?? "");
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (!receiver) throw new Error(`no receiver is at ${request.url}`);
    recordArrival(receiver, Buffer.concat(parts).toString(), request.headers as Record<string, string>);
    await respond(receiver, response);
  });
  server.on("request", ({ url = "" }, response) => {
    const receiver = byPath.get(url);
    if (!receiver) return;
    const count = (running.get(receiver) ?? 0) + 1;
    running.set(receiver, count);
    receiver.maxConcurrent = Math.max(receiver.maxConcurrent, count);
    response.on("close", () => running.set(receiver, (running.get(receiver) ?? 1) - 1));
  });
  servers.push(await listen(server));
  const closed = await listen(createServer());
  const closedPort = portOf(closed);
  await new Promise((done) => closed.close(done));
  for (const [behaviour, count] of Object.entries(counts) as [Behaviour, number][])
    for (let nth = 0; nth < count; nth++) {
      const at = all.length;
      const host = behaviour === "rebinding" ? `rebinding-${nth}.example.com` : `127.0.2.${1 + (at % 250)}`;
      const port = behaviour === "refusing" ? closedPort : portOf(server);
      const url = `http://${host}:${port}/${at}`;
      const receiver = { behaviour, url, secret: newSecret(), arrivals: [], maxConcurrent: 0 };
      all.push(receiver);
      byPath.set(`/${at}`, receiver);
    }
  return {
    all,
    redirected: () => redirected,
    async recover() {
      allRespond = true;
      const late = createServer((request, response) => void server.emit("request", request, response));
      servers.push(await listen(late, closedPort));
    },
    async close() {
      for (const each of servers) {
        each.closeAllConnections();
        await new Promise((done) => each.close(done));
      }
    },
  };
}

/** Throws if the signature is wrong. */
function recordArrival({ secret, arrivals }: ChaosReceiver, text: string, headers: Record<string, string>): void {
  const events = [new Webhook(secret).verify(text, headers)].flat() as { id: string }[];
  const positions = events.map(({ id }) => Number(/^evt_\d+_(\d+)_/.exec(id)?.[1]));
  arrivals.push({ at: Date.now(), messageId: headers["webhook-id"] ?? "", positions });
}

async function listen(server: Server, port = 0): Promise<Server> {
  await new Promise<void>((listening) => server.listen(port, "0.0.0.0", 4096, listening));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
