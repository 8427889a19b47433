// The TypeScript client against a running service, and its package, packed, installed and used as its README describes.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { download } from "../../clients/typescript/src/download.ts";
import { createDisclosed, DisclosedError, type RowOf } from "../../clients/typescript/src/index.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { insiders } from "../support/seed.ts";
import { type Service, startSeededService } from "../support/service.ts";
import { codeBlocks, output } from "./examples.ts";
import { type FlakyProxy, openFlakyProxy } from "./flaky-client.ts";
import { addReadyMade, content } from "./ready-made.ts";

const folder = join(packageRoot, "clients/typescript");
let service: Service;
let proxy: FlakyProxy;
let exportsFolder: string;
let readyMade: string;

beforeAll(async () => {
  exportsFolder = await mkdtemp(join(tmpdir(), "disclosed-exports-"));
  service = await startSeededService({ exportsFolder, streams: {} });
  readyMade = await addReadyMade(service, exportsFolder);
  proxy = await openFlakyProxy(service.base);
});
beforeEach(() => {
  proxy.next = [];
  proxy.requests = [];
});
afterAll(async () => {
  await proxy.close();
  await service.stop();
  await rm(exportsFolder, { recursive: true });
});

const newKey = async (plan = "max") => (await service.newKey(plan)).key;
const leftToday = (response: Response) => Number(response.headers.get("X-DailyLimit-Remaining"));

describe("the client", () => {
  it("reads all pages of a list and yields their rows", async () => {
    const apiKey = await newKey();
    const disclosed = createDisclosed({ apiKey, url: `${service.base}/` });
    const ids: number[] = [];
    for await (const trade of disclosed.rows("/trades", { pageSize: 7, includeDerivative: true })) ids.push(trade.id);
    const { body } = await service.get("/api/v1/trades?pageSize=100&includeDerivative=true", apiKey);
    expect(body.pagination.totalPages).toBe(1);
    expect(ids).toEqual(body.data.map(({ id }: { id: number }) => id));
    expect(ids.length).toBeGreaterThan(7);
    let pages = 0;
    for await (const page of disclosed.pages("/politician-trades", { politicianId: "Z999999" })) {
      expect(page.pagination.total).toBe(0);
      pages++;
    }
    expect(pages).toBe(1);
  });

  it("gets one record, and accepts path parameters together with those of the query", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: service.base });
    const { data } = await disclosed.get("/insider/{cik}", { cik: insiders.hargrove });
    expect(data.cik).toBe(insiders.hargrove);
    const positions = disclosed.rows("/insider/{cik}/holdings", { cik: insiders.hargrove, pageSize: 1 });
    for await (const position of positions) expect(position.insider_cik).toBe(insiders.hargrove);
    expect((await disclosed.get("/usage")).data.plan).toBe("max");
    // @ts-expect-error the CIK is required
    await expect(disclosed.get("/insider/{cik}")).rejects.toThrow(DisclosedError);
  });

  it("returns rows whose type has the selected fields", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: service.base });
    const picked = { fields: ["ticker", "outcomes.return_30d_pct", "joint_insiders.name"], pageSize: 100 } as const;
    const { data } = await disclosed.get("/trades", picked);
    expect(data.length).toBeGreaterThan(1);
    for (const row of data) {
      expect(Object.keys(row).sort()).toEqual(["joint_insiders", "outcomes", "ticker"]);
      const ticker: string | null = row.ticker;
      const month: number | null | undefined = row.outcomes?.return_30d_pct;
      const names: string[] = row.joint_insiders.map(({ name }) => name);
      expect([ticker, month, names]).toBeDefined();
      // @ts-expect-error it was not requested
      expect(row.value).toBeUndefined();
      // @ts-expect-error nor was this one
      expect(row.outcomes?.status).toBeUndefined();
    }
    // @ts-expect-error no row has such a field
    await expect(disclosed.rows("/trades", { fields: ["tickr"] }).next()).rejects.toThrow(/nearest: ticker/);
    for await (const { value } of disclosed.rows("/trades", { fields: ["value"] })) {
      const dollars: number | null = value;
      expect(dollars).not.toBeUndefined();
      break;
    }
  });

  it("types parameters with few values as these values, and accepts any string for others", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: service.base });
    type Trade = RowOf<"/trades">;
    const tier: "strong" | "moderate" | "weak" | "noise" | undefined = (undefined as Trade | undefined)?.signal_tier;
    expect(tier).toBeUndefined();
    // a value as responses have it, and in the short form
    for (const tradeTypes of [["P - Purchase"], ["p"]] satisfies string[][])
      expect((await disclosed.get("/trades", { tradeTypes })).pagination.total).toBeGreaterThan(0);
    // only the values of parameters and responses; amounts, ids and days may be numbers
    const members = { chamber: "House", party: "R", tradeType: "Sale (Full)", minValue: 1000 } as const;
    await disclosed.get("/politician-trades", members);
    await disclosed.get("/companies", { sort: "netValue", window: 30 });
    // @ts-expect-error not a chamber
    await expect(disclosed.get("/politicians", { chamber: "hous" })).rejects.toThrow(/must be one of house, senate/);
    // @ts-expect-error a list without files
    await expect(disclosed.get("/exports", { list: "committees" })).rejects.toThrow(/must be one of/);
    // @ts-expect-error the contract has no such sort
    await expect(disclosed.get("/trades", { sort: "prize" })).rejects.toThrow(/sort must be one of/);
  });

  it("reads later pages at the data version of the first one", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: proxy.url });
    const pages = disclosed.pages("/trades", { pageSize: 2 });
    const first = await pages.next();
    await pages.next();
    const { data_version: version } = first.value?.meta ?? {};
    expect(proxy.requests.at(-1)).toContain(`dataVersion=${version}`);
    await pages.return();
  });

  it("revalidates with the ETag: the same response is not charged to the daily limit", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: service.base });
    const get = () => disclosed.GET("/trades", { params: { query: { tradeTypes: ["P", "S"], pageSize: 2 } } });
    const first = await get();
    const second = await get();
    expect(second.data).toEqual(first.data);
    expect(second.data?.data).toHaveLength(2);
    expect(second.response.status).toBe(200);
    expect(leftToday(second.response)).toBe(leftToday(first.response));
    const uncached = createDisclosed({ apiKey: await newKey(), url: service.base, cachedResponses: 0 });
    const before = await uncached.GET("/clusters");
    const after = await uncached.GET("/clusters");
    expect(leftToday(after.response)).toBe(leftToday(before.response) - 1);
  });

  it("caches at most the configured number of responses, the most recently used ones", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: service.base, cachedResponses: 1 });
    const left = async (page: number) =>
      leftToday((await disclosed.GET("/trades", { params: { query: { page } } })).response);
    const start = await left(1);
    expect([await left(1), await left(2), await left(1)]).toEqual([start, start - 1, start - 2]);
  });

  it("retries after the wait of Retry-After, and after a network failure", async () => {
    const waits: { seconds: number; reason: string }[] = [];
    const disclosed = createDisclosed({
      apiKey: await newKey(),
      url: proxy.url,
      retry: { onWait: ({ seconds, reason }) => waits.push({ seconds, reason }) },
    });
    proxy.next = [
      { status: 429, headers: { "Retry-After": "1" } },
      "cut",
      { status: 503, headers: { "Retry-After": "0" } },
    ];
    const started = performance.now();
    expect((await disclosed.GET("/usage")).data?.data.plan).toBe("max");
    // a timer may fire a fraction of a millisecond early
    expect(performance.now() - started).toBeGreaterThan(990);
    expect(proxy.requests).toHaveLength(4);
    expect(waits).toEqual([
      { seconds: 1, reason: "HTTP 429" },
      { seconds: expect.any(Number), reason: "the network failed" },
      { seconds: 0, reason: "HTTP 503" },
    ]);
    expect(waits[1]?.seconds).toBeGreaterThanOrEqual(1);
  });

  it("gives up after its attempts, and immediately for errors that no short wait resolves", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: proxy.url, retry: { attempts: 2 } });
    proxy.next = [1, 2, 3].map(() => ({ status: 503, headers: { "Retry-After": "0" } }));
    expect((await disclosed.GET("/usage")).response.status).toBe(503);
    expect(proxy.requests).toHaveLength(2);
    proxy.next = [{ status: 429, headers: { "Retry-After": "3600" } }];
    expect((await disclosed.GET("/usage")).response.status).toBe(429);
    proxy.next = [{ status: 401 }];
    expect((await disclosed.GET("/usage")).response.status).toBe(401);
    expect(proxy.requests).toHaveLength(4);
  });

  it("stops waiting when its signal aborts", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: proxy.url });
    proxy.next = [{ status: 503, headers: { "Retry-After": "60" } }];
    await expect(disclosed.GET("/usage", { signal: AbortSignal.timeout(100) })).rejects.toThrow(/timeout/i);
    expect(proxy.requests).toHaveLength(1);
  });

  it("throws the API's error for a refused page, also when the daily limit is used up", async () => {
    const apiKey = await newKey("free");
    const disclosed = createDisclosed({ apiKey, url: service.base });
    const first = (query: object) => disclosed.rows("/trades", query).next();
    // @ts-expect-error the contract has no such parameter
    disclosed.rows("/trades", { tickers: ["AAPL"] });
    await expect(first({ tickers: ["AAPL"] })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/tickers is not a known parameter/),
      requestId: expect.any(String),
    });
    for (let n = 0; n < 5; n++) await service.get("/api/v1/trades/1", apiKey);
    const refused = await first({}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DisclosedError);
    expect(refused).toMatchObject({ status: 429, body: { limitType: "daily" }, retryAfter: expect.any(Number) });
  });
});

describe("files", () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "disclosed-files-"));
  });
  afterEach(() => rm(home, { recursive: true }));

  const listed = async (client: ReturnType<typeof createDisclosed>) => {
    const { data } = await client.get("/exports", { list: "trades" });
    const file = data.find(({ name }) => name === readyMade);
    if (!file) throw new Error("the file is not listed");
    return file;
  };
  const downloads = () => proxy.requests.filter((line) => line.includes("/exports/"));

  it("a ready-made file is fetched once, resumed after an interruption, and verified", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: proxy.url });
    const file = await listed(disclosed);
    const to = join(home, "trades.ndjson");
    proxy.next = ["half"];
    await disclosed.download(file, to);
    expect((await readFile(to)).equals(content)).toBe(true);
    expect(await readdir(home)).toEqual(["trades.ndjson"]);
    expect(downloads()).toHaveLength(2);
    const { file_bytes: bytes } = (await disclosed.get("/usage")).data;
    // the half that was received is charged, and what was already sent
    expect(bytes.used).toBeLessThan(content.length * 2);
    await disclosed.download(file, to);
    expect(downloads()).toHaveLength(2);
    // a part of an earlier run
    const part = join(home, `other.ndjson.${file.sha256.slice(0, 16)}.part`);
    await writeFile(part, content.subarray(0, content.length - 10));
    await disclosed.download(file, join(home, "other.ndjson"));
    expect((await disclosed.get("/usage")).data.file_bytes.used).toBe(bytes.used + 10);
    // a part with other bytes
    await writeFile(join(home, `bad.ndjson.${file.sha256.slice(0, 16)}.part`), "x".repeat(content.length - 5));
    await expect(disclosed.download(file, join(home, "bad.ndjson"))).rejects.toThrow(/does not match its SHA-256/);
    expect((await readdir(home)).sort()).toEqual(["other.ndjson", "trades.ndjson"]);
  });

  it("gives up a download whose responses always end short", async () => {
    const file = await listed(createDisclosed({ apiKey: await newKey(), url: service.base }));
    let sent = 0;
    const send = async () => {
      sent++;
      return new Response("", { status: 206 });
    };
    const refused = download({ send, attempts: 3, base: service.base, headers: {} }, file, join(home, "short.ndjson"));
    await expect(refused).rejects.toThrow(/ended before/);
    expect(sent).toBe(3);
  });

  it("reports an insufficient daily byte budget, and retains the downloaded part", async () => {
    const { key, accountId } = await service.newKey("free");
    const disclosed = createDisclosed({ apiKey: key, url: service.base });
    const file = await listed(disclosed);
    await service.store.pool.query(
      `INSERT INTO download_days (account_id, day, bytes) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 99999990)`,
      [accountId],
    );
    const to = join(home, "trades.ndjson");
    await writeFile(`${to}.${file.sha256.slice(0, 16)}.part`, content.subarray(0, 100));
    await expect(disclosed.download(file, to)).rejects.toMatchObject({
      status: 429,
      message: expect.stringMatching(/Daily limit of 100000000 bytes of files/),
      body: { unit: "bytes" },
    });
    expect(await readdir(home)).toHaveLength(1);
  });

  it("a list is read as text page by page, and saved as a file with one header line", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: proxy.url });
    const { body } = await service.get("/api/v1/trades?pageSize=100", await newKey());
    const total = body.pagination.total;
    const ids: number[] = [];
    proxy.next = ["half"];
    for await (const text of disclosed.tables("/trades", { format: "ndjson", pageSize: 7 }))
      ids.push(...text.split("\n").flatMap((line) => (line ? [JSON.parse(line).id] : [])));
    expect(ids).toHaveLength(total);
    const to = join(home, "trades.csv");
    await disclosed.save("/trades", to, { fields: ["id", "ticker"], pageSize: 7 });
    const lines = (await readFile(to, "utf8")).split("\r\n");
    expect(lines[0]).toBe("id,ticker");
    expect(lines.slice(1, -1).map((line) => Number(line.split(",")[0]))).toEqual(ids);
    // @ts-expect-error the contract has no such parameter
    await expect(disclosed.save("/trades", join(home, "wrong.csv"), { tickers: "A" })).rejects.toThrow(/tickers/);
    expect((await readdir(home)).sort()).toEqual(["trades.csv"]);
  });
});

describe("the package", () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "disclosed-client-"));
    await writeFile(join(home, "package.json"), "{}");
    const [block = ""] = await codeBlocks(join(folder, "README.md"), "sh");
    const [pack = "", install = ""] = block.replaceAll("~", home).split("\n");
    // without the settings of the npm that runs the tests; `npm ci` has put the client's dependencies into npm's cache
    const env = { HOME: process.env.HOME, npm_config_prefer_offline: "true" };
    await output("sh", ["-c", pack], { cwd: packageRoot, env });
    await output("sh", ["-c", install], { cwd: home, env });
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  it("runs every example of its README and of the guide", async () => {
    const sources = [join(folder, "README.md"), join(packageRoot, "docs/guides/clients.md")];
    const examples = (await Promise.all(sources.map((source) => codeBlocks(source, "js")))).flat();
    expect(examples.length).toBeGreaterThan(5);
    const env = { DISCLOSED_API_KEY: await newKey(), DISCLOSED_URL: service.base };
    for (const [index, example] of examples.entries()) {
      const file = join(home, `example-${index}.mjs`);
      await writeFile(file, example);
      expect(await output(process.execPath, [file], { cwd: home, env })).not.toBe("");
    }
  });
});
