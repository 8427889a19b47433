// `disclosed collect senate` against a double of the Senate's site that responds and one that refuses, and loading the bundle:
// by `disclosed ingest`, and by a sync from a folder and from a URL.
import { generateKeyPairSync } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { bundleFile, writeBundle } from "../../../src/ingest/senate/bundle.ts";
import { packageRoot } from "../../../src/lib/package-root.ts";
import { coverageDays } from "../../../src/store/statistics/coverage-days.ts";
import { fetches } from "../../publishers/follow.ts";
import { startDouble } from "../../publishers/kit.ts";
import { type SenateDouble, startSenate } from "../../publishers/senate.ts";
import { createMembers, senatePage } from "../../support/congress.ts";
import { testContact } from "../../support/contact.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { runCommand } from "../../support/run-command.ts";
import { zipOf } from "../run/zip.ts";
import { reportPath, searchRow } from "./search-rows.ts";

let store: TestStore;
let site: SenateDouble;
let folder: string;
beforeEach(async () => {
  store = await createTestStore();
  await createMembers(store);
  site = await startSenate({ rows: [1, 2, 3].map((n) => searchRow(n, `02/0${n}/2025`)) });
  servePages(1, 2, 3);
  folder = mkdtempSync(join(tmpdir(), "disclosed-collect-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await store.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const servePages = (...numbers: number[]) => {
  for (const n of numbers)
    site.fault(
      reportPath(n),
      { kind: "changed", body: senatePage({ rows: [{ date: `01/0${n}/2025` }] }) },
      { times: 9 },
    );
};

const out = () => join(folder, "bundle.zip");
const disclosed = (home: string, ...args: string[]) =>
  runCommand(args, {
    DATABASE_URL: store.databaseUrl,
    DISCLOSED_HOME: join(folder, home),
    CONTACT: testContact,
    SENATE_URL: site.url,
  });
const collect = (...more: string[]) =>
  disclosed("collector", "collect", "senate", "--from", "2025-02-01", "--to", "2025-02-20", "--out", out(), ...more);
const ingest = (path = out()) => disclosed("service", "ingest", "senate", path, "--json");
const collectorKey = async () => (await disclosed("collector", "collect", "key")).stdout.trim();
const trustCollector = async () =>
  expect((await disclosed("service", "collect", "trust", await collectorKey())).code).toBe(0);
const rows = async (sql: string) => (await store.pool.query(sql)).rows;
const refusals = async () =>
  (await rows("SELECT reason FROM quarantine WHERE status = 'open'")).map(({ reason }) => reason);
const trades = async () => (await rows("SELECT count(*)::int AS n FROM politician_trades"))[0].n;

describe("a site that responds", () => {
  it("is collected after its agreement, with the operator's contact and at its pace, and the bundle is a fetch of its days", async () => {
    const { code, stdout } = await collect("--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      out: out(),
      from: "2025-02-01",
      to: "2025-02-20",
      listed: 3,
      collected: 3,
      public_key: await collectorKey(),
    });
    expect(site.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /search/home/",
      "POST /search/home/",
      "POST /search/report/data/",
      ...[1, 2, 3].map((n) => `GET ${reportPath(n)}`),
    ]);
    expect(new Set(site.requests.map(({ headers }) => headers["user-agent"]))).toEqual(new Set([testContact]));
    const [first, last] = [site.requests[0], site.requests.at(-1)].map((request) => request?.at ?? 0);
    // two requests a second; after a late one the next may come earlier by that delay
    expect(((last ?? 0) - (first ?? 0)) / (site.requests.length - 1)).toBeGreaterThan(400);
    expect(existsSync(`${out()}.part`)).toBe(false);
    expect(statSync(join(folder, "collector", "senate-bundle-key.pem")).mode & 0o077).toBe(0);

    await trustCollector();
    const loaded = await ingest();
    expect(JSON.parse(loaded.stdout)).toMatchObject({ records: { new: 3, quarantined: 0 }, quarantined_files: 0 });
    expect(await fetches(store, "senate")).toEqual({
      "local/visit/2025-02-01..2025-02-20": { outcome: "listed", listed: 3, final: false, message: null },
    });
    const days = await coverageDays(store.prisma, "senate", "2025-02-01", "2025-02-20");
    expect(new Set(days.map(({ state }) => state))).toEqual(new Set(["provisional", "empty"]));
    expect(JSON.parse((await ingest()).stdout).records).toMatchObject({ new: 0, amended: 0, unchanged: 3 });
  });

  it("leaves a report whose page is missing to the next bundle", async () => {
    site.fault(reportPath(2), { kind: "changed", body: "<html><body>cut" }, { times: 1 });
    const { code, stdout, stderr } = await collect();
    expect([code, stdout]).toEqual([0, expect.stringContaining("2 of 3 reports of 2025-02-01 to 2025-02-20")]);
    expect(stderr).toContain(`${reportPath(2)}: the site does not send the page`);
    await trustCollector();
    await ingest();
    expect(await trades()).toBe(2);
    await collect();
    await ingest();
    expect(await trades()).toBe(3);
  });
});

describe("a site that refuses", () => {
  it("is not requested again; exit code 3 and a message report it", async () => {
    site.mode = "guarded";
    const { code, stdout, stderr } = await collect();
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/the Senate's search refuses servers \(HTTP 403\)/);
    expect(site.requests).toHaveLength(1);
    expect(existsSync(out())).toBe(false);
  });

  it("leaves the pages that it sent to the next run, which requests only the others", async () => {
    site.fault(reportPath(3), { kind: "status", status: 403 });
    expect((await collect()).code).toBe(3);
    expect(existsSync(out())).toBe(false);
    // a line that a crash has cut off
    appendFileSync(`${out()}.part`, `{"path":"${reportPath(3)}","bo`);
    site.requests.length = 0;
    expect((await collect()).code).toBe(0);
    expect(site.requests.map(({ path }) => path).filter((path) => path.startsWith("/search/view/"))).toEqual([
      reportPath(3),
    ]);
    await trustCollector();
    await ingest();
    expect(await trades()).toBe(3);
  });

  it("leaves a partial bundle that a run for another period refuses", async () => {
    site.fault(reportPath(3), { kind: "status", status: 403 });
    await collect();
    const other = await disclosed("collector", "collect", "senate", "--from", "2025-01-01", "--out", out());
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("is of another collection")]);
  });
});

describe("a bundle", () => {
  it("is refused if its key is not trusted, with the key in the message, and is read once the key is trusted", async () => {
    await collect();
    expect(JSON.parse((await ingest()).stdout)).toMatchObject({ quarantined_files: 1, records: { found: 0 } });
    expect(await rows("SELECT reason, message FROM quarantine")).toEqual([
      { reason: "untrusted_key", message: expect.stringContaining(`disclosed collect trust ${await collectorKey()}`) },
    ]);
    expect(await fetches(store, "senate")).toEqual({});
    await trustCollector();
    expect((await disclosed("service", "quarantine", "retry", "--reason", "untrusted_key")).code).toBe(0);
    expect(await refusals()).toEqual([]);
    expect(await trades()).toBe(3);
  });

  it("is trusted in the home that signed it", async () => {
    await collect();
    await disclosed("collector", "ingest", "senate", out());
    expect(await trades()).toBe(3);
  });

  it.each<[string, (text: string) => string, string]>([
    ["if its page was changed", (text) => text.replace("01/02/2025", "01/02/2024"), "bad_hash"],
    ["if its days were changed", (text) => text.replace("2025-02-20", "2025-03-20"), "bad_signature"],
    ["if it lacks a body", (text) => text.replace(/"[0-9a-f]{64}":"<!DOC(\\.|[^"\\])*"/, '"none":""'), "bad_hash"],
    ["if it has another key", (text) => text.replace(/"publicKey":"..../, '"publicKey":"AAAA'), "bad_signature"],
    ["if it has no key", (text) => text.replace(/"publicKey":"[^"]*"/, '"publicKey":""'), "bad_signature"],
    ["if it was cut off", (text) => text.slice(0, -20), "not_a_bundle"],
    ["if it is nested without end", () => `{"bodies":${"[".repeat(100_000)}`, "not_a_bundle"],
  ])("is refused %s, and proves nothing", async (_, change, reason) => {
    const { privateKey } = generateKeyPairSync("ed25519");
    mkdirSync(join(folder, "service"), { recursive: true });
    writeFileSync(
      join(folder, "service", "senate-bundle-key.pem"),
      privateKey.export({ format: "pem", type: "pkcs8" }),
    );
    const content = writeBundle(
      {
        from: "2025-02-01",
        to: "2025-02-20",
        searches: [],
        pages: [{ path: reportPath(2), body: senatePage({ rows: [{ date: "01/02/2025" }] }) }],
      },
      privateKey,
    );
    expect(change(content)).not.toBe(content);
    writeFileSync(out(), zipOf({ [bundleFile]: Buffer.from(change(content)) }));
    await ingest();
    expect(await refusals()).toEqual([reason]);
    expect(await fetches(store, "senate")).toEqual({});
    expect(await trades()).toBe(0);
  });
});

describe("a key", () => {
  const filler = "a".repeat(41);

  it.each([`-8${filler}`, `--${filler}`, `-h${filler}`, `-V${filler}`])(
    "is trusted like any other if it begins with a hyphen: %s",
    async (key) => {
      const { code, stdout } = await disclosed("service", "collect", "trust", key, "--json");
      expect([code, JSON.parse(stdout)]).toEqual([0, { trusted: key }]);
    },
  );

  it("is refused if it is not one, and so is an option that the command lacks", async () => {
    for (const argument of ["MCow", `-${filler}`, "--jsno"]) {
      const { code, stderr } = await disclosed("service", "collect", "trust", argument);
      expect([code, stderr]).toEqual([2, expect.stringContaining("the key of a bundle has 43 characters")]);
    }
  });
});

describe("a sync with SENATE_BUNDLES", () => {
  it("loads each bundle of a folder once, and requests nothing from the Senate", async () => {
    await collect();
    await trustCollector();
    site.requests.length = 0;
    const bundles = join(folder, "bundles");
    mkdirSync(bundles);
    writeFileSync(join(bundles, "2025-02.zip"), readFileSync(out()));
    vi.stubEnv("SENATE_BUNDLES", bundles);
    const first = await disclosed("service", "sync", "senate", "--from", "2025-02-01", "--json");
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout).sources[0]).toMatchObject({
      status: "up_to_date",
      fetched: 1,
      records: { new: 3 },
    });
    const again = await disclosed("service", "sync", "senate", "--json");
    expect(JSON.parse(again.stdout).sources[0]).toMatchObject({ fetched: 0, records: { found: 0 } });
    expect(site.requests).toEqual([]);
  });

  it("loads the bundle at a URL when it has changed, and reports if there is none", async () => {
    await disclosed("service", "collect", "key");
    const served: { body: Buffer | null } = { body: null };
    const server = await startDouble(({ path }) =>
      path === "/senate.zip" && served.body ? { body: served.body } : null,
    );
    try {
      vi.stubEnv("SENATE_BUNDLES", `${server.url}/senate.zip`);
      const missing = await disclosed("service", "sync", "senate", "--json");
      expect([missing.code, JSON.parse(missing.stdout).sources[0]]).toMatchObject([
        1,
        { status: "failed", message: expect.stringContaining("HTTP 404") },
      ]);
      await collect();
      await trustCollector();
      served.body = readFileSync(out());
      await disclosed("service", "sync", "senate");
      expect(await trades()).toBe(3);
      const again = await disclosed("service", "sync", "senate", "--json");
      expect(JSON.parse(again.stdout).sources[0]).toMatchObject({ fetched: 0 });
    } finally {
      await server.close();
    }
  });
});

describe("the workflow in the guide", () => {
  it("collects with options that the command has, into the file that it publishes", async () => {
    const guide = readFileSync(join(packageRoot, "docs", "guides", "senate-collector.md"), "utf8");
    const workflow = parse(/```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? "");
    const [collecting, publishing]: string[] = workflow.jobs.collect.steps.flatMap(
      (step: { run?: string }) => step.run ?? [],
    );
    const [, command = ""] = /disclosed-\S+\.tgz (collect senate .+)/.exec(collecting ?? "") ?? [];
    const args = command
      .replace(/"\$\(date [^)]+\)"/, "2025-02-01")
      .replace("senate.zip", out())
      .split(" ");
    const { code, stdout } = await disclosed("collector", ...args, "--json");
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { listed: 3, collected: 3 }]);
    expect(publishing).toContain("git add senate.zip");
    expect(collecting).toContain('"$DISCLOSED_HOME/senate-bundle-key.pem"');
    expect(existsSync(join(folder, "collector", "senate-bundle-key.pem"))).toBe(true);
  });
});
