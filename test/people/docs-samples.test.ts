// Every sample of every page of the documentation is sent to the service that shows it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import openApi from "../../rest/generated/openapi.json" with { type: "json" };
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey } from "../../src/accounts/keys.ts";
import { endpointPath } from "../../src/pages/reference-endpoint.ts";
import type { OpenApi } from "../../src/pages/reference-schema.ts";
import { texts } from "../../src/pages/texts.ts";
import { syncReference } from "../../src/store/reference.ts";
import type { TestStore } from "../support/database.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { startPeople, type TestService } from "./harness.ts";

const noExample = "No data is stored yet to show as an example.";
/** a ready-made file of this store */
const file = "trades-2024-02-0000000000000000.parquet";

let store: TestStore;
let service: TestService;
let key: string;
let folder: string;

/** A seeded store of its own, whose account has the key that samples are sent with. */
async function newStore(): Promise<TestStore> {
  const created = await createSeededStore();
  await syncReference(created);
  await createAccount(created, { email: "reader@example.org", plan: "max", actor: "tests" });
  ({ key } = await createKey(created, { account: "reader@example.org", actor: "tests" }));
  return created;
}

beforeAll(async () => {
  store = await newStore();
  folder = mkdtempSync(join(tmpdir(), "disclosed-samples-"));
  writeFileSync(join(folder, file), "PAR1");
  // the exports of the seed have no files
  await store.prisma.publishedExport.deleteMany();
  await store.prisma.publishedExport.create({
    data: {
      name: file,
      list: "trades",
      month: "2024-02",
      format: "parquet",
      rows: 0,
      bytes: 4,
      sha256: "0".repeat(64),
      dataVersion: 1,
      asOf: new Date(),
      fingerprint: "x",
    },
  });
  service = await startPeople({ EXPORTS_DIR: folder }, store);
});
afterAll(async () => {
  await service.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const operations = Object.values((openApi as unknown as OpenApi).paths).map(({ get }) => get);
const reference = ["/docs/reference", "/docs/reference/objects", ...operations.map(endpointPath)];
const paths = ["/", ...reference, ...Object.keys(texts).map((name) => `/docs/${name}`), "/llms.txt"];
const entities: Record<string, string> = {
  "&quot;": '"',
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&#39;": "'",
  "&#x27;": "'",
};

/** The addresses of the API in the code of a page, as people would paste them, and those in example responses. */
async function samplesOf({ base }: TestService, path: string): Promise<string[]> {
  const response = await fetch(base + path, { headers: { accept: "text/html" } });
  const text = await response.text();
  const blocks = [...text.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, code = ""]) => code);
  const code = (path === "/llms.txt" ? [text] : blocks).join("\n").replace(/<[^>]*>/g, "");
  const plain = code.replace(/&(?:quot|amp|lt|gt|#39|#x27);/g, (entity) => entities[entity] ?? entity);
  const addresses = plain.match(/https?:\/\/[^\s"'`\\]+\/api\/v1\/[^\s"'`\\)]*|(?<=": ")\/api\/v1\/[^"]*/g) ?? [];
  const absolute = addresses.map((address) => (address.startsWith("/") ? base + address : address));
  return [...new Set(absolute)].filter((address) => address.startsWith(base));
}

/** `200 /api/v1/trades` for each address of a page; `200 empty ...` for a sample that searches and finds nothing. */
async function responsesOf(at: TestService, path: string): Promise<string[]> {
  const responses: string[] = [];
  for (const address of await samplesOf(at, path)) {
    const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
    // a stream has no end
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    const text = isStream ? "" : await response.text();
    if (isStream) await response.body?.cancel();
    const empty = /symbols\?q=|insiderCik=/.test(address) && text.includes('"data":[]');
    responses.push(`${response.status} ${empty ? "empty " : ""}${address.slice(at.base.length)}`);
  }
  return responses;
}

/** Over all pages of the reference: the responses, and how often it says that there is no row for a sample. */
async function referenceOf(at: TestService): Promise<{ responses: string[]; missing: number; text: string }> {
  const pages = await Promise.all(
    reference.map(async (path) => (await fetch(at.base + path, { headers: { accept: "text/html" } })).text()),
  );
  const responses: string[] = [];
  for (const path of reference) responses.push(...(await responsesOf(at, path)));
  const text = pages.join("\n");
  return { responses, missing: text.split(noExample).length - 1, text };
}

const refused = (responses: string[]) => responses.filter((response) => !response.startsWith("200 "));

test.each(paths)("every sample of %s gets a response with data", async (path) => {
  const responses = await responsesOf(service, path);
  expect(responses.filter((response) => !response.startsWith("200 /"))).toEqual([]);
  if (path === "/docs/reference/download-export") expect(responses).toContain(`200 /api/v1/exports/${file}`);
  const isEndpoint = path.startsWith("/docs/reference/") && path !== "/docs/reference/objects";
  if (isEndpoint) expect(responses.length).toBeGreaterThan(0);
});

test("without a ready-made file, the reference has no sample of one", async () => {
  await store.pool.query("DELETE FROM published_exports");
  const second = await startPeople({}, store);
  const { responses, missing, text } = await referenceOf(second);
  await second.close();
  expect(refused(responses)).toEqual([]);
  expect(missing).toBe(1);
  expect(text).not.toContain("/api/v1/exports/trades-");
});

test.each([
  ["insider trades", ["politician_trades"], 1],
  ["congressional trades", ["clusters", "insider_trades", "filings", "insiders", "companies"], 6],
  [
    "neither",
    ["politician_trades", "politicians", "clusters", "insider_trades", "filings", "insiders", "companies"],
    10,
  ],
])("in a store with %s, no sample is refused", async (_, without, missing) => {
  const partial = await newStore();
  for (const table of ["published_exports", ...without]) await partial.pool.query(`DELETE FROM ${table}`);
  const second = await startPeople({}, partial);
  const shown = await referenceOf(second);
  await second.close();
  await partial.close();
  expect(refused(shown.responses)).toEqual([]);
  expect(shown.missing).toBe(1 + missing);
});
