// The GraphQL endpoint under the audits of the package graphql-http: the requirements of GraphQL over HTTP for a server.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createGraphqlHandler } from "../../src/graph/server.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

let store: TestStore;
let server: Server;

beforeAll(async () => {
  store = await createTestStore();
  // as on a developer's machine: the audits send documents of their own
  const handler = createGraphqlHandler({
    store,
    persistedDocuments: new Map(),
    today: () => "2024-07-01",
    onError: () => {},
    dev: true,
  });
  server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await store.close();
});

const audits = serverAudits({
  url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...init.headers, "x-disclosed-csrf": "1" } }),
});

it.each(audits)("$id $name", async (audit) => {
  const result = await audit.fn();
  // a notice is about what a server MAY do
  const allowed = audit.name.startsWith("MAY") ? ["ok", "notice"] : ["ok"];
  expect(allowed, "reason" in result ? result.reason : "").toContain(result.status);
});
