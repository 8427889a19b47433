// One caller sends many requests at once; another caller is served between them.
import { once } from "node:events";
import { connect } from "node:net";
import { Router } from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpServer } from "../../src/http/server.ts";
import { createRequestTurns } from "../../src/queue/fair-share.ts";
import { startPeople, type TestService } from "../people/harness.ts";

const busy = "198.51.100.1";
const other = "203.0.113.1";
const many = 60;

const head = (path: string, address: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nX-Forwarded-For: ${address}\r\n\r\n`;

/** The addresses in the order of their responses. Each request has a connection of its own that was used before. */
async function responsesInOrder(base: string, requests: { path: string; address: string }[]): Promise<string[]> {
  const order: string[] = [];
  const connections = await Promise.all(
    requests.map(async ({ path, address }) => {
      const socket = connect(Number(new URL(base).port), "127.0.0.1");
      socket.write(head("/healthz", address));
      await once(socket, "data");
      return async () => {
        socket.write(head(path, address));
        await once(socket, "data");
        order.push(address);
        socket.destroy();
      };
    }),
  );
  await Promise.all(connections.map((send) => send()));
  return order;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("the turns of the event loop", () => {
  it("begin one request of each caller, in order, and that of a newly arrived caller immediately", async () => {
    const { begin } = createRequestTurns();
    const begun: string[] = [];
    const note = (name: string) => begin(name.charAt(0), () => begun.push(name));
    for (const name of ["a1", "a2", "a3", "b1", "b2"]) note(name);
    expect(begun).toEqual(["a1", "b1"]);
    await nextTurn();
    note("c1");
    note("a4");
    expect(begun).toEqual(["a1", "b1", "a2", "b2", "c1"]);
    await nextTurn();
    await nextTurn();
    expect(begun).toEqual(["a1", "b1", "a2", "b2", "c1", "a3", "a4"]);
  });

  it("begin 24 requests of a caller who is alone, and one of each as soon as another is present", async () => {
    let isAlone = true;
    const { begin } = createRequestTurns(() => isAlone);
    let begun = 0;
    for (let number = 0; number < 80; number++) begin("a", () => begun++);
    expect(begun).toBe(24);
    await nextTurn();
    expect(begun).toBe(48);
    isAlone = false;
    await nextTurn();
    expect(begun).toBe(49);
  });

  it("continue after work that fails", async () => {
    const { begin } = createRequestTurns();
    const begun: string[] = [];
    begin("a", () => begun.push("a1"));
    begin("a", () => begun.push("a2"));
    expect(() =>
      begin("b", () => {
        throw new Error("no");
      }),
    ).toThrow("no");
    begin("b", () => begun.push("b2"));
    await nextTurn();
    expect(begun).toEqual(["a1", "a2", "b2"]);
  });
});

it("the server begins the other caller's request second when it reads both callers' requests together", async () => {
  const { begin } = createRequestTurns();
  const handled: string[] = [];
  const http = createHttpServer({
    facade: Router(),
    readiness: async () => ({ problems: [], lacking: [] }),
    pages: {
      "/page": (_request, response) => {
        handled.push(response.locals.address);
        response.end();
      },
    },
    log: { info: () => {}, error: () => {} },
    limitsWithoutKey: () => ({}),
    trustProxy: ["loopback"],
    shutdownGraceMs: 100,
    inTurn: (_request, { locals: { address } }, work) => begin(address, work),
  });
  const port = await http.listen(0, "127.0.0.1");
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  // a proxy sends them on one connection, so that they are read together
  socket.write(
    head("/page", busy).repeat(many) + head("/page", other).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"),
  );
  socket.resume();
  await closed;
  await http.close();
  expect(handled).toHaveLength(many + 1);
  expect(handled.indexOf(other)).toBe(1);
});

describe("the service, while one address sends sixty requests concurrently", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startPeople({ TRUST_PROXY: "loopback" });
  });
  afterAll(() => service.close());

  it.each(["/healthz", "/none", "/sign-in", "/docs/quickstart", "/api/v1/openapi.json", "/api/v1/none"])(
    "responds to another address before half of them: %s",
    async (path) => {
      await fetch(service.base + path);
      const requests = Array.from({ length: many }, () => ({ path, address: busy }));
      const order = await responsesInOrder(service.base, [...requests, { path, address: other }]);
      expect(order.indexOf(other)).toBeLessThan(many / 2);
    },
  );

  it("responds to an address that has just requested a page before it responds to a tenth of them", async () => {
    const [path, present] = ["/sign-in", "203.0.113.7"];
    await fetch(service.base + path, { headers: { "x-forwarded-for": present } });
    const requests = Array.from({ length: many }, () => ({ path, address: busy }));
    const order = await responsesInOrder(service.base, [...requests, { path, address: present }]);
    expect(order.indexOf(present)).toBeLessThan(many / 10);
  });
});
