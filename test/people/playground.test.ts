// The playground: every route without a key, over sample data in a database of their own, whatever the service stores.
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

async function ask(path: string, address = newAddress(), headers: Record<string, string> = {}) {
  const response = await fetch(`${service.base}/playground/api/v1${path}`, {
    headers: { "x-forwarded-for": address, ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The example address of each form of the reference. */
async function formOf(operationId: string) {
  const path = `/docs/reference/${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const $ = load(await (await fetch(service.base + path, { headers: { accept: "text/html" } })).text());
  const form = $("form.try");
  let address = form.attr("data-path") ?? "";
  const query = new URLSearchParams();
  for (const input of form.find("input[data-place]").toArray()) {
    const [name, value] = [$(input).attr("name") ?? "", $(input).attr("value") ?? ""];
    const given = value || ($(input).attr("required") === undefined ? "" : ($(input).attr("placeholder") ?? ""));
    if ($(input).attr("data-place") === "path") address = address.replace(`{${name}}`, encodeURIComponent(given));
    else if (given) query.set(name, given);
  }
  return { form, address: address.slice("/playground/api/v1".length) + (query.size > 0 ? `?${query}` : "") };
}

const routes = (await loadRoutes()).filter(({ path }) => path !== "/exports/{name}");

test.each(routes.map(({ path, operationId }) => [path, operationId]))(
  "%s responds to its form without a key, marked as sample data",
  async (path, operationId) => {
    const { form, address } = await formOf(operationId);
    expect(form.find(".try-key").length).toBe(0);
    const { status, headers, text } = await ask(address);
    expect([path, status, headers.get("x-sample-data")]).toEqual([path, 200, "true"]);
    const { meta, data } = JSON.parse(text);
    if (path !== "/usage") expect(meta.sample).toBe(true);
    if (path === "/usage") expect(data.plan).toBe("playground");
  },
);

test("it shows sample data alone, while the service has real ones", async () => {
  const { text } = await ask("/trades?pageSize=100");
  const names = JSON.parse(text).data.map((row: { company_name: string }) => row.company_name);
  expect(names.length).toBe(100);
  expect(names.filter((name: string) => !name.includes("(Sample)"))).toEqual([]);
});

test("an address has 20 requests a minute, whatever key it sends, and what is refused says how to go on", async () => {
  const address = newAddress();
  const key = { authorization: "Bearer disc_live_unknown" };
  const statuses: number[] = [];
  // at most two minutes are begun
  for (let sent = 0; sent < 41; sent++) statuses.push((await ask("/trades?pageSize=1", address, key)).status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  const served = statuses.filter((status) => status === 200).length;
  expect(served).toBeGreaterThanOrEqual(20);
  expect(served).toBeLessThanOrEqual(40);
  const refused = await ask("/trades?pageSize=1", address);
  if (refused.status === 429) {
    expect(refused.headers.get("x-sample-data")).toBe("true");
    expect(JSON.parse(refused.text).upgrade).toEqual({ plan: "free", url: `${service.base}/sign-up` });
  }
  expect((await ask("/trades?pageSize=1")).headers.get("x-ratelimit-remaining")).toBe("19");
});

test("an error is marked too, and an address of it leads back to it", async () => {
  const bad = await ask("/trades?pageSize=0");
  expect([bad.status, bad.headers.get("x-sample-data")]).toEqual([400, "true"]);
  const unknown = await ask("/nope");
  expect([unknown.status, unknown.headers.get("x-sample-data")]).toEqual([404, "true"]);
  const { pagination } = JSON.parse((await ask("/trades?pageSize=1")).text);
  expect(pagination.next).toMatch(/^\/playground\/api\/v1\/trades\?/);
});

test("the API itself is as closed as before, and without the setting there is no playground", async () => {
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
