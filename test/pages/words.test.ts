// What people read on the pages of the server, as one small file for each page in test/pages/words: read the difference aloud
// before you commit it. UPDATE_GOLDENS=1 writes the files. Pages that the browser renders: test/browser/words.slow.test.ts.
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import type { HttpServer } from "../../src/http/server.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { readBuilt } from "../../src/pages/built.ts";
import { errorPage } from "../../src/pages/error-page.ts";
import { signInPage } from "../../src/pages/form-pages.ts";
import type { SignInPage } from "../../src/ports/requests.ts";
import { listen } from "./harness.ts";
import { expectPages, expectWords, linesOf } from "./lines.ts";

const folder = join(packageRoot, "test/pages/words");
const built = readBuilt();
let http: HttpServer;
let base: string;

beforeAll(async () => {
  [http, base] = await listen();
});
afterAll(() => http.close());

const titleOf = (document: string) => `title: ${/<title>(.*?)<\/title>/s.exec(document)?.[1]}\n`;
const mainOf = (document: string) => /<main\b.*<\/main>/s.exec(document)?.[0] ?? "";
const words = (document: string) => titleOf(document) + linesOf(mainOf(document));

async function documentAt(path: string): Promise<string> {
  return (await fetch(base + path, { headers: { accept: "text/html" } })).text();
}

const rules: SignInPage["rules"] = { signUp: "open", passwordLength: { min: 10, max: 128 }, mail: false };
const form = (page: Omit<SignInPage, "rules">, signUp: SignInPage["rules"]["signUp"] = "open") =>
  signInPage(built, "1.2.3", { ...page, rules: { ...rules, signUp } }, null);
const failure = { message: "Wrong e-mail or password" };
const refusal = (status: number, message: string, retryAfter?: number) =>
  errorPage(built, "1.2.3", { status, message, path: "/some/path", requestId: "5f0c2f9e", retryAfter });

/** name of the file -> the words of a page */
const pages: Record<string, () => string | Promise<string>> = {
  landing: async () => words(await documentAt("/")),
  frame: async () => linesOf((await documentAt("/docs/guides")).replace(/<main\b.*<\/main>/s, "")),
  status: async () => words(await documentAt("/status")),
  "docs-guides": async () => words(await documentAt("/docs/guides")),
  "docs-search": async () => words(await documentAt("/docs/search")),
  "docs-search-results": async () => words(await documentAt("/docs/search?q=etag")),
  "docs-search-nothing": async () => words(await documentAt("/docs/search?q=zzzz")),
  "docs-endpoint": async () => words(await documentAt("/docs/reference/list-committees")),
  "sign-in": () => words(form({ form: "sign-in" })),
  "sign-in-refused": () => words(form({ form: "sign-in", failure: { ...failure, retryAfter: 1 } })),
  "sign-in-code": () => words(form({ form: "sign-in-code" })),
  "sign-up": () => words(form({ form: "sign-up" })),
  "sign-up-approval": () => words(form({ form: "sign-up" }, "approval")),
  "sign-up-waiting": () => words(form({ form: "sign-up", done: "waiting" }, "approval")),
  "sign-up-closed": () => words(form({ form: "sign-up" }, "closed")),
  reset: () => words(form({ form: "reset" })),
  "reset-done": () => words(form({ form: "reset", done: "password_changed" })),
  "forgot-password": () => words(form({ form: "forgot-password" })),
  "error-401": () => words(refusal(401, "Sign in first")),
  "error-403": () => words(refusal(403, "This request did not come from a page of this service")),
  "error-404": () => words(refusal(404, "Not found")),
  "error-405": () => words(refusal(405, "Method not allowed")),
  "error-429": () => words(refusal(429, "Too many attempts; try again later", 7)),
  "error-500": () => words(refusal(500, "Internal server error")),
  "error-503": () => words(refusal(503, "Service temporarily unavailable", 5)),
};

test.each(Object.keys(pages))("the words of %s are those of its file", async (name) =>
  expectWords(folder, name, (await pages[name]?.()) ?? ""),
);

test("each file belongs to a page", () => expectPages(folder, Object.keys(pages)));
