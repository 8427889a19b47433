// The pages as the server sends them: landing page, status, documentation, search, the documents of the applications.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import openApi from "../../rest/generated/openapi.json" with { type: "json" };
import type { HttpServer } from "../../src/http/server.ts";
import { dataPages } from "../../src/pages/data/paths.ts";
import { endpointPath } from "../../src/pages/reference-endpoint.ts";
import type { OpenApi } from "../../src/pages/reference-schema.ts";
import { readText, texts } from "../../src/pages/texts.ts";
import { listen, status } from "./harness.ts";

/** Whether an address, with its parameters, is that of a data page. */
const isDataPage = (target: string) =>
  dataPages.some(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(target.split("?")[0] ?? ""));

let http: HttpServer;
let base: string;
let factReads = 0;

beforeAll(async () => {
  [http, base] = await listen({ onFacts: () => void factReads++ });
});
afterAll(() => http.close());

const page = (path: string) => fetch(base + path, { headers: { accept: "text/html,*/*;q=0.8" } });

describe("the landing page", () => {
  test("is JSON for programs, with base URL, sample and statute", async () => {
    const json = (await (await fetch(base)).json()) as Record<string, unknown>;
    expect(json).toMatchObject({ name: "Disclosed", baseUrl: "https://api.example.org/api/v1", sample: true });
    expect(json.congressionalData).toContain("13107(c)");
  });

  test("is HTML for people, with a request and its response, rows, plans and links; what was ingested is text", async () => {
    const text = await (await page("/")).text();
    for (const words of [
      "https://api.example.org/api/v1/trades/7?include=outcomes",
      "SEC forms 3, 4, 5: data as of",
      "$500",
      "invented",
      "13107(c)",
      '<a href="/companies/..%2Fx"><bdi>&lt;img',
      '<a href="/insiders/0009990002"><bdi>DOE JANE⟨U+202E⟩',
      '<span title="1,234,567.5">$1.23M</span>',
      '<a href="/politicians/Z000901"><bdi>Ada Inventa</bdi></a> <span class="dim">(D-CA)</span>',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("House reports: data as of");
    for (const href of ["/sign-up", "/docs/quickstart", "/sign-in"]) expect(text).toContain(`href="${href}"`);
    expect(text).not.toContain("<img");
    expect(text).toContain("&lt;img src=x");
  });

  test("shows one purchase with both returns, every point of its score and its document", async () => {
    const text = (await (await page("/")).text()).replace(/\s*\n/g, "");
    expect(text).toContain(
      '<tr><th scope="row">Insider</th><td class="number">–</td><td class="number">–</td><td class="number">+3.2</td></tr>',
    );
    expect(text).toContain(
      '<tr><th scope="row">Follower</th><td class="number">–</td><td class="number">–</td><td class="number">-12.3</td></tr>',
    );
    expect(text).toContain('<tr><th scope="row">late filing</th><td class="number">+5</td></tr>');
    expect(text).toContain('<tr><th scope="row">Score: moderate</th><td class="number">55</td></tr>');
    expect(text).toContain('href="https://www.sec.gov/Archives/edgar/data/1/2.txt"');
    expect(text).toContain("strong 61 % (50 to 71 %, 80 trades)");
  });

  test("reads the store at most once for many anonymous callers", async () => {
    factReads = 0;
    await Promise.all(Array.from({ length: 20 }, () => page("/")));
    expect(factReads).toBeLessThanOrEqual(1);
  });
});

describe("the status page", () => {
  test("shows people what is behind, what is missing, and the month's error budget", async () => {
    const response = await page("/status");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const text = await response.text();
    for (const words of [
      "Behind: SEC forms 3, 4, 5. Without records: Prices.",
      "2026-11-10",
      "1,036",
      "10 of 40,000 requests failed on our side in 2026-11 (0.025 %). The objective is at most 0.1 % in a calendar month: 25 % of the month&#39;s error budget is used.",
    ])
      expect(text).toContain(words);
  });

  test("says that sample data are invented, to people and to programs", async () => {
    const [other, at] = await listen({ isSample: true });
    try {
      const text = await (await fetch(`${at}/status`, { headers: { accept: "text/html" } })).text();
      expect(text).toContain("This service holds sample data");
      const json = (await (await fetch(`${at}/status`)).json()) as { sample?: boolean; message?: string };
      expect(json).toMatchObject({ sample: true, message: expect.stringContaining("invented") });
    } finally {
      await other.close();
    }
    expect(await (await page("/status")).text()).not.toContain("sample data");
  });

  test("is JSON for programs", async () => {
    const json = (await (await fetch(`${base}/status`)).json()) as { sources: unknown[]; availability: unknown };
    expect(json.sources).toEqual(status.sources);
    expect(json.availability).toEqual({
      month: "2026-11",
      requests: 40_000,
      failed_requests: 10,
      failed_pct: 0.025,
      objective_pct: 0.1,
      error_budget_used_pct: 25,
    });
  });
});

test("every page links to the terms, which quote the statute", async () => {
  for (const path of ["/", "/status", "/docs/quickstart", "/terms"])
    expect(await (await page(path)).text()).toContain('href="/terms"');
  expect(await (await page("/terms")).text()).toContain("5 U.S.C. 13107(c)");
});

describe("the documentation", () => {
  const operations = Object.values((openApi as unknown as OpenApi).paths).map(({ get }) => get);
  const reference = ["/docs/reference", "/docs/reference/objects", ...operations.map(endpointPath)];
  const paths = [
    ...reference,
    "/docs/guides",
    "/docs/search?q=paging",
    ...Object.keys(texts).map((name) => `/docs/${name}`),
  ];

  test.each(paths)("%s has nothing inline, nothing from other sites, and no placeholder", async (path) => {
    const response = await page(path);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/<h1[ >]/);
    expect(text).not.toMatch(/<script(?![^>]* src="\/assets\/)|<style|\sstyle="|\son\w+="|\{\{|undefined|\[object/);
    expect([...text.matchAll(/(?:src|href)="(https?:[^"]+)"/g)].map(([, address]) => address)).toEqual([]);
  });

  test("every internal link leads to a page and an anchor that exist", async () => {
    const broken: string[] = [];
    for (const path of ["/", ...paths]) {
      const text = await (await page(path)).text();
      for (const [, href = ""] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const [target = "", anchor] = href.split("#");
        // the API, the publishers, and pages that need a store: data pages are those of test/people/public-pages.test.ts
        if (/^(\/(api|readyz|sign-)|https:)/.test(target) || isDataPage(target)) continue;
        const there = target === "" ? text : await (await page(target)).text();
        if (there.includes('"Not found"') || (anchor && !there.includes(`id="${anchor}"`)))
          broken.push(`${path}: ${href}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test("a guide that uses a client links to the page that says how to get it, and links stay within the pages", async () => {
    const guides = await Promise.all(Object.entries(texts).map(async ([name, text]) => [name, await readText(text)]));
    const using = guides.filter(([name, text = ""]) => name !== "guides/clients" && text.includes("import Client"));
    expect(using.length).toBeGreaterThan(4);
    for (const [name, text] of using) expect(text, name).toContain("](/docs/guides/clients");
    for (const way of ["pip install", "npm pack", ".postman_collection.json", "/docs/guides/mcp"])
      expect(await (await page("/docs/guides/clients")).text()).toContain(way);
    for (const path of paths) expect(await (await page(path)).text(), path).not.toMatch(/<a [^>]*href="(?!\/|#)[^"]*"/);
  });

  test("the guide to questions uses names that the store has", async () => {
    const text = await (await page("/docs/guides/questions")).text();
    for (const name of ["ticker=INVL", "/companies/INVL", "/insider/0009990002", "/politicians/Z000901"])
      expect(text).toContain(name);
    for (const name of ["insiderName=fabulo", "politician=inventa"]) expect(text).toContain(name);
  });

  test("the reference has every endpoint, parameter, status and object of the contract", async () => {
    const overview = await (await page("/docs/reference")).text();
    const shared = [...overview.matchAll(/id="shared-(\w+)"><code>/g)].map(([, name]) => name);
    expect(shared.sort()).toEqual(["dataVersion", "fields", "format", "order", "page", "pageSize"]);
    for (const operation of operations) {
      const text = await (await page(endpointPath(operation))).text();
      expect(overview).toContain(`<a href="${endpointPath(operation)}"><code>`);
      for (const { name } of operation.parameters ?? [])
        expect(text).toMatch(new RegExp(`id="${operation.operationId}-${name}"|href="/docs/reference#shared-${name}"`));
      for (const status of Object.keys(operation.responses).filter((code) => Number(code) >= 400))
        expect(text).toContain(`href="/docs/reference#error-${status}"`);
    }
    const objects = await (await page("/docs/reference/objects")).text();
    for (const name of Object.keys(openApi.components.schemas)) expect(objects).toContain(`id="object-${name}"`);
    for (const status of Object.keys(openApi.components.responses)) expect(overview).toContain(`id="error-${status}"`);
  });

  test("an endpoint shows the response of this store as text, or else the example of the contract", async () => {
    const list = await (await page("/docs/reference/list-insiders")).text();
    expect(list).toContain("Response of this service");
    expect(list).toContain("DOE\\u202e &lt;b&gt;");
    expect(list).toContain("/api/v1/insiders?pageSize=1");
    const usage = await (await page("/docs/reference/get-usage")).text();
    expect(usage).toContain("Example response");
  });

  test("the search finds sections and endpoints, also with a typing error, and shows a query as text", async () => {
    const first = async (query: string) => {
      const text = await (await page(`/docs/search?q=${encodeURIComponent(query)}`)).text();
      return /<ol><li><a href="([^"]+)"/.exec(text)?.[1];
    };
    expect(await first("etag")).toMatch(/^\/docs\/guides\/caching/);
    expect(await first("late-filings")).toBe("/docs/reference/list-late-filings");
    expect(await first("pagng")).toMatch(/^\/docs\/guides\/paging/);
    const nothing = await (await page("/docs/search?q=%3Cscript%3Ezzz")).text();
    expect(nothing).toContain("Nothing was found for <bdi>&lt;script&gt;zzz</bdi>");
  });

  test("every result of the search leads to a heading that exists", async () => {
    const entries = (await (await fetch(`${base}/docs/search.json`)).json()) as { id: string }[];
    expect(entries.length).toBeGreaterThan(150);
    const broken: string[] = [];
    for (const { id } of entries) {
      const [path = "", anchor] = id.split("#");
      const response = await page(path);
      const text = await response.text();
      if (response.status !== 200 || (anchor && !text.includes(`id="${anchor}"`))) broken.push(id);
    }
    expect(broken).toEqual([]);
  });

  test("endpoints have forms that send requests only in development", async () => {
    expect(await (await page("/docs/reference/list-trades")).text()).not.toContain('class="try"');
    const [development, address] = await listen({ dev: true });
    const text = await (await fetch(`${address}/docs/reference/list-trades`)).text();
    await development.close();
    expect(text).toContain('data-path="/api/v1/trades"');
  });

  test("/llms.txt is one text with absolute links", async () => {
    const response = await fetch(`${base}/llms.txt`);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
    const text = await response.text();
    for (const name of ["limits", "clients", "mcp"])
      expect(text).toContain(`https://api.example.org/docs/guides/${name}`);
    expect(text).not.toMatch(/\]\(\/|\{\{/);
  });
});

describe("the documents of the applications", () => {
  test.each(["/account", "/account/keys", "/admin", "/admin/audit"])(
    "%s is 200 for an anonymous caller, never cached, with the policy's nonce",
    async (path) => {
      const response = await page(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      const nonce = /'nonce-([\w-]+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
      expect(nonce).toBeTruthy();
      expect(await response.text()).toContain(`nonce="${nonce}"`);
    },
  );

  test.each(["/account/nope", "/admin/nope", "/admin/accounts/1/nope", "/admin/data/trades/1"])(
    "%s is 404, with the application, which says so",
    async (path) => {
      const response = await page(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('id="root"');
    },
  );

  test("a path may end with a slash or with the id of a record", async () => {
    for (const path of ["/account/", "/admin/quality/", "/admin/quarantine/1", "/admin/ingestion/runs/1"])
      expect((await page(path)).status, path).toBe(200);
  });

  test("other methods are refused", async () => {
    expect((await fetch(`${base}/account`, { method: "POST" })).status).toBe(405);
  });
});
