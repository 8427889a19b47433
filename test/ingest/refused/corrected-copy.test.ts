// A corrected copy of a refused file is previewed before it is attached, refused if it is of another document, and
// resolves only the refusals of the documents that it holds. Filings and reports are invented.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadSource } from "../../../src/ingest/load-source.ts";
import { keepRaw } from "../../../src/ingest/run/raw-store.ts";
import { runIngestion } from "../../../src/ingest/run/run.ts";
import { quarantinePort } from "../../../src/start/graphql-endpoint.ts";
import { createMembers, senatePage } from "../../support/congress.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { submission } from "../form345/fixtures.ts";

const today = "2025-06-01";
const [first, second, other] = ["0009999999-24-000011", "0009999999-24-000012", "0009999999-24-000013"] as const;
const uuid = (last: number) => `0a1b2c3d-0000-4111-8222-00000000000${last}`;
/** a page that names its report by its address */
const page = (id: string, stated: number) =>
  senatePage({ rows: [{}], stated }).replace("<body>", `<body><a href="/search/view/ptr/${id}/"></a>`);
const broken = (accession: string) => submission({ accession }).toString().replace("</issuerName>", "");

let store: TestStore;
let folder: string;
let port: ReturnType<typeof quarantinePort>;
beforeAll(async () => {
  store = await createTestStore();
  folder = await mkdtemp(join(tmpdir(), "disclosed-copy-"));
  port = quarantinePort(store, { home: join(folder, "home"), today: () => today });
  await createMembers(store);
  await ingest("form345", "both.txt", broken(first) + broken(second));
  await ingest("senate", `${uuid(1)}.html`, page(uuid(1), 2));
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function ingest(name: "form345" | "senate", file: string, content: string): Promise<void> {
  await writeFile(join(folder, file), content);
  const source = await loadSource(name);
  await runIngestion(store, { source, paths: [join(folder, file)], home: join(folder, "home"), today });
}

const copyOf = async (fileName: string, content: string | Buffer) => ({
  fileName,
  sha256: await keepRaw(join(folder, "home"), Buffer.from(content)),
});

async function refusals(source: string): Promise<{ id: number; documentId: string; status: string }[]> {
  const { rows } = await store.pool.query(
    `SELECT id, document_id AS "documentId", status FROM quarantine WHERE source = $1 ORDER BY document_id`,
    [source],
  );
  return rows;
}

const firstRefusal = async (source: string) => (await refusals(source))[0]?.id ?? expect.fail("no refusal");
const states = async (source: string) =>
  (await refusals(source)).map(({ documentId, status }) => [documentId, status] as const);

it("each filing of a file that cannot be read has a refusal of its own", async () => {
  expect(await states("form345")).toEqual([
    [first, "open"],
    [second, "open"],
  ]);
});

it("a copy of another filing is previewed as that filing, and refused", async () => {
  const id = await firstRefusal("form345");
  const copy = await copyOf("corrected.txt", submission({ accession: other }));
  expect(await port.previewCopy(id, copy)).toEqual({
    question: `Attach corrected.txt (accession ${other}, Form 4, filed 2024-03-06) to ${first}?`,
    documents: [{ documentId: other, about: `accession ${other}, Form 4, filed 2024-03-06` }],
    refusedDocument: first,
    problem: `The copy is of another document: it holds ${other}, and the refused one is ${first}`,
  });
  await expect(port.attach(id, copy, "user:1")).rejects.toThrow("The copy is of another document");
  expect((await states("form345")).map(([, status]) => status)).toEqual(["open", "open"]);
  expect((await store.pool.query("SELECT FROM filings")).rowCount).toBe(0);
});

it("a copy of one filing of a file resolves only that filing's refusals, also those of other files", async () => {
  const id = await firstRefusal("form345");
  const copy = await copyOf("corrected.txt", submission({ accession: first }));
  await store.pool.query(
    "INSERT INTO quarantine (source, file_name, document_id, reason, message) VALUES ('form345', 'elsewhere.txt', $1, 'r', 'm')",
    [first],
  );
  expect(await port.previewCopy(id, copy)).toMatchObject({ problem: null });
  expect(await port.attach(id, copy, "user:1")).toMatchObject({ resolved: [id], refused: [] });
  const entries = await store.pool.query("SELECT action, after->>'result' AS result FROM audit_log");
  expect(entries.rows).toEqual([{ action: "quarantine.attach", result: "stored" }]);
  expect(await states("form345")).toEqual([
    [first, "resolved"],
    [first, "resolved"],
    [second, "open"],
  ]);
});

it("a filing that is loaded from a file of its own resolves its refusal in another file", async () => {
  await ingest("form345", "second.txt", submission({ accession: second }).toString());
  expect((await states("form345")).find(([id]) => id === second)).toEqual([second, "resolved"]);
});

it("reports of Congress are compared by the id that the page itself names", async () => {
  const id = await firstRefusal("senate");
  const wrong = await copyOf(`${uuid(1)}.html`, page(uuid(2), 1));
  expect(await port.previewCopy(id, wrong)).toMatchObject({ refusedDocument: uuid(1), problem: expect.any(String) });
  await expect(port.attach(id, wrong, "user:1")).rejects.toThrow("another document");
  const right = await copyOf("saved.html", page(uuid(1), 1));
  expect((await port.previewCopy(id, right)).question).toMatch(
    `Attach saved.html (report ${uuid(1)}, Periodic Transaction Report for 02/20/2025, The Honorable Ada B Marlowe (Marlowe, Ada B.), filed 2025-02-20) to ${uuid(1)}?`,
  );
  expect(await port.attach(id, right, "user:1")).toMatchObject({ resolved: [id] });
});
