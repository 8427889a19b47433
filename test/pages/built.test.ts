// The built files that pages link to: their hashed names, their encodings, their sizes.
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HttpServer } from "../../src/http/server.ts";
import { readBuilt } from "../../src/pages/built.ts";
import { listen } from "./harness.ts";

let http: HttpServer;
let base: string;

beforeAll(async () => {
  [http, base] = await listen();
});
afterAll(() => http.close());

const page = (path: string) => fetch(base + path, { headers: { accept: "text/html,*/*;q=0.8" } });

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

  /** bytes in brotli, as browsers receive them */
  async function sizeOf(path: string): Promise<number> {
    const { assets } = readBuilt();
    const files = await addresses(path);
    return files.reduce((sum, address) => sum + (assets.get(address)?.br.length ?? Number.NaN), 0);
  }

  test("are small for the first load of each group of pages", async () => {
    expect(await sizeOf("/")).toBeLessThan(10_000);
    expect(await sizeOf("/docs/reference")).toBeLessThan(10_000);
    // the search: its script, which is loaded when the field is used, and its index
    const scripts = [...readBuilt().assets].filter(([, { identity }]) => identity.includes("combineWith"));
    expect(scripts).toHaveLength(1);
    const index = await fetch(`${base}/docs/search.json`, { headers: { "accept-encoding": "br" } });
    const bytes = Number(index.headers.get("content-length"));
    expect(bytes + (scripts[0]?.[1].br.length ?? Number.NaN)).toBeLessThan(60_000);
    expect(await sizeOf("/account")).toBeLessThan(250_000);
    expect(await sizeOf("/admin")).toBeLessThan(250_000);
  });

  test("are the same when decompressed", () => {
    for (const { identity, br } of readBuilt().assets.values())
      expect(brotliDecompressSync(br).equals(identity)).toBe(true);
  });
});
