// The public data pages as the server sends them, without scripts: rows, filters, sorting, paging and the open row are in
// the HTML, and no viewer gets the page of another.
import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import allDocuments from "../../src/web/generated/persisted.json" with { type: "json" };
import publicDocuments from "../../src/web/generated/public.json" with { type: "json" };
import { companies, insiders, members, seedStore, tradeId } from "../support/seed.ts";
import { signedInAdmin, signedUp, startPeople, type TestService } from "./harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startPeople({ PUBLIC_PAGES_PER_MINUTE: "10000" });
  await seedStore(service.store);
});
afterAll(() => service.close());

async function page(path: string, base = service.base, { cookie = "" }: { cookie?: string } = {}) {
  const headers = { accept: "text/html", ...(cookie && { cookie }) };
  const response = await fetch(`${base}${path}`, { headers, redirect: "manual" });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, $: load(text) };
}

/** The cells of a table's column, by its head. */
function column({ $ }: { $: ReturnType<typeof load> }, head: string): string[] {
  return $(`td[data-label="${head}"]`)
    .toArray()
    .map((cell) => $(cell).text());
}

const lists = [
  ["/trades", "Insider trades"],
  ["/congress", "Congressional trades"],
  ["/clusters", "Clusters"],
  ["/late", "Late filings"],
  ["/companies", "Companies"],
  ["/insiders", "Insiders"],
  ["/politicians", "Members of Congress"],
  ["/committees", "Committees"],
];

describe("every data page", () => {
  test.each(lists)("%s has its rows, its total and the statute in the HTML", async (path, title) => {
    const shown = await page(path);
    expect(shown.status).toBe(200);
    expect(shown.$("title").text()).toBe(`${title} · Disclosed`);
    expect(shown.$("h1").text()).toBe(title);
    const total = Number.parseInt(shown.$('[role="status"]').first().text(), 10);
    expect(total).toBeGreaterThan(0);
    expect(shown.$("tbody tr").length).toBeGreaterThanOrEqual(Math.min(total, 1));
    expect(shown.$('[aria-busy="true"]').length).toBe(0);
    expect(shown.$("footer").text()).toContain("13107(c)");
    expect(shown.$('link[rel="canonical"]').attr("href")).toBe(`${service.base}${path}`);
    expect(shown.$('meta[name="description"]').attr("content")).toBe(
      shown.$('meta[property="og:description"]').attr("content"),
    );
    expect(JSON.parse(shown.$('script[type="application/ld+json"]').text())).toMatchObject({ name: title });
  });

  test("a shared link shows the picture of its kind of page, a PNG of 1200 by 630", async () => {
    const pictures = new Set<string | undefined>();
    for (const path of ["/", "/trades", `/insiders/${insiders.hargrove}`, "/committees/HSBA", "/companies/nothing"]) {
      const picture = (await page(path)).$('meta[property="og:image"]').attr("content") ?? "";
      expect(picture.startsWith(`${service.base}/assets/`), path).toBe(true);
      const response = await fetch(picture);
      expect([response.status, response.headers.get("content-type")], path).toEqual([200, "image/png"]);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], path).toEqual([1200, 630]);
      pictures.add(picture);
    }
    // the first two have that of the site
    expect(pictures.size).toBe(4);
  });

  test("the HTML complies with its content security policy", async () => {
    for (const path of ["/trades", "/late", `/insiders/${insiders.hargrove}`, "/signal"]) {
      const { headers, $ } = await page(path);
      const nonce = /'nonce-([\w-]+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
      expect($("[style]").length, path).toBe(0);
      for (const element of $("style").toArray()) expect($(element).attr("nonce"), path).toBe(nonce);
      const inline = $("script:not([src])").toArray();
      expect(inline.map((element) => $(element).attr("type"))).toEqual(["application/ld+json", "application/json"]);
      expect((await page(path)).headers.get("content-security-policy")).not.toContain(nonce);
    }
  });
});

describe("a list without scripts", () => {
  test("filters are a form that opens the same page, with the parameters of the API", async () => {
    const { $ } = await page("/trades?sort=value&order=asc");
    const form = $('main form[action="/trades"]');
    expect(form.find('[name="q"]').length).toBe(1);
    expect(form.find('[name="tradeTypes"]').length).toBe(1);
    expect(form.find('input[type="hidden"][name="sort"]').attr("value")).toBe("value");
    expect(form.find('[type="submit"]').text()).toBe("Apply filters");
    // as a browser sends the form: empty fields too
    const filtered = await page("/trades?q=&tradeTypes=P&ticker=&sort=value&order=asc");
    expect(filtered.status).toBe(200);
    expect(new Set(column(filtered, "Type"))).toEqual(new Set(["▲ P - Purchase"]));
    expect(filtered.$('[aria-label="Active filters"] li').length).toBe(1);
  });

  test("column heads are links that sort, and a second click reverses the order", async () => {
    const first = await page("/trades");
    const sort =
      first
        .$("th a")
        .filter((_, link) => first.$(link).text().startsWith("Value"))
        .attr("href") ?? "";
    expect(sort).toBe("/trades?sort=value&order=desc");
    const falling = await page(sort);
    const reverse = falling.$('th[aria-sort="descending"] a').attr("href") ?? "";
    expect(reverse).toBe("/trades?sort=value&order=asc");
    const known = (values: string[]) => values.filter((value) => value !== "–");
    expect(known(column(await page(reverse), "Value"))).toEqual(known(column(falling, "Value")).toReversed());
  });

  test("pages are links, and each row is on exactly one page", async () => {
    const whole = await page("/trades?pageSize=100");
    const ids = (shown: typeof whole) =>
      shown
        .$('td a[href*="row="]')
        .toArray()
        .map((link) => new URL(shown.$(link).attr("href") ?? "", service.base).searchParams.get("row"));
    const half = Math.ceil(ids(whole).length / 2);
    const first = await page(`/trades?pageSize=${half}`);
    const next = first.$('a[aria-label="next page"]').attr("href") ?? "";
    expect(new URL(next, service.base).searchParams.get("page")).toBe("2");
    expect([...ids(first), ...ids(await page(next))]).toEqual(ids(whole));
  });

  test("a row opens by its link, with its returns and its source, and nothing that only an administrator sees", async () => {
    const { status, $ } = await page(`/trades?row=${tradeId("cfo")}`);
    expect(status).toBe(200);
    const open = $('section[aria-label="Insider trade"]');
    expect(open.find('table[aria-label="Returns"] tbody tr').length).toBe(5);
    expect(open.find('a[href^="https://www.sec.gov/"]').length).toBe(1);
    expect(open.text()).not.toMatch(/Processing history|Versions|Compare with the file/);
    expect(
      open
        .find("a")
        .filter((_, link) => $(link).text() === "Close")
        .attr("href"),
    ).toBe("/trades");
  });

  test("a page with a wrong filter is 400, with a message that names the filter, and no rows", async () => {
    const { status, $ } = await page("/trades?minSignalScore=high");
    expect(status).toBe(400);
    expect($('[role="status"]').text()).toContain("Minimum signal score must be a whole number from 0 to 100");
    expect($("tbody tr").length).toBe(0);
    expect($('meta[name="robots"]').attr("content")).toBe("noindex");
    expect((await page("/trades?nope=1")).status).toBe(400);
  });
});

describe("the page of a record", () => {
  test.each([
    ["company", `/companies/${companies.aldermoor}`],
    ["company", "/companies/ALDM"],
    ["insider", `/insiders/${Number(insiders.hargrove)}`],
  ])("shows a %s at %s", async (_kind, path) => {
    const { status, $ } = await page(path);
    expect(status).toBe(200);
    expect($("h1").text().length).toBeGreaterThan(3);
    expect($("table").length).toBeGreaterThan(0);
  });

  test.each([
    ["/companies/999", "company"],
    ["/companies/NOPE", "company"],
    ["/insiders/999", "insider"],
    ["/politicians/Z999999", "politician"],
    ["/committees/XXXX", "committee"],
    ["/clusters/999999", "cluster"],
  ])("at %s is 404, says what is missing and offers a search", async (path, kind) => {
    const { status, $ } = await page(path);
    expect(status).toBe(404);
    expect($("h1").text().toLowerCase()).toBe(`${kind} not found`);
    expect($("main").text()).toContain(path.split("/")[2]);
    expect($("main a").filter((_, link) => $(link).text() === "Search").length).toBe(1);
    expect($("main button").length).toBe(0);
  });

  test("shows a hostile name as text, in the title and the data too", async () => {
    const name = `</title></script><img src=x onerror=alert(1)>"'\u202e`;
    const rename = (to: string) =>
      service.store.pool.query("UPDATE politicians SET name = $1 WHERE bioguide_id = $2 RETURNING name", [
        to,
        members.brask,
      ]);
    const { rows } = await service.store.pool.query("SELECT name FROM politicians WHERE bioguide_id = $1", [
      members.brask,
    ]);
    await rename(name);
    try {
      const { $, text } = await page(`/politicians/${members.brask}?page=1`);
      expect($("img").length).toBe(0);
      expect($("h1 bdi").text()).toContain("</title></script><img src=x onerror=alert(1)>");
      expect($("title").text()).toContain("<img src=x");
      expect(JSON.parse($("#page-data").text())).toBeInstanceOf(Array);
      expect(text).not.toContain("\u202e·");
    } finally {
      await rename(rows[0].name);
    }
  });
});

describe("access to the pages", () => {
  test("former addresses of the dashboard redirect to the present ones, with their filters", async () => {
    for (const [from, to] of [
      ["/admin/data", "/trades"],
      ["/admin/data/politician-trades?ticker=ALDM", "/congress?ticker=ALDM"],
      ["/admin/data/find?q=a%20b", "/search?q=a%20b"],
      ["/admin/data/companies/0000000001?row=2", "/companies/0000000001?row=2"],
      ["/admin/signal", "/signal"],
    ]) {
      const { status, headers } = await page(from ?? "");
      expect([status, headers.get("location")]).toEqual([308, to]);
    }
  });

  test("robots.txt names the sitemap, and that names the data pages and no pages of accounts", async () => {
    expect((await page("/robots.txt")).text).toContain(`Sitemap: ${service.base}/sitemap.xml`);
    const { text } = await page("/sitemap.xml");
    for (const path of ["/trades", `/politicians/${members.brask}`, `/companies/${companies.aldermoor}`])
      expect(text).toContain(`<loc>${service.base}${path}</loc>`);
    expect(text).not.toMatch(/account|admin|search/);
  });

  test("an anonymous caller may execute the public documents and no others", async () => {
    const execute = async (hash: string) => {
      const response = await fetch(`${service.base}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-disclosed-csrf": "1" },
        body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } }, variables: {} }),
      });
      return { status: response.status, body: (await response.json()) as { data?: unknown } };
    };
    const vocabulary = Object.entries(publicDocuments).find(([, text]) => /^query Vocabulary\b/.test(text))?.[0] ?? "";
    expect((await execute(vocabulary)).body.data).toBeTruthy();
    for (const hash of Object.keys(allDocuments).filter((one) => !(one in publicDocuments)))
      expect(await execute(hash)).toMatchObject({ status: 401 });
  });

  test("data pages need a session if PUBLIC_PAGES=accounts, and an administrator's if it is off", async () => {
    const accounts = await startPeople({ PUBLIC_PAGES: "accounts" }, service.store);
    const off = await startPeople({ PUBLIC_PAGES: "off" }, service.store);
    try {
      expect((await page("/trades", accounts.base)).status).toBe(401);
      expect((await page("/trades", off.base)).status).toBe(404);
      expect((await page("/sitemap.xml", accounts.base)).status).toBe(404);
      const user = await signedUp(accounts, "reader@example.org");
      expect((await page("/trades", accounts.base, user)).status).toBe(200);
      expect((await page("/trades", off.base, user)).status).toBe(404);
      const admin = await signedInAdmin(off, "op@example.org");
      expect((await page("/trades", off.base, admin)).status).toBe(200);
    } finally {
      await accounts.close();
      await off.close();
    }
  });

  test("an address that opens too many pages is refused, with the time until a retry", async () => {
    const narrow = await startPeople({ PUBLIC_PAGES_PER_MINUTE: "2" }, service.store);
    try {
      expect((await page("/committees", narrow.base)).status).toBe(200);
      expect((await page("/committees", narrow.base)).status).toBe(200);
      const refused = await page("/committees", narrow.base);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(refused.$("h1").text()).toBe("Too many requests");
    } finally {
      await narrow.close();
    }
  });

  test("an account can copy the API request, an anonymous caller gets a link, and neither gets the other's page", async () => {
    const own = await page("/trades", service.base, await signedUp(service, "copier@example.org"));
    expect(own.$("main").text()).toContain("Copy as API request");
    expect(own.headers.get("cache-control")).toContain("private");
    const anonymous = await page("/trades");
    expect(anonymous.$("main").text()).toContain("Get this by API");
    expect(anonymous.text).not.toContain("copier@example.org");
  });
});

test("a page shows what was stored since as soon as the data version has changed", async () => {
  const names = async () => column(await page("/committees"), "Committee");
  const before = await names();
  await service.store.pool.query("UPDATE committees SET name = name || ' (renamed)'");
  expect(await names()).toEqual(before);
  await service.store.pool.query("UPDATE data_version SET version = version + 1 WHERE id = 1");
  await service.store.pool.query("SELECT pg_notify('disclosed_data_version', version::text) FROM data_version");
  await expect.poll(names).toEqual(before.map((name) => `${name} (renamed)`));
});
