// Large pages in other forms than JSON: what they cost, that they are read in batches at one version of the data, and how they end early.
import { get } from "node:http";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { AppError } from "../../src/errors.ts";
import { onStatement } from "../support/database.ts";
import { type Service, startSeededService } from "../support/service.ts";
import { until } from "../support/until.ts";

let service: Service;
/** the variables of each execution */
let batches: Record<string, unknown>[] = [];
/** the executed SQL statements */
let statements: string[] = [];
/** runs before an execution, with its number */
let before: (batch: number) => Promise<void> = async () => {};

beforeAll(async () => {
  service = await startSeededService({
    execute: (execute, store) => {
      onStatement(store, (statement) => statements.push(statement));
      return async (hash, variables, ...rest) => {
        batches.push(variables);
        await before(batches.length);
        return await execute(hash, variables, ...rest);
      };
    },
  });
  // 10,050 insiders with similar names, and 400 further trades
  const { pool } = service.store;
  await pool.query(
    `INSERT INTO insiders SELECT (jsonb_populate_record(i, jsonb_build_object('cik', lpad((8000000000 + n)::text, 10, '0'), 'name', 'CROWD ' || n))).*
     FROM insiders i, generate_series(1, 10050) n WHERE i.cik = (SELECT min(cik) FROM insiders)`,
  );
  await pool.query(
    `INSERT INTO insider_trades SELECT (jsonb_populate_record(t, jsonb_build_object('id', 9000000000000 + n, 'row_index', 100 + n))).*
     FROM insider_trades t, generate_series(1, 400) n
     WHERE t.id = (SELECT min(id) FROM insider_trades WHERE NOT is_derivative AND superseded_by_id IS NULL)`,
  );
});
afterAll(() => service.stop());
afterEach(() => {
  batches = [];
  statements = [];
  before = async () => {};
});

const crowd = "/api/v1/symbols?q=crowd&format=ndjson";
const lines = (text: string) => text.split("\n").filter(Boolean).length;

async function remaining(key: string): Promise<number[]> {
  const { headers } = await service.get("/api/v1/usage", key);
  return ["x-ratelimit", "x-dailylimit", "x-monthlyquota"].map((name) => Number(headers.get(`${name}-remaining`)));
}

async function newKey(perMinute: number, perDay: number): Promise<string> {
  const id = `p${perMinute}-${perDay}`;
  await service.store.prisma.plan.create({
    data: { id, name: id, perMinute, perDay, perMonth: perDay * 31, listed: false },
  });
  return (await service.newKey(id)).key;
}

it("ten thousand rows are charged as a hundred requests, and each page for the rows that it has", async () => {
  const key = await newKey(1000, 2000);
  const whole = await service.get(`${crowd}&pageSize=10000`, key);
  expect([whole.status, lines(whole.text), whole.headers.get("x-request-cost")]).toEqual([200, 10_000, "100"]);
  expect(whole.headers.get("x-ratelimit-remaining")).toBe("900");
  expect(await remaining(key)).toEqual([900, 1900, 61_900]);
  expect(batches).toHaveLength(100);
  const link = /^<(.+)>; rel="next"$/.exec(whole.headers.get("link") ?? "")?.[1] ?? "";
  const rest = await service.get(link, key);
  expect([lines(rest.text), rest.headers.get("x-request-cost"), rest.headers.get("link")]).toEqual([50, "1", null]);
  expect(await remaining(key)).toEqual([899, 1899, 61_899]);
  const past = await service.get(`${crowd}&pageSize=10000&page=3`, key);
  expect([past.text, past.headers.get("x-request-cost")]).toEqual(["", "1"]);
  for (const [pageSize, cost] of [
    [100, "1"],
    [101, "2"],
    [200, "2"],
  ])
    expect((await service.get(`${crowd}&pageSize=${pageSize}`, key)).headers.get("x-request-cost")).toBe(cost);
  const json = await service.get("/api/v1/symbols?q=crowd&pageSize=100", key);
  expect(json.headers.get("x-request-cost")).toBe("1");
  expect((await service.get("/api/v1/usage", key)).headers.get("x-request-cost")).toBe("0");
});

it("a page that exceeds a limit is refused as a whole, and nothing is charged", async () => {
  const key = await newKey(60, 1000);
  const refused = await service.get(`${crowd}&pageSize=10000`, key);
  expect([refused.status, refused.body]).toEqual([
    429,
    expect.objectContaining({
      error: expect.stringMatching(
        /^Rate limit of 60 requests per minute is not enough: the response costs 100, and 60 are left. It resets at .*\. A smaller pageSize costs less/,
      ),
      ...{ limitType: "minute", limit: 60, cost: 100, remaining: 60 },
    }),
  ]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await remaining(key)).toEqual([60, 1000, 31_000]);
  expect((await service.get(`${crowd}&pageSize=5000`, key)).status).toBe(200);
  expect((await service.get(`${crowd}&pageSize=1001`, key)).status).toBe(429);
  expect(await remaining(key)).toEqual([10, 950, 30_950]);
  expect((await service.get(`${crowd}&pageSize=1000`, key)).status).toBe(200);
  const short = await newKey(500, 70);
  const daily = await service.get(`${crowd}&pageSize=10000`, short);
  expect(daily.body).toMatchObject({ limitType: "daily", limit: 70, cost: 100, remaining: 70 });
  expect(await remaining(short)).toEqual([500, 70, 2170]);
});

it("HEAD costs the same as GET and reads one batch", async () => {
  const key = await newKey(400, 400);
  const head = await service.get(`${crowd}&pageSize=10000`, key, { method: "HEAD" });
  expect([head.status, head.headers.get("x-request-cost"), head.headers.get("x-total-count")]).toEqual([
    200,
    "100",
    "10050",
  ]);
  expect(batches).toHaveLength(1);
  expect((await remaining(key))[1]).toBe(300);
});

it("the batches of a list have the data version of the first one, and the requested page", async () => {
  const key = await newKey(900, 900);
  const path = "/api/v1/trades?sort=value&format=ndjson&fields=id";
  const all: number[] = [];
  for (let page = 1; all.length < 400; page++) {
    const { body } = await service.get(`/api/v1/trades?sort=value&fields=id&pageSize=100&page=${page}`, key);
    all.push(...body.data.map(({ id }: { id: number }) => id));
  }
  batches = [];
  const { text, headers } = await service.get(`${path}&pageSize=130&page=3`, key);
  const ids = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line).id);
  expect(ids).toEqual(all.slice(260, 390));
  expect(batches.map(({ page, pageSize, dataVersion }) => [page, pageSize, dataVersion])).toEqual([
    [3, 100, undefined],
    [4, 100, headers.get("x-data-version")],
  ]);
});

it.each(["trades?sort=value", "insiders?q=crowd"])("%s is counted once for all batches", async (list) => {
  const key = await newKey(903, list.length * 1000);
  const { text } = await service.get(`/api/v1/${list}&format=ndjson&pageSize=500`, key);
  expect(lines(text)).toBeGreaterThan(400);
  expect(batches).toHaveLength(5);
  expect(statements.filter((statement) => statement.includes("(SELECT count(*) "))).toHaveLength(1);
});

/** What arrives of a page, and whether it is complete. */
function receive(path: string, key: string, onData: (chunk: Buffer, close: () => void) => void = () => {}) {
  return new Promise<{ text: string; isWhole: boolean }>((resolve, reject) => {
    const request = get(service.base + path, { headers: { authorization: `Bearer ${key}` } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => {
        chunks.push(chunk);
        onData(chunk, () => response.destroy());
      });
      response.on("error", () => {});
      response.on("close", () => resolve({ text: Buffer.concat(chunks).toString(), isWhole: response.complete }));
    });
    request.on("error", reject);
  });
}

it("an internal error in the middle ends the connection, and the whole charge is refunded", async () => {
  const key = await newKey(300, 300);
  before = async (batch) => {
    if (batch === 4) throw new AppError("unavailable");
  };
  const { text, isWhole } = await receive(`${crowd}&pageSize=10000`, key);
  expect([lines(text), isWhole]).toEqual([300, false]);
  await until(async () => (await remaining(key))[1] === 300);
  expect(await remaining(key)).toEqual([300, 300, 9300]);
});

it("a list that cannot be paged at one version ends where the data change", async () => {
  const key = await newKey(301, 301);
  before = async (batch) => {
    if (batch === 4) await service.store.pool.query("UPDATE data_version SET version = version + 1, as_of = now()");
  };
  const { text, isWhole } = await receive(`${crowd}&pageSize=10000`, key);
  expect([lines(text), isWhole]).toEqual([300, false]);
  await until(async () => (await remaining(key))[1] === 301);
});

it("nothing more is read for a caller who disconnects, and the charge stays", async () => {
  const key = await newKey(302, 302);
  let isGone = false;
  before = async (batch) => {
    if (batch === 6) await until(async () => isGone);
  };
  const { isWhole } = await receive(`${crowd}&pageSize=10000`, key, (_chunk, close) => {
    close();
    isGone = true;
  });
  expect(isWhole).toBe(false);
  await until(() => service.lines.at(-1)?.aborted === true);
  expect(batches.length).toBeLessThan(12);
  expect((await remaining(key))[1]).toBe(202);
});
