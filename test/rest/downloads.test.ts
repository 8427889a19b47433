// GET /exports/{name}: files as a whole and in ranges, the bytes of the day, counted as they are sent, and names of no file.
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, expect, it } from "vitest";
import { formats } from "../../src/export/formats.ts";
import { type Service, startSeededService } from "../support/service.ts";
import { until } from "../support/until.ts";

const folder = mkdtempSync(join(tmpdir(), "disclosed-downloads-"));
let service: Service;
beforeAll(async () => {
  service = await startSeededService({ exportsFolder: folder, cacheBytes: 1_000_000 });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** A file that the store knows. */
async function addFile(content: Buffer, month: string, format = "ndjson"): Promise<string> {
  const sha256 = createHash("sha256").update(content).digest("hex");
  const name = `trades-${month}-${sha256.slice(0, 16)}.${format}`;
  writeFileSync(join(folder, name), content);
  await service.store.prisma.publishedExport.create({
    data: {
      name,
      list: "trades",
      month,
      format,
      rows: 1,
      bytes: content.length,
      sha256,
      dataVersion: 7,
      asOf: new Date(),
      fingerprint: "x",
    },
  });
  return name;
}

const download = (name: string, key: string, headers: Record<string, string> = {}, method = "GET") =>
  service.get(`/api/v1/exports/${name}`, key, { method, headers: { "accept-encoding": "identity", ...headers } });

const bytesOf = async (accountId: string): Promise<number> =>
  Number((await service.store.prisma.downloadDay.findFirst({ where: { accountId } }))?.bytes ?? 0);

const setBytes = (accountId: string, bytes: number) =>
  service.store.pool.query("UPDATE download_days SET bytes = $2 WHERE account_id = $1", [accountId, bytes]);

it("the service sends the whole file or a range, and nothing where the caller has the file", async () => {
  const content = Buffer.from("0123456789".repeat(100));
  const name = await addFile(content, "2024-01");
  const { key, accountId } = await service.newKey("free");
  const whole = await download(name, key);
  const etag = `"${createHash("sha256").update(content).digest("hex")}"`;
  expect([whole.status, whole.text, whole.headers.get("etag")]).toEqual([200, content.toString(), etag]);
  expect(whole.headers.get("accept-ranges")).toBe("bytes");
  expect(whole.headers.get("content-type")).toBe("application/x-ndjson");
  expect(await bytesOf(accountId)).toBe(1000);
  const ranges: [string, number, string][] = [
    ["bytes=5-9", 206, "56789"],
    ["bytes=-3", 206, "789"],
    ["bytes=998-", 206, "89"],
    ["bytes=0-0", 206, "0"],
    ["bytes=990-5000", 206, "0123456789"],
    ["bytes=0-1,5-6", 200, content.toString()],
    ["lines=1-2", 200, content.toString()],
    ["bytes=x", 200, content.toString()],
    ["bytes=-1001", 206, content.toString()],
  ];
  for (const [range, status, text] of ranges) {
    const part = await download(name, key, { range });
    expect([range, part.status, part.text]).toEqual([range, status, text]);
  }
  const shown = async (range: string) => (await download(name, key, { range })).headers.get("content-range");
  expect(await shown("bytes=5-9")).toBe("bytes 5-9/1000");
  expect(await shown("bytes=-5000")).toBe("bytes 0-999/1000");
  for (const same of [etag, `"another", ${etag}`, "*"])
    expect((await download(name, key, { range: "bytes=0-1", "if-match": same })).text).toBe("01");
  for (const other of ['"another"', `W/${etag}`]) {
    const changed = await download(name, key, { range: "bytes=0-1", "if-match": other });
    expect([changed.status, changed.headers.get("etag")]).toEqual([412, null]);
    expect(changed.body).toMatchObject({ error: expect.stringMatching(/content of the file differs .*If-Match/) });
  }
  const beyond = await download(name, key, { range: "bytes=1000-" });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */1000"]);
  expect((await download(name, key, { range: "bytes=0-1", "if-range": '"another"' })).text).toHaveLength(1000);
  expect((await download(name, key, { range: "bytes=0-1", "if-range": etag })).text).toBe("01");
  const before = await bytesOf(accountId);
  expect(before).toBe(1000 + 5 + 3 + 2 + 1 + 10 + 4 * 1000 + 5 + 1000 + 3 * 2 + 1000 + 2);
  expect((await download(name, key, { "if-none-match": etag })).status).toBe(304);
  // readers of Parquet learn by it whether there are ranges
  const head = await download(name, key, { range: "bytes=0-1" }, "HEAD");
  expect([head.status, head.headers.get("content-length"), head.text]).toEqual([206, "2", ""]);
  expect(await bytesOf(accountId)).toBe(before);
  expect((await service.get("/api/v1/usage", key)).body.data.file_bytes).toEqual({
    limit: 100_000_000,
    used: before,
    remaining: 100_000_000 - before,
    reset_at: Number(whole.headers.get("x-byteslimit-reset")),
  });
  // a file costs no requests of the day
  expect(head.headers.get("x-dailylimit-remaining")).toBe("5");
});

it("every request of a file counts for the minute, whatever its status, and only for the minute", async () => {
  const name = await addFile(Buffer.from("0123456789"), "2024-05");
  const { key, accountId } = await service.newKey("free");
  const requests: [number, () => ReturnType<typeof download>][] = [
    [200, () => download(name, key)],
    [200, () => download(name, key, {}, "HEAD")],
    [206, () => download(name, key, { range: "bytes=0-0" })],
    [304, () => download(name, key, { "if-none-match": "*" })],
    [404, () => download(`${name}.none`, key)],
    [405, () => download(name, key, {}, "POST")],
    [412, () => download(name, key, { "if-match": '"another"' })],
    [416, () => download(name, key, { range: "bytes=10-" })],
    [400, () => service.get(`/api/v1/exports/${name}?since=1`, key)],
  ];
  const left: [number, number][] = [];
  for (const [status, send] of requests) {
    const { status: received, headers } = await send();
    expect(received).toBe(status);
    left.push([Number(headers.get("x-ratelimit-remaining")), Number(headers.get("x-dailylimit-remaining"))]);
  }
  expect(left).toEqual(requests.map((_, number) => [59 - number, 5]));
  // the day's requests are used up: files have a limit of their own for the day
  await service.store.pool.query("UPDATE quota_windows SET day_used = 5 WHERE account_id = $1", [accountId]);
  expect((await service.get("/api/v1/trades?pageSize=1", key)).status).toBe(429);
  expect((await download(name, key)).status).toBe(200);
  await service.store.pool.query("UPDATE quota_windows SET minute_used = 60 WHERE account_id = $1", [accountId]);
  for (const method of ["GET", "HEAD"]) expect((await download(name, key, {}, method)).status).toBe(429);
  const refused = await download(name, key);
  expect(refused.body).toMatchObject({ limitType: "minute", limit: 60 });
  expect([refused.headers.get("etag"), Number(refused.headers.get("retry-after")) > 0]).toEqual([null, true]);
});

it("the minute is refunded for a file that is missing here, and for one that exceeds the day's bytes", async () => {
  const name = await addFile(Buffer.alloc(1000, "b"), "2024-07");
  const { key, accountId } = await service.newKey("free");
  const used = async () =>
    (await service.store.pool.query("SELECT minute_used FROM quota_windows WHERE account_id = $1", [accountId]))
      .rows[0];
  expect((await download(name, key, { range: "bytes=0-1" })).status).toBe(206);
  await setBytes(accountId, 100_000_000);
  const refused = await download(name, key);
  expect([refused.status, refused.headers.get("x-ratelimit-remaining")]).toEqual([429, "59"]);
  rmSync(join(folder, name));
  expect((await download(name, key)).status).toBe(503);
  expect(await used()).toEqual({ minute_used: 1 });
});

it("a name of no file is refused, and the response reveals nothing of the folder", async () => {
  const { key } = await service.newKey("plus");
  const outside = join(folder, "..", "disclosed-outside.txt");
  writeFileSync(outside, "secret");
  writeFileSync(join(folder, "notes.txt"), "secret");
  for (const name of [
    "notes.txt",
    "..%2fdisclosed-outside.txt",
    "%2e%2e%2fdisclosed-outside.txt",
    "..%5cdisclosed-outside.txt",
    encodeURIComponent(outside),
    "trades-2024-01-0000000000000000.csv",
    "%00",
    "%ff",
    "x".repeat(5000),
    "'%20OR%201=1--",
  ]) {
    const { status, text } = await download(name, key);
    expect([name.slice(0, 40), status, /secret|disclosed-/.test(text)]).toEqual([name.slice(0, 40), 404, false]);
  }
  rmSync(outside);
  const name = await addFile(Buffer.from("abc"), "2024-02");
  const unknown = await service.get(`/api/v1/exports/${name}?since=1`, key);
  expect([unknown.status, JSON.parse(unknown.text).details]).toEqual([
    400,
    [expect.objectContaining({ parameter: "since" })],
  ]);
  expect((await service.get(`/api/v1/exports/${name}/`, key)).status).toBe(200);
  expect((await download(name, key, {}, "POST")).status).toBe(405);
  expect((await service.get(`/api/v1/exports/${name}`)).status).toBe(401);
  rmSync(join(folder, name));
  expect((await download(name, key)).status).toBe(503);
});

it("a file beyond the day's bytes is refused with the plan that lifts the limit, and no byte is counted", async () => {
  const name = await addFile(Buffer.alloc(1000, "a"), "2024-03");
  const { key, accountId } = await service.newKey("free");
  expect((await download(name, key)).headers.get("x-byteslimit-remaining")).toBe(String(100_000_000 - 1000));
  await setBytes(accountId, 100_000_000 - 1500);
  expect((await download(name, key)).status).toBe(200);
  const refused = await download(name, key);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    limitType: "daily",
    unit: "bytes",
    limit: 100_000_000,
    plan: "free",
    upgrade: { plan: "plus", requestsPerDay: 500, bytesPerDay: 2_000_000_000 },
  });
  const names = ["limit", "remaining", "reset"].map((name) => refused.headers.get(`x-byteslimit-${name}`));
  expect(names).toEqual(["100000000", "500", String(refused.body.resetAt)]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await bytesOf(accountId)).toBe(100_000_000 - 500);
  expect((await download(name, key, { range: "bytes=0-499" })).status).toBe(206);
  expect((await download(name, key, { range: "bytes=0-0" })).status).toBe(429);
  // a plan with less than was sent already
  await setBytes(accountId, 200_000_000);
  const { file_bytes } = (await service.get("/api/v1/usage", key)).body.data;
  expect(file_bytes).toMatchObject({ limit: 100_000_000, used: 200_000_000, remaining: 0 });
});

it("the bytes that were sent of an interrupted download are counted", async () => {
  const size = 64 * 1024 * 1024;
  const name = await addFile(Buffer.alloc(size, "a"), "2024-04");
  const { key, accountId } = await service.newKey("plus");
  let received = 0;
  await new Promise<void>((resolve, reject) => {
    const requested = request(
      `${service.base}/api/v1/exports/${name}`,
      { headers: { authorization: `Bearer ${key}` } },
      (response) => {
        response.on("data", (chunk: Buffer) => {
          received += chunk.length;
          if (received > 1_000_000) {
            requested.destroy();
            resolve();
          }
        });
        response.on("error", () => {});
      },
    );
    requested.on("error", reject);
    requested.end();
  });
  await until(async () => (await bytesOf(accountId)) < size);
  const counted = await bytesOf(accountId);
  expect(counted).toBeGreaterThanOrEqual(received);
  // what was in the buffers of the two sockets
  expect(counted).toBeLessThan(size / 2);
});

it("a reader of Parquet fetches less than a tenth of a file for one symbol", async () => {
  const symbols = Array.from({ length: 400 }, (_, number) => `S${String(number).padStart(3, "0")}`);
  const rows = symbols.flatMap((ticker) =>
    Array.from({ length: 250 }, (_, at) => ({
      id: at,
      ticker,
      value: at * 1.5,
      note: randomBytes(12).toString("hex"),
    })),
  );
  const columns = (["id:integer", "ticker:string", "value:number", "note:string"] as const).map((text) => {
    const [name = "", type] = text.split(":");
    return { name, type: type as "string", description: "" };
  });
  const parts: Uint8Array[] = [];
  const writer = await formats.parquet(columns, async (bytes) => void parts.push(bytes), {});
  for (let at = 0; at < rows.length; at += 1000) await writer.write(rows.slice(at, at + 1000));
  await writer.end();
  const content = Buffer.concat(parts);
  const name = await addFile(content, "2024-06", "parquet");
  const { key, accountId } = await service.newKey("plus");
  const head = await download(name, key, {}, "HEAD");
  const file = {
    byteLength: Number(head.headers.get("content-length")),
    async slice(start: number, end = content.length) {
      const headers = { authorization: `Bearer ${key}`, range: `bytes=${start}-${end - 1}` };
      const response = await fetch(`${service.base}/api/v1/exports/${name}`, { headers });
      expect(response.status).toBe(206);
      return await response.arrayBuffer();
    },
  };
  const metadata = await parquetMetadataAsync(file, { initialFetchSize: 16_384 });
  const found = await parquetReadObjects({ file, metadata, filter: { ticker: { $eq: "S123" } } });
  expect(found).toHaveLength(250);
  expect(found[7]).toMatchObject({ ticker: "S123", value: 10.5 });
  expect(await bytesOf(accountId)).toBeLessThan(content.length / 10);
  expect(await bytesOf(accountId)).toBeGreaterThan(0);
  expect(readFileSync(join(folder, name))).toHaveLength(content.length);
});

it("pipelined ranges are sent in order, the second one after the first has ended", async () => {
  const name = await addFile(Buffer.from("0123456789"), "2024-11");
  const { key } = await service.newKey("free");
  const { hostname, port } = new URL(service.base);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.on("data", (chunk) => (received += chunk));
  const range = (bytes: string, connection: string) =>
    `GET /api/v1/exports/${name} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nRange: bytes=${bytes}\r\nConnection: ${connection}\r\n\r\n`;
  socket.write(range("0-1", "keep-alive") + range("2-3", "keep-alive") + range("4-9", "close"));
  await new Promise((resolve) => socket.once("close", resolve));
  const bodies = received.split(/HTTP\/1\.1 /).map((response) => response.split("\r\n\r\n"));
  expect(bodies.slice(1).map(([head, body]) => [head?.slice(0, 3), body])).toEqual([
    ["206", "01"],
    ["206", "23"],
    ["206", "456789"],
  ]);
});
