// Every sample of every page of the documentation, pasted against the very service that shows it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey } from "../../src/accounts/keys.ts";
import { texts } from "../../src/pages/texts.ts";
import { syncReference } from "../../src/store/reference.ts";
import type { TestStore } from "../support/database.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { startPeople, type TestService } from "./harness.ts";

let store: TestStore;
let service: TestService;
let key: string;

beforeAll(async () => {
  store = await createSeededStore();
  await syncReference(store);
  const account = await createAccount(store, { email: "reader@example.org", plan: "max", actor: "tests" });
  ({ key } = await createKey(store, { account: account.email, actor: "tests" }));
  service = await startPeople({}, store);
});
afterAll(async () => {
  await service.close();
  await store.close();
});

const paths = ["/", "/docs/reference", ...Object.keys(texts).map((name) => `/docs/${name}`), "/llms.txt"];
const entities: Record<string, string> = {
  "&quot;": '"',
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&#39;": "'",
  "&#x27;": "'",
};

/** The addresses of the API in the code of a page, as they would be pasted. */
async function samplesOf(path: string): Promise<string[]> {
  const response = await fetch(service.base + path, { headers: { accept: "text/html" } });
  const text = await response.text();
  const blocks = [...text.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, code = ""]) => code);
  const code = (path === "/llms.txt" ? [text] : blocks).join("\n").replace(/<[^>]*>/g, "");
  const plain = code.replace(/&(?:quot|amp|lt|gt|#39|#x27);/g, (entity) => entities[entity] ?? entity);
  const addresses = plain.match(/https?:\/\/[^\s"'`\\]+\/api\/v1\/[^\s"'`\\)]*/g) ?? [];
  return [...new Set(addresses)].filter((address) => address.startsWith(service.base));
}

/** An example of a ready-made file: this store offers none (test/rest has the downloads). */
const isFile = (answer: string) => /^404 \/api\/v1\/exports\/trades-\d{4}-\d\d-[0-9a-f]{16}\.parquet$/.test(answer);

test.each(paths)("%s", async (path) => {
  const answers: string[] = [];
  for (const address of await samplesOf(path)) {
    const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
    answers.push(`${response.status} ${address.slice(service.base.length)}`);
    await response.arrayBuffer();
  }
  expect(answers.filter((answer) => !answer.startsWith("200 ") && !isFile(answer))).toEqual([]);
  if (path === "/docs/reference") expect(answers.length).toBeGreaterThan(12);
});
