// Responses put together from rendered rows are, byte for byte, those of the whole document: random requests of the
// routes that show trades, before and after a change of the data.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readPersisted } from "../../rest/all-routes.ts";
import type { RenderedRows } from "../../rest/cache/rendered-rows.ts";
import type { TradeIndexPort } from "../../src/fast/index/index.ts";
import { createExecutor } from "../../src/graph/executor.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import type { Execute } from "../../src/ports/execution.ts";
import { listInsiderTrades } from "../../src/store/lists/insider-trades.ts";
import { listLateFilings, listPoliticianTrades } from "../../src/store/lists/politician-trades.ts";
import type { TestStore } from "../support/database.ts";
import { politicianTradeId, seedToday, tradeId } from "../support/seed.ts";
import { type Service, startService, unlimitedKey } from "../support/service.ts";

let service: Service;
let key: string;
let version: string;
let rendersRows = false;
let isBuilt = true;
let finds = 0;
let statistics: RenderedRows["statistics"];

beforeAll(async () => {
  const persisted = new Map(Object.entries(await readPersisted(packageRoot)));
  service = await startService({
    seeded: true,
    rowBytes: 1_000_000,
    onRows: (given) => {
      statistics = given;
    },
    execute(_, store) {
      const today = () => seedToday;
      const direct = { dataVersion: { current: () => version } };
      const execute = createExecutor(store, persisted, { today, direct, index: indexOf(store) });
      return Object.defineProperty(((...call) => execute(...call)) as Execute, "fromRows", {
        get: () => (rendersRows ? execute.fromRows : undefined),
      });
    },
  });
  key = await unlimitedKey(service);
  await learnVersion();
});
afterAll(() => service.stop());

/** An index that returns what PostgreSQL returns. */
function indexOf({ prisma }: TestStore): TradeIndexPort {
  return {
    async find(question, page) {
      finds++;
      if (question.list === "clusters" || !isBuilt) return undefined;
      const listed =
        question.list === "insiderTrades"
          ? await listInsiderTrades(prisma, question.filter, question, page)
          : question.list === "politicianTrades"
            ? await listPoliticianTrades(prisma, question.filter, question, page)
            : await listLateFilings(prisma, question.filter, question, page);
      return { total: listed.total, ids: listed.nodes.map(({ id }) => Number(id)) };
    },
  };
}

async function learnVersion(): Promise<void> {
  const { rows } = await service.store.pool.query("SELECT version::text FROM data_version");
  version = rows[0].version;
  // the executor gets the version from a document that runs in a snapshot
  await service.get("/api/v1/trades?include=outcomes", key);
}

async function changeVersion(): Promise<void> {
  await service.store.pool.query("SELECT disclosed_bump_data_version()");
  await learnVersion();
}

async function expectSame(path: string): Promise<void> {
  const send = () => service.get(`/api/v1${path}`, key, { headers: { "x-request-id": "same" } });
  rendersRows = false;
  const plain = await send();
  rendersRows = true;
  for (let time = 0; time < 2; time++) {
    const rendered = await send();
    expect(rendered.status, path).toBe(plain.status);
    expect(rendered.text).toBe(plain.text);
    expect(rendered.headers.get("etag")).toBe(plain.headers.get("etag"));
  }
}

const choice = (name: string, ...values: string[]) => fc.constantFrom(...values.map((value) => `${name}=${value}`));
const paging = [fc.constant("page=1&pageSize=4"), fc.constant("page=2&pageSize=3"), fc.constant("pageSize=30")];
const query = (...parts: fc.Arbitrary<string>[]) =>
  fc.subarray(parts).chain((chosen) => fc.tuple(fc.oneof(...paging), ...chosen).map((texts) => texts.join("&")));

const requests: [string, fc.Arbitrary<string>][] = [
  [
    "/trades",
    query(
      choice("tradeTypes", "P", "S", "P,M"),
      choice("sort", "value", "tradedOn", "signalScore"),
      choice("order", "asc", "desc"),
      choice("include", "footnotes", "outcomes"),
      choice("fields", "id", "id,company_name", "joint_insiders.name,sector", "footnotes", "outcomes"),
      choice("minValue", "1000"),
      choice("includeDerivative", "true"),
    ),
  ],
  [
    "/politician-trades",
    query(
      choice("chamber", "House", "Senate"),
      choice("sort", "amountMid", "filedOn"),
      choice("fields", "id", "politician_name,amount_low", "committee_matches"),
    ),
  ],
  ["/late-filings", query(choice("fields", "id,delay_days", "id"))],
  [`/trades/${tradeId("lot1")}`, query(choice("fields", "id,footnotes", "company_name"))],
  [`/politician-trades/${politicianTradeId("lateSpouse")}`, query(choice("fields", "id", "source_url"))],
];

it.each(requests)("the response to %s has the same bytes", async (path, queries) => {
  const hits = statistics.hits;
  const isList = !/\d$/.test(path);
  const run = (text: string) =>
    expectSame(isList ? `${path}?${text}` : `${path}?${text.replace(/page(Size)?=\d+&?/g, "")}`);
  await fc.assert(fc.asyncProperty(queries, run), { numRuns: 25 });
  expect(statistics.hits).toBeGreaterThan(hits);
});

it("a row that has changed is shown", async () => {
  await expectSame("/trades?pageSize=20");
  await service.store.pool.query("UPDATE companies SET name = 'Renamed Inc.'");
  await service.store.pool.query("UPDATE insider_trades SET title = 'Changed' WHERE id = $1", [tradeId("recent")]);
  await changeVersion();
  await expectSame("/trades?pageSize=20");
  const { text } = await service.get("/api/v1/trades?pageSize=20", key);
  expect(text).toContain("Renamed Inc.");
  expect(text).toContain("Changed");
});

/** Changes of what a row shows, each as a load or a derivation makes it: on a part of the rows, by chance. */
const changes = [
  "UPDATE insider_trades SET title = 'Title ' || $1::int WHERE id % 7 = $1::int % 7",
  "UPDATE insider_trades SET superseded_by_id = (SELECT max(id) FROM insider_trades) WHERE id % 11 = $1::int % 11 AND id < (SELECT max(id) FROM insider_trades)",
  "UPDATE insider_trades SET signal_score = $1::int % 100 WHERE id % 5 = $1::int % 5",
  "DELETE FROM insider_trades WHERE id = (SELECT id FROM insider_trades t WHERE NOT EXISTS (SELECT FROM insider_trades s WHERE t.id IN (s.superseded_by_id, s.same_block_as_id, s.exercise_pair_id)) ORDER BY (id * $1::int) % 13, id LIMIT 1)",
  "UPDATE companies SET name = 'Company ' || $1::int WHERE cik::bigint % 3 = $1::int % 3",
  "UPDATE companies SET ticker = 'T' || $1::int, sector = 'Energy' WHERE cik::bigint % 3 = $1::int % 3",
  "UPDATE companies SET as_of = '2024-01-01'::date + $1::int % 100",
  "UPDATE filings SET remarks = 'Remark ' || $1::int, source_url = 'https://filings.example/' || $1::int",
  "UPDATE filings SET footnotes = jsonb_build_object('F1', 'Footnote ' || $1::int, 'F2', 'Other ' || $1::int)",
  "UPDATE filing_owners SET name_as_filed = 'OWNER ' || $1::int WHERE ordinal = $1::int % 2 + 1",
  "UPDATE politicians SET name = 'Member ' || $1::int WHERE length(bioguide_id) > $1::int % 2",
  "UPDATE disclosure_reports SET source_url = 'https://reports.example/' || $1::int",
  "UPDATE politician_trades SET committee_matches = '[]', is_committee_trade = false WHERE id % 3 = $1::int % 3",
  "DELETE FROM politician_trades WHERE id = (SELECT id FROM politician_trades t WHERE NOT EXISTS (SELECT FROM politician_trades s WHERE s.superseded_by_id = t.id) ORDER BY (id * $1::int) % 13, id LIMIT 1)",
];
const pages = [
  "/trades?pageSize=40",
  "/trades?pageSize=40&include=footnotes&includeDerivative=true",
  "/trades?pageSize=40&fields=id,title",
  "/trades?pageSize=40&fields=id,footnotes,remarks",
  "/politician-trades?pageSize=40",
  "/late-filings?pageSize=40",
  `/trades/${tradeId("lot1")}`,
  `/politician-trades/${politicianTradeId("lateSpouse")}`,
];

it("what random loads have changed is shown, and only that is rendered again", async () => {
  const load = fc.tuple(fc.array(fc.constantFrom(...changes), { maxLength: 3 }), fc.nat(1000));
  const kept = statistics.kept;
  await fc.assert(
    fc.asyncProperty(load, async ([texts, number]) => {
      for (const text of texts) await service.store.pool.query(text, [number]);
      await changeVersion();
      for (const page of pages) await expectSame(page);
    }),
    { numRuns: process.env.SUITE ? 25 : 6, endOnFailure: true },
  );
  expect(statistics.kept).toBeGreaterThan(kept);
  await changeVersion();
  const { misses } = statistics;
  for (const page of pages) await expectSame(page);
  // nothing has changed: no row is rendered again; each of the two single trades is requested twice, and may be deleted
  expect(statistics.misses).toBeLessThanOrEqual(misses + 4);
});

it("the index is queried once where it has no page", async () => {
  isBuilt = false;
  rendersRows = true;
  finds = 0;
  expect((await service.get("/api/v1/trades?pageSize=6", key)).status).toBe(200);
  expect(finds).toBe(1);
  isBuilt = true;
});

it("an unknown trade and a data version that is not reached get the same refusals", async () => {
  await expectSame("/trades/1");
  await expectSame("/trades?dataVersion=999999");
});
