// The playground: every route without a key, over sample data in a database of its own, whatever the service stores.
import { load } from "cheerio";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { seedStore } from "../support/seed.ts";
import { startPeople, type TestService } from "./harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startPeople({ PLAYGROUND: "true", TRUST_PROXY: "loopback" });
  await seedStore(service.store);
}, 120_000);
afterAll(async () => {
  const { databaseUrl } = service.store;
  await service.close();
  const server = new URL(databaseUrl);
  const name = `${server.pathname.slice(1)}_playground`;
  server.pathname = "/postgres";
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  await client.query(`DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`);
  await client.end();
});

let callers = 0;
const newAddress = () => `198.51.100.${++callers}`;

async function get(path: string, address = newAddress(), headers: Record<string, string> = {}) {
  const response = await fetch(`${service.base}/playground/api/v1${path}`, {
    headers: { "x-forwarded-for": address, ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The form of an operation in the reference, and the address that it opens with its example values. */
async function formOf(operationId: string) {
  const path = `/docs/reference/${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const $ = load(await (await fetch(service.base + path, { headers: { accept: "text/html" } })).text());
  const form = $("form.try");
  let address = form.attr("data-path") ?? "";
  const query = new URLSearchParams();
  for (const input of form.find("input[data-place]").toArray()) {
    const name = $(input).attr("name") ?? "";
    const example = $(input).attr("required") === undefined ? "" : $(input).attr("placeholder");
    const value = $(input).attr("value") || example || "";
    if ($(input).attr("data-place") === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value) query.set(name, value);
  }
  return { form, address: address.slice("/playground/api/v1".length) + (query.size > 0 ? `?${query}` : "") };
}

const routes = (await loadRoutes()).filter(({ path }) => path !== "/exports/{name}");

test.each(routes.map(({ path, operationId }) => [path, operationId]))(
  "%s responds to its form without a key, marked as sample data",
  async (path, operationId) => {
    const { form, address } = await formOf(operationId);
    expect(form.find(".try-key").length).toBe(0);
    const { status, headers, text } = await get(address);
    expect([path, status, headers.get("x-sample-data")]).toEqual([path, 200, "true"]);
    const { meta, data } = JSON.parse(text);
    if (path !== "/usage") expect(meta.sample).toBe(true);
    if (path === "/usage") expect(data.plan).toBe("playground");
  },
);

test("the playground has only sample data, although the service has other rows", async () => {
  const { text } = await get("/trades?pageSize=100");
  const names = JSON.parse(text).data.map((row: { company_name: string }) => row.company_name);
  expect(names.length).toBe(100);
  expect(names.filter((name: string) => !name.includes("(Sample)"))).toEqual([]);
});

test("an address has 20 requests a minute, whatever key it sends, and a refusal names the free plan", async () => {
  const address = newAddress();
  const key = { authorization: "Bearer disc_live_unknown" };
  const statuses: number[] = [];
  let refused = await get("/trades?pageSize=1", address, key);
  statuses.push(refused.status);
  // they fall into at most two minutes
  for (let sent = 1; sent < 41; sent++) {
    const response = await get("/trades?pageSize=1", address, key);
    statuses.push(response.status);
    if (response.status === 429) refused = response;
  }
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  const served = statuses.filter((status) => status === 200).length;
  expect(served).toBeGreaterThanOrEqual(20);
  expect(served).toBeLessThanOrEqual(40);
  expect(refused.headers.get("x-sample-data")).toBe("true");
  expect(JSON.parse(refused.text).upgrade).toEqual({ plan: "free", url: `${service.base}/sign-up` });
  expect((await get("/trades?pageSize=1")).headers.get("x-ratelimit-remaining")).toBe("19");
});

test("errors are marked as sample data too, and links to pages stay in the playground", async () => {
  const bad = await get("/trades?pageSize=0");
  expect([bad.status, bad.headers.get("x-sample-data")]).toEqual([400, "true"]);
  const unknown = await get("/nope");
  expect([unknown.status, unknown.headers.get("x-sample-data")]).toEqual([404, "true"]);
  const { pagination } = JSON.parse((await get("/trades?pageSize=1")).text);
  expect(pagination.next).toMatch(/^\/playground\/api\/v1\/trades\?/);
});

test("the API still needs a key, and without the setting there is no playground", async () => {
  expect((await fetch(`${service.base}/api/v1/trades`)).status).toBe(401);
  const usual = await startPeople({}, service.store);
  const responses = await Promise.all([
    fetch(`${usual.base}/playground/api/v1/trades`),
    fetch(`${usual.base}/docs/reference/list-trades`, { headers: { accept: "text/html" } }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([404, 200]);
  expect(await responses[1]?.text()).not.toContain("Try it");
  await usual.close();
});
