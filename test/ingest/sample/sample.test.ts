// The sample needs rows for every filter, vocabulary value, tier and status, and must never be mistaken for real data.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSampleData } from "../../../src/ingest/sample/load.ts";
import { addDays, dateOf } from "../../../src/lib/calendar-date.ts";
import { packageRoot } from "../../../src/lib/package-root.ts";
import { readSicCodes, syncReference } from "../../../src/store/reference.ts";
import { coverageDocuments, sourceCoverage } from "../../../src/store/statistics/coverage.ts";
import { coverageDays } from "../../../src/store/statistics/coverage-days.ts";
import { attentionItems } from "../../../src/store/statistics/for-operators.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";

const today = "2026-06-17";
let store: TestStore;
const steps: string[] = [];

beforeAll(async () => {
  store = await createTestStore();
  await syncReference(store);
  await loadSampleData(store, { today, progress: (what) => steps.push(what) });
});
afterAll(() => store.close());

async function counts(sql: string): Promise<Record<string, number>> {
  const { rows } = await store.pool.query<{ value: string | null; n: number }>(
    `SELECT value::text, count(*)::int AS n FROM (${sql}) AS v(value) GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ value, n }) => [String(value), n]));
}

async function expectValues(sql: string, values: readonly string[]): Promise<void> {
  const found = await counts(sql);
  expect(Object.keys(found)).toEqual(expect.arrayContaining([...values]));
}

const trades = "FROM insider_trades WHERE NOT is_derivative AND superseded_by_id IS NULL";
const congress = "FROM politician_trades WHERE superseded_by_id IS NULL";

describe("the sample", () => {
  it("has at least 2,000 insider and 500 politician trades", async () => {
    const { rows } = await store.pool.query(
      `SELECT (SELECT count(*)::int ${trades}) AS a, (SELECT count(*)::int ${congress}) AS b`,
    );
    expect(rows[0].a).toBeGreaterThanOrEqual(2_000);
    expect(rows[0].b).toBeGreaterThanOrEqual(500);
  });

  it("marks every name that a person sees, and every source address", async () => {
    const { rows } = await store.pool.query(`
      SELECT name FROM companies WHERE name NOT LIKE '%(Sample)' UNION ALL
      SELECT name FROM insiders WHERE name NOT LIKE '%(Sample)' UNION ALL
      SELECT name FROM politicians WHERE name NOT LIKE '%(Sample)' UNION ALL
      SELECT name FROM committees WHERE name NOT LIKE '%(Sample)' UNION ALL
      SELECT asset_name FROM politician_trades WHERE asset_name NOT LIKE '%(Sample)%' UNION ALL
      SELECT source_url FROM filings WHERE source_url NOT LIKE 'https://filings.example.invalid/sample/%' UNION ALL
      SELECT source_url FROM disclosure_reports WHERE source_url NOT LIKE 'https://disclosures.example.invalid/sample/%' UNION ALL
      SELECT symbol FROM price_series WHERE provider <> 'sample' OR (symbol NOT LIKE 'ZQ%' AND symbol <> 'SPY')`);
    expect(rows).toEqual([]);
  });

  it("marks the store as a sample, and reports its progress", async () => {
    expect(await counts("SELECT kind FROM data_version")).toEqual({ sample: 1 });
    expect(steps.at(0)).toBe("invented filings, prices and members of Congress");
    expect(steps.at(-1)).toBe("done");
  });
});

describe("the sample's insider trades", () => {
  it("have every transaction code, several times", async () => {
    const codes = JSON.parse(readFileSync(join(packageRoot, "prisma/reference/transaction-codes.json"), "utf8"));
    const found = await counts(`SELECT transaction_code ${trades}`);
    expect(codes).toHaveLength(20);
    for (const { code } of codes) expect(found[code], code).toBeGreaterThanOrEqual(5);
  });

  it("have every sector, and rows without one", async () => {
    const sectors = new Set((await readSicCodes()).map(({ sector }) => sector));
    await expectValues("SELECT DISTINCT sector FROM companies", [...sectors, "null"]);
  });

  it("have every tier, direction and outcome status", async () => {
    await expectValues(`SELECT signal_tier ${trades}`, ["strong", "moderate", "weak", "noise"]);
    await expectValues(`SELECT signal_direction ${trades}`, ["bullish", "bearish", "neutral"]);
    await expectValues("SELECT status FROM insider_outcomes", ["resolved", "partial", "pending", "unavailable"]);
  });

  it("have plans, joint insiders, derivative rows, corrections, forms and ownerships", async () => {
    await expectValues("SELECT is_10b5_1 FROM insider_trades", ["true", "false", "null"]);
    await expectValues("SELECT ordinal FROM filing_owners", ["0", "1"]);
    await expectValues("SELECT is_derivative FROM insider_trades", ["true", "false"]);
    await expectValues("SELECT superseded_by_id IS NOT NULL FROM insider_trades", ["true", "false"]);
    await expectValues("SELECT form_type FROM filings", ["3", "4", "4/A", "5"]);
    await expectValues("SELECT ownership FROM insider_trades", ["D", "I"]);
    await expectValues("SELECT price IS NULL FROM insider_trades", ["true", "false"]);
    await expectValues("SELECT filing_delay_days > 10 FROM insider_trades", ["true", "false"]);
    await expectValues("SELECT ticker IS NULL FROM companies", ["true", "false"]);
  });

  it("have clusters of purchases and of sales, of two people and of more", async () => {
    await expectValues("SELECT transaction_code || (size > 2) FROM clusters", ["Ptrue", "Pfalse", "Strue", "Sfalse"]);
  });

  it("have suspect prices, and trade dates with a mistyped year", async () => {
    await expectValues(`SELECT price_quality ${trades}`, ["ok", "suspect"]);
    await expectValues(`SELECT filed_on - traded_on > 1826 ${trades}`, ["true", "false"]);
  });

  it("have orders in lots of several prices", async () => {
    const orders = await counts(`SELECT count(DISTINCT price) ${trades} AND transaction_code IN ('P', 'S')
      GROUP BY insider_cik, company_cik, traded_on, transaction_code, security_title`);
    expect(orders["4"]).toBeGreaterThanOrEqual(5);
  });

  it("have clusters of three buyers after which the shares rose by more than a tenth in 90 days, and more than SPY", async () => {
    const rose = await counts(`SELECT min(o.return_90) > 10 AND min(o.return_90 - o.spy_return_90) > 0 FROM clusters c
      JOIN cluster_trades m ON m.cluster_id = c.id JOIN insider_outcomes o USING (trade_id)
      WHERE c.transaction_code = 'P' AND c.size >= 3 GROUP BY c.id`);
    expect(rose.true).toBeGreaterThanOrEqual(3);
  });

  it("have a renamed company under its old and its new symbol", async () => {
    await expectValues("SELECT symbol FROM company_tickers", ["ZQOLDU", "ZQUMB"]);
    expect(await counts("SELECT ticker FROM companies WHERE name LIKE 'Umberline%'")).toEqual({ ZQUMB: 1 });
  });

  it("have filings of the last week, and none after today", async () => {
    const { rows } = await store.pool.query(`SELECT max(filed_on) AS newest ${trades}`);
    expect(rows[0].newest <= today).toBe(true);
    expect(rows[0].newest >= "2026-06-10").toBe(true);
  });
});

describe("the sample's politician trades", () => {
  it("have every type, owner, party, chamber and date quality", async () => {
    await expectValues(`SELECT trade_type ${congress}`, [
      "Purchase",
      "Sale (Full)",
      "Sale (Partial)",
      "Sale",
      "Exchange",
    ]);
    await expectValues(`SELECT owner ${congress}`, ["Self", "Spouse", "Joint", "Child", "null"]);
    await expectValues(`SELECT party || ' ' || chamber ${congress}`, [
      ...["Democrat House", "Democrat Senate", "Republican House", "Republican Senate"],
      ...["Independent House", "Independent Senate"],
    ]);
    await expectValues(`SELECT date_quality ${congress}`, [
      ...["ok", "transaction_after_disclosure", "future_transaction_date", "implausible_lag"],
    ]);
  });

  it("have late trades, corrections, open brackets, exact amounts, and assets without a symbol", async () => {
    await expectValues(`SELECT is_late ${congress}`, ["true", "false"]);
    await expectValues("SELECT chamber FROM politician_trades WHERE superseded_by_id IS NOT NULL", ["House", "Senate"]);
    await expectValues(`SELECT is_amendment ${congress}`, ["true", "false"]);
    await expectValues(`SELECT amount_low IS NOT NULL AND amount_high IS NULL ${congress}`, ["true", "false"]);
    await expectValues(`SELECT amount_low = amount_high ${congress}`, ["true", "false", "null"]);
    await expectValues(`SELECT ticker IS NULL ${congress}`, ["true", "false"]);
    await expectValues(`SELECT comment IS NULL ${congress}`, ["true", "false"]);
  });

  it("have late trades in companies that a committee of the member oversees", async () => {
    const found = await counts(`SELECT is_late AND is_committee_trade ${congress}`);
    expect(found.true).toBeGreaterThanOrEqual(3);
  });

  it("have committee trades of both bases, and trades of which nothing is known", async () => {
    await expectValues(`SELECT committee_data || is_committee_trade ${congress}`, [
      "knowntrue",
      "knownfalse",
      "unknownfalse",
    ]);
    await expectValues(`SELECT m->>'basis' FROM politician_trades, jsonb_array_elements(committee_matches) AS m`, [
      ...["roster", "inferred"],
    ]);
  });

  it("have every outcome status", async () => {
    await expectValues("SELECT status FROM politician_outcomes", ["resolved", "partial", "pending", "unavailable"]);
  });

  it("have committees of every chamber, members in and out of office, and seats that changed hands", async () => {
    await expectValues("SELECT chamber FROM committees", ["House", "Senate", "Joint"]);
    await expectValues("SELECT current FROM committee_memberships", ["true", "false"]);
    await expectValues(`SELECT max(end_on) > '${today}' FROM politician_terms GROUP BY bioguide_id`, ["true", "false"]);
  });
});

describe("the sample's coverage", () => {
  const states = async (source: string, from: string) => {
    const days = await coverageDays(store.prisma, source, from, today);
    return new Map(days.map((one) => [dateOf(one.day), one]));
  };

  it("has complete days, one with a gap, and one whose gap was closed by a later fetch", async () => {
    const days = await states("form345", addDays(today, -35));
    const withGap = [...days].filter(([, { state }]) => state === "incomplete");
    expect(withGap).toEqual([["2026-06-08", expect.objectContaining({ notFetched: 1, fetchFailures: 0 })]]);
    expect(days.get("2026-06-01")).toMatchObject({ state: "complete", notFetched: 0 });
    const closed = await coverageDocuments(
      store.prisma,
      { source: "form345", from: "2026-06-01", to: "2026-06-01" },
      { page: 1, pageSize: 100 },
    );
    const late = closed.nodes.filter(({ attempts }) => attempts > 0);
    expect(late.length).toBeGreaterThan(0);
    for (const one of late)
      expect(one).toMatchObject({ state: "stored", lastError: "HTTP 503, invented for the sample data" });
    expect([...days].filter(([, { state }]) => state === "complete").length).toBeGreaterThan(10);
    for (const [day, { reconciled, storedUnlisted }] of days)
      expect({ reconciled, storedUnlisted }, day).toEqual({ reconciled: true, storedUnlisted: 0 });
  });

  it("has a mark on every listing and every listed document", async () => {
    const { rows } = await store.pool.query(`
      SELECT listing FROM listing_fetches WHERE listing NOT LIKE 'sample/%' UNION ALL
      SELECT url FROM listed_documents WHERE url NOT LIKE 'https://%.example.invalid/sample/%'`);
    expect(rows).toEqual([]);
  });

  it.each([0, 90])(
    "is neither behind nor failed, and needs no attention, %i days after it was loaded",
    async (days) => {
      const then = addDays(today, days);
      for (const { source, behind, behindDays, listing } of await sourceCoverage(store.prisma, then)) {
        expect({ behind, behindDays }, source).toEqual({ behind: false, behindDays: 0 });
        if (listing) expect(listing, source).toMatchObject({ reconciled: true, storedUnlisted: 0, failedFetches: 0 });
        expect(listing?.days.filter(({ state }) => state === "failed") ?? []).toEqual([]);
      }
      expect(await attentionItems(store.prisma, then)).toEqual([]);
    },
  );
});

describe("loading the sample", () => {
  it("gives the same ids on another day, and does nothing if the store is not empty", async () => {
    expect(await loadSampleData(store, { today })).toBe(false);
    const other = await createTestStore();
    try {
      await syncReference(other);
      expect(await loadSampleData(other, { today: "2027-01-02" })).toBe(true);
      for (const table of ["insider_trades", "politician_trades"]) {
        const ids = async ({ pool }: TestStore) => (await pool.query(`SELECT id FROM ${table} ORDER BY id`)).rows;
        expect(await ids(other)).toEqual(await ids(store));
      }
    } finally {
      await other.close();
    }
  });
});
