// The pages as they are sent: landing page, documentation, the documents of the applications, and the built files with their names for good.
import { brotliDecompressSync } from "node:zlib";
import { Router } from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import openApi from "../../rest/generated/openapi.json" with { type: "json" };
import { createHttpServer, type HttpServer } from "../../src/http/server.ts";
import { readBuilt, serveAssets } from "../../src/pages/built.ts";
import type { Facts } from "../../src/pages/facts.ts";
import type { OpenApi } from "../../src/pages/openapi-shape.ts";
import { createPages } from "../../src/pages/pages.ts";
import { readText, texts } from "../../src/pages/texts.ts";

const facts: Facts = {
  plans: [
    {
      name: "Free",
      pricePerMonth: 0,
      perMinute: 60,
      perDay: 5,
      perMonth: 155,
      bytesPerDay: 100_000_000,
      commercialUse: false,
    },
    {
      name: "Max",
      pricePerMonth: 500,
      perMinute: 300,
      perDay: 500_000,
      perMonth: 15_500_000,
      bytesPerDay: 500_000_000_000,
      commercialUse: true,
    },
  ],
  example: {
    data: [{ filing_date: "2026-11-20", insider_name: "<img src=x onerror=alert(1)>", price: 1.5 }],
    pagination: { page: 1, pageSize: 1, total: 1536, totalPages: 1536 },
    meta: { data_version: "2", as_of: "2026-11-21T11:58:19.681Z", sample: true },
  },
  samples: {
    parameters: {
      "/trades/{id}": { id: "<i>7</i>" },
      "/insider/{cik}": { cik: "0009990002" },
      "/politicians/{bioguideId}": { bioguideId: "Z000901" },
    },
    dataVersion: "2",
    insiderName: "fabulo",
    ticker: "INVL",
    memberName: "inventa",
  },
};

let http: HttpServer;
let base: string;
let requested = 0;

async function listen(dev: boolean): Promise<[HttpServer, string]> {
  const built = readBuilt();
  const server = createHttpServer({
    facade: Router(),
    readiness: async () => ({ problems: [], lacking: [] }),
    pages: createPages({
      built,
      version: "1.2.3",
      publicUrl: () => "https://api.example.org/",
      facts: async () => {
        requested++;
        return facts;
      },
      openApi: openApi as unknown as OpenApi,
      dev,
    }),
    assets: serveAssets(built),
    log: { info: () => {}, error: () => {} },
    limitsWithoutKey: () => ({}),
    trustProxy: [],
    shutdownGraceMs: 100,
  });
  return [server, `http://127.0.0.1:${await server.listen(0, "127.0.0.1")}`];
}

beforeAll(async () => {
  [http, base] = await listen(false);
});
afterAll(() => http.close());

const page = (path: string) => fetch(base + path, { headers: { accept: "text/html,*/*;q=0.8" } });

describe("the landing page", () => {
  test("for programs as JSON: base URL, sample, statute", async () => {
    const json = (await (await fetch(base)).json()) as Record<string, unknown>;
    expect(json).toMatchObject({ name: "Disclosed", baseUrl: "https://api.example.org/api/v1", sample: true });
    expect(json.congressionalData).toContain("13107(c)");
  });

  test("for people: a call with its answer, freshness, plans, the ways on; what was ingested stays text", async () => {
    const text = await (await page("/")).text();
    for (const words of [
      "https://api.example.org/api/v1/trades",
      "2026-11-21 11:58 UTC",
      "1,536",
      "$500",
      "invented",
      "13107(c)",
    ])
      expect(text).toContain(words);
    for (const href of ["/sign-up", "/docs/quickstart", "/sign-in"]) expect(text).toContain(`href="${href}"`);
    expect(text).not.toContain("<img");
    expect(text).toContain("&lt;img src=x");
  });

  test("anonymous callers cannot make it query the store repeatedly", async () => {
    requested = 0;
    await Promise.all(Array.from({ length: 20 }, () => page("/")));
    expect(requested).toBeLessThanOrEqual(1);
  });
});

describe("the documentation", () => {
  const paths = ["/docs/reference", "/docs/guides", ...Object.keys(texts).map((name) => `/docs/${name}`)];

  test.each(paths)("%s is whole: nothing inline, nothing from elsewhere, no placeholder left", async (path) => {
    const response = await page(path);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/<h1[ >]/);
    expect(text).not.toMatch(/<script(?![^>]* src="\/assets\/)|<style|\sstyle="|\son\w+="|\{\{|undefined|\[object/);
    expect([...text.matchAll(/(?:src|href)="(https?:[^"]+)"/g)].map(([, address]) => address)).toEqual([]);
  });

  test("every link within leads somewhere", async () => {
    const broken: string[] = [];
    for (const path of ["/", ...paths]) {
      const text = await (await page(path)).text();
      for (const [, href = ""] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const [target = "", anchor] = href.split("#");
        const there = target === "" ? text : await (await page(target)).text();
        if (/^\/(api|readyz)/.test(target)) continue;
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

  test("the guide of questions names what the store has", async () => {
    const text = await (await page("/docs/guides/questions")).text();
    for (const name of ["ticker=INVL", "/companies/INVL", "/insider/0009990002", "/politicians/Z000901"])
      expect(text).toContain(name);
    for (const name of ["insiderName=fabulo", "politician=inventa"]) expect(text).toContain(name);
  });

  test("the reference has every endpoint, parameter, status and object of the contract", async () => {
    const text = await (await page("/docs/reference")).text();
    for (const { get } of Object.values((openApi as unknown as OpenApi).paths)) {
      expect(text).toContain(`id="${get.operationId}"`);
      for (const { name } of get.parameters ?? []) expect(text).toContain(`id="${get.operationId}-${name}"`);
    }
    for (const name of Object.keys(openApi.components.schemas)) expect(text).toContain(`id="object-${name}"`);
    for (const status of Object.keys(openApi.components.responses)) expect(text).toContain(`id="error-${status}"`);
  });

  test("the forms that send requests are for development", async () => {
    expect(await (await page("/docs/reference")).text()).not.toContain('class="try"');
    const [development, address] = await listen(true);
    const text = await (await fetch(`${address}/docs/reference`)).text();
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

describe("the applications' documents", () => {
  test.each(["/account", "/account/keys", "/sign-up", "/sign-in", "/reset", "/admin", "/admin/audit"])(
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
    "%s is 404, with the page that says so",
    async (path) => {
      const response = await page(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('id="root"');
    },
  );

  test("a place may end with a slash, and be the page of any one record", async () => {
    for (const path of ["/account/", "/admin/data/", "/admin/data/companies/0000000001", "/admin/ingestion/runs/1"])
      expect((await page(path)).status, path).toBe(200);
  });

  test("other methods are refused", async () => {
    expect((await fetch(`${base}/account`, { method: "POST" })).status).toBe(405);
  });
});

describe("the built files", () => {
  async function addresses(path: string): Promise<string[]> {
    const text = await (await page(path)).text();
    return [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, address = ""]) => address);
  }

  test("are cached permanently under hashed names, in an encoding that the browser accepts", async () => {
    for (const address of await addresses("/account")) {
      const packed = await fetch(base + address, { headers: { "accept-encoding": "gzip, br" } });
      expect(packed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(packed.headers.get("content-encoding")).toBe("br");
      expect(packed.headers.get("vary")).toMatch(/accept-encoding/i);
      const plain = await fetch(base + address, { headers: { "accept-encoding": "identity" } });
      expect(plain.headers.get("content-encoding")).toBeNull();
      expect(await plain.text()).toBe(await packed.text());
    }
    expect((await fetch(`${base}/assets/nothing.js`)).status).toBe(404);
    expect((await fetch(`${base}/assets/..%2f..%2fpackage.json`)).status).toBe(404);
  });

  /** bytes as brotli, as browsers get them */
  async function weight(path: string): Promise<number> {
    const { assets } = readBuilt();
    const files = await addresses(path);
    return files.reduce((sum, address) => sum + (assets.get(address)?.br.length ?? Number.NaN), 0);
  }

  test("the first load of each group of pages is small", async () => {
    expect(await weight("/")).toBeLessThan(10_000);
    expect(await weight("/docs/reference")).toBeLessThan(10_000);
    expect(await weight("/account")).toBeLessThan(250_000);
    expect(await weight("/admin")).toBeLessThan(250_000);
  });

  test("the compressed forms are the files", () => {
    for (const { identity, br } of readBuilt().assets.values())
      expect(brotliDecompressSync(br).equals(identity)).toBe(true);
  });
});
