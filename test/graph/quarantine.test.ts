// The quarantine through GraphQL: read with its raw file, retried, ignored and opened again, by administrators only. Filings are
// invented.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { GraphPrincipal } from "../../src/graph/context.ts";
import form345Source from "../../src/ingest/form345/source.ts";
import { runIngestion } from "../../src/ingest/run/run.ts";
import { quarantinePort } from "../../src/start/graphql-endpoint.ts";
import { ownershipXml } from "../ingest/form345/fixtures.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { type Endpoint, serveGraphql } from "./harness.ts";

const documents = new Map([
  [
    "list",
    `query ($status: String) { quarantine(status: $status, reason: "no_filing_date") { total
       nodes { refusals item { id documentId status ignoredBecause runArguments raw { bytes excerpt missing } } } } }`,
  ],
  ["item", "query ($id: Int!) { quarantineItem(id: $id) { ofFiling { recordRef } } }"],
  ["ignore", "mutation ($ids: [Int!]!, $why: String!) { ignoreQuarantine(ids: $ids, because: $why) }"],
  ["unignore", "mutation ($ids: [Int!]!) { unignoreQuarantine(ids: $ids) }"],
  [
    "retry",
    "mutation ($ids: [Int!]!) { retryQuarantine(ids: $ids) { tried resolved refused { id reason } unavailable { id why } } }",
  ],
  [
    "documents",
    `{ coverageDocuments(source: "form345", from: "2024-03-06", to: "2024-03-06") { total nodes { documentId state reason ignored } } }`,
  ],
]);
const accession = "0009999999-24-000008";

let store: TestStore;
let folder: string;
let endpoint: Endpoint;
let principal: GraphPrincipal | null = null;
let id = 0;

beforeAll(async () => {
  store = await createTestStore();
  folder = await mkdtemp(join(tmpdir(), "disclosed-quarantine-"));
  const home = join(folder, "home");
  await writeFile(join(folder, `${accession}.xml`), ownershipXml());
  await runIngestion(store, { source: form345Source, paths: [folder], home, today: "2024-06-01" });
  endpoint = await serveGraphql({
    store,
    persistedDocuments: documents,
    today: () => "2024-06-01",
    principalOf: async () => principal,
    ports: { quarantine: quarantinePort(store, { home, today: () => "2024-06-01" }) },
  });
});
afterAll(async () => {
  endpoint.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(hash: string, variables = {}) {
  const response = await fetch(endpoint.url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-disclosed-csrf": "1" },
    body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } }, variables }),
  });
  return await response.json();
}

it.each([null, { role: "reader" } as const])("the caller %j may read and change nothing", async (who) => {
  principal = who;
  for (const [hash, variables] of [
    ["list", {}],
    ["ignore", { ids: [1], why: "x" }],
    ["unignore", { ids: [1] }],
    ["retry", { ids: [1] }],
    ["documents", {}],
  ] as const) {
    const { data, errors } = await run(hash, variables);
    expect(data ?? null).toBeNull();
    expect(errors[0].extensions.code).toBe("unauthorized");
  }
});

it("an administrator sees what was refused, with its raw file", async () => {
  principal = { role: "admin", actor: "user:7" };
  const { data } = await run("list", { status: "open" });
  expect(data.quarantine).toMatchObject({
    total: 1,
    nodes: [
      {
        refusals: 1,
        item: { documentId: accession, status: "open", ignoredBecause: null, runArguments: { paths: [folder] } },
      },
    ],
  });
  const { raw, ...item } = data.quarantine.nodes[0].item;
  expect(raw).toEqual({
    bytes: Buffer.byteLength(ownershipXml()),
    excerpt: expect.stringContaining("<ownershipDocument>"),
    missing: null,
  });
  id = item.id;
});

it("a filing is one row, whatever the number of its refusals, and an item lists all of them", async () => {
  const data = ["row 1", "row 2"].map((recordRef) => ({
    ...{ source: "form345", fileName: `again/${accession}.xml`, documentId: accession, recordRef },
    ...{ reason: "no_filing_date", message: "none" },
  }));
  await store.prisma.quarantineItem.createMany({ data });
  const of = await run("list", { status: "open" });
  expect(of.data.quarantine).toMatchObject({ total: 1, nodes: [{ refusals: 3, item: { id } }] });
  const { ofFiling } = (await run("item", { id })).data.quarantineItem;
  expect(ofFiling.map(({ recordRef }: { recordRef: string }) => recordRef)).toEqual(["", "row 1", "row 2"]);
  await store.pool.query("DELETE FROM quarantine WHERE record_ref <> ''");
});

it("an administrator ignores an item with a reason, opens it again, and both are in the audit log", async () => {
  expect((await run("ignore", { ids: [id], why: " " })).errors[0].extensions.code).toBe("bad_request");
  expect((await run("ignore", { ids: [999], why: "x" })).errors[0].extensions.code).toBe("not_found");
  expect(await run("ignore", { ids: [id], why: "a test filing" })).toEqual({ data: { ignoreQuarantine: true } });
  expect((await run("list", { status: "ignored" })).data.quarantine.nodes).toMatchObject([
    { item: { ignoredBecause: "a test filing" } },
  ]);
  expect(await run("unignore", { ids: [id] })).toEqual({ data: { unignoreQuarantine: true } });
  const { rows } = await store.pool.query(
    "SELECT actor, action FROM audit_log WHERE action LIKE 'quarantine.%' ORDER BY id",
  );
  expect(rows).toEqual([
    { actor: "user:7", action: "quarantine.ignore" },
    { actor: "user:7", action: "quarantine.unignore" },
  ]);
});

it("an item is ingested on retry once an index states when it was filed", async () => {
  expect((await run("retry", { ids: [id] })).data.retryQuarantine).toEqual({
    tried: 1,
    resolved: [],
    refused: [{ id, reason: "no_filing_date" }],
    unavailable: [],
  });
  await store.pool.query(
    `INSERT INTO listed_documents (source, document_id, listed_on, kind, url) VALUES ('form345', $1, '2024-03-06', '4', 'https://www.sec.gov/')`,
    [accession],
  );
  expect((await run("documents")).data.coverageDocuments.nodes).toEqual([
    { documentId: accession, state: "quarantined", reason: "no_filing_date", ignored: false },
  ]);
  expect((await run("retry", { ids: [id] })).data.retryQuarantine).toMatchObject({ resolved: [id], refused: [] });
  expect((await run("documents")).data.coverageDocuments.nodes).toMatchObject([{ state: "stored", reason: null }]);
  expect((await store.pool.query("SELECT filed_on FROM filings")).rows).toEqual([{ filed_on: "2024-03-06" }]);
});
