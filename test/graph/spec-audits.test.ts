// The GraphQL endpoint under the audits of the package graphql-http: the requirements of GraphQL over HTTP for a server.
import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestStore, type TestStore } from "../support/database.ts";
import { type Endpoint, serveGraphql } from "./harness.ts";

let store: TestStore;
let endpoint: Endpoint;

beforeAll(async () => {
  store = await createTestStore();
  // as on a developer's machine: the audits send documents of their own
  endpoint = await serveGraphql({
    store,
    persistedDocuments: new Map(),
    today: () => "2024-07-01",
    onError: () => {},
    dev: true,
  });
});
afterAll(async () => {
  endpoint.close();
  await store.close();
});

const audits = serverAudits({
  url: () => endpoint.url,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...init.headers, "x-disclosed-csrf": "1" } }),
});

it.each(audits)("$id $name", async (audit) => {
  const result = await audit.fn();
  // a notice is about what a server MAY do
  const allowed = audit.name.startsWith("MAY") ? ["ok", "notice"] : ["ok"];
  expect(allowed, "reason" in result ? result.reason : "").toContain(result.status);
});
