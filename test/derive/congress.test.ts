// Lateness, date quality and committee matches of politician trades, by hand.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveAll, deriveChanges } from "../../src/derive/derive.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addCompany, addPolitician, addPoliticianTrade, type PoliticianTradeFixture, row, today } from "./fixture.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const member = "A000001";
const trade = (id: number) => row(store, "politician_trades", id);

describe("lateness", () => {
  const cases: [string, Omit<PoliticianTradeFixture, "bioguideId">, object][] = [
    [
      "45 days",
      { filedOn: "2024-02-15", tradedOn: "2024-01-01" },
      { delay_days: 45, is_late: false, date_quality: "ok" },
    ],
    [
      "46 days",
      { filedOn: "2024-02-16", tradedOn: "2024-01-01" },
      { delay_days: 46, is_late: true, date_quality: "ok" },
    ],
    [
      "a trade after its report",
      { filedOn: "2024-02-16", tradedOn: "2024-02-17" },
      { delay_days: -1, is_late: false, date_quality: "transaction_after_disclosure" },
    ],
    [
      "a trade in the future",
      { filedOn: "2024-02-16", tradedOn: "2026-01-16" },
      { is_late: false, date_quality: "future_transaction_date" },
    ],
    [
      "1,826 days",
      { filedOn: "2024-01-01", tradedOn: "2019-01-01" },
      { delay_days: 1826, is_late: true, date_quality: "ok" },
    ],
    [
      "1,827 days",
      { filedOn: "2024-01-02", tradedOn: "2019-01-01" },
      { delay_days: 1827, is_late: false, date_quality: "implausible_lag" },
    ],
    [
      "an amendment, which counts from its original",
      { filedOn: "2024-06-01", tradedOn: "2024-01-01", amendmentOf: "2024-01-11" },
      {
        delay_days: 10,
        is_late: false,
        date_quality: "ok",
        first_filed_on: "2024-01-11",
        counted_from: "first_filing",
      },
    ],
    [
      "an amendment of an unknown original",
      { filedOn: "2024-06-01", tradedOn: "2024-01-01", amendmentOf: null },
      { delay_days: null, is_late: false, date_quality: "ok", first_filed_on: null, counted_from: "amendment" },
    ],
    [
      "30 days after the notification",
      { filedOn: "2024-02-09", tradedOn: "2024-01-05", notifiedOn: "2024-01-10" },
      { is_late: false, is_late_statutory: false },
    ],
    [
      "31 days after the notification",
      { filedOn: "2024-02-10", tradedOn: "2024-01-05", notifiedOn: "2024-01-10" },
      { is_late: false, is_late_statutory: true },
    ],
    [
      "46 days after the trade, soon after the notification",
      { filedOn: "2024-02-16", tradedOn: "2024-01-01", notifiedOn: "2024-02-10" },
      { is_late: true, is_late_statutory: true },
    ],
    [
      "an amendment, which counts from its original for the statute too",
      { filedOn: "2024-06-01", tradedOn: "2024-01-01", notifiedOn: "2024-01-02", amendmentOf: "2024-01-11" },
      { is_late: false, is_late_statutory: false },
    ],
    [
      "no notification date",
      { filedOn: "2024-06-01", tradedOn: "2024-01-01" },
      { is_late: true, is_late_statutory: null },
    ],
    [
      "a notification before the trade",
      { filedOn: "2024-02-16", tradedOn: "2024-01-10", notifiedOn: "2023-01-10" },
      { is_late: false, is_late_statutory: null },
    ],
    [
      "no trade date",
      { filedOn: "2024-06-01", tradedOn: null },
      { delay_days: null, is_late: false, date_quality: "ok" },
    ],
  ];
  // every rule stays within one row: all are derived at once
  const ids = new Map<string, number>();
  beforeAll(async () => {
    for (const [name, dates] of cases) ids.set(name, await addPoliticianTrade(store, { bioguideId: member, ...dates }));
    await deriveChanges(store, [{ kind: "politician", bioguideId: member }], { today });
  });
  it.each(cases)("is derived for %s", async (name, _, expected) => {
    expect(await trade(ids.get(name) as number)).toMatchObject(expected);
  });
});

describe("company and committees", () => {
  const ids = new Map<string, number>();
  beforeAll(async () => {
    await addPolitician(store, member);
    await addCompany(store, "0000000001", "BNK", { sector: "Financials", industry: "State Commercial Banks" });
    await addCompany(store, "0000000002", "DRG", { sector: "Health Care", industry: "Pharmaceutical Preparations" });
    await store.pool.query(`
      INSERT INTO committees (code, name, chamber, type) VALUES
        ('HSBA', 'Financial Services', 'House', 'standing'), ('HSIF', 'Energy and Commerce', 'House', 'standing'),
        ('HSAP', 'Appropriations', 'House', 'standing');
      DELETE FROM committee_jurisdictions;
      INSERT INTO committee_jurisdictions (committee_code, sector, industry, general, reason) VALUES
        ('HSBA', 'Financials', NULL, false, 'x'), ('HSIF', NULL, 'Pharmaceutical Preparations', false, 'x'),
        ('HSAP', 'Financials', NULL, false, 'x'), ('HSAP', NULL, NULL, true, 'x');
      INSERT INTO roster_snapshots (as_of) VALUES ('2021-05-01'), ('2023-03-01');
      INSERT INTO committee_memberships (committee_code, bioguide_id, seen_from, valid_from, valid_to, current) VALUES
        ('HSBA', 'A000001', '2021-05-01', '2021-01-03', '2023-03-01', false),
        ('HSIF', 'A000001', '2023-03-01', '2023-03-01', NULL, true),
        ('HSAP', 'A000001', '2021-05-01', '2021-01-03', NULL, true)`);
    for (const [name, tradedOn, ticker] of cases)
      ids.set(name, await addPoliticianTrade(store, { bioguideId: member, filedOn: "2025-02-01", tradedOn, ticker }));
    await deriveChanges(store, [{ kind: "rosters" }], { today });
  });

  const bank = { code: "HSBA", name: "Financial Services" };
  const energy = { code: "HSIF", name: "Energy and Commerce" };
  const cases: [string, string, string | null, object][] = [
    [
      "before the Congress of the first snapshot",
      "2021-01-02",
      "BNK",
      { committee_data: "unknown", committee_matches: [] },
    ],
    [
      "before the first snapshot",
      "2021-01-03",
      "BNK",
      { committee_matches: [{ ...bank, basis: "inferred" }], committee_data: "inferred" },
    ],
    [
      "before the first snapshot, of what no seat covers",
      "2021-01-03",
      "DRG",
      { committee_matches: [], is_committee_trade: false, committee_data: "inferred" },
    ],
    ["before the first snapshot, without a sector", "2021-01-03", "ZZZ", { committee_data: "issuer_unknown" }],
    [
      "on the day of the first snapshot",
      "2021-05-01",
      "BNK",
      {
        committee_matches: [{ ...bank, basis: "roster" }],
        is_committee_trade: true,
        committee_data: "known",
        sector: "Financials",
      },
    ],
    ["on the last day", "2023-02-28", "BNK", { committee_matches: [{ ...bank, basis: "roster" }] }],
    [
      "when the seat was lost",
      "2023-03-01",
      "BNK",
      { committee_matches: [], is_committee_trade: false, committee_data: "known" },
    ],
    [
      "by industry",
      "2023-03-01",
      "DRG",
      { committee_matches: [{ ...energy, basis: "roster" }], company_cik: "0000000002" },
    ],
    [
      "at the end of the newest snapshot's Congress",
      "2025-01-02",
      "DRG",
      { is_committee_trade: true, committee_data: "known" },
    ],
    ["after the end of that Congress", "2025-01-03", "DRG", { is_committee_trade: false, committee_data: "unknown" }],
    [
      "without a known sector",
      "2023-03-01",
      "ZZZ",
      { is_committee_trade: false, committee_data: "issuer_unknown", sector: null },
    ],
    ["without a ticker", "2023-03-01", null, { committee_data: "issuer_unknown", company_cik: null }],
    ["without a roster or a sector", "2025-01-03", "ZZZ", { committee_data: "unknown" }],
  ];
  it.each(cases)("are derived for a trade %s", async (name, _day, _ticker, expected) => {
    expect(await trade(ids.get(name) as number)).toMatchObject(expected);
  });

  it("the committee data are unknown for a member whom no roster lists, and known for one who had a term on its day and no seat", async () => {
    const traded = async (bioguideId: string, terms: [string, string][]) => {
      await addPolitician(store, bioguideId);
      await store.pool.query("DELETE FROM politician_terms WHERE bioguide_id = $1", [bioguideId]);
      for (const [from, to] of terms)
        await store.pool.query(
          "INSERT INTO politician_terms (bioguide_id, chamber, start_on, end_on, state, party) VALUES ($1, 'House', $2, $3, 'CA', 'Democrat')",
          [bioguideId, from, to],
        );
      const dates = { filedOn: "2024-06-01", tradedOn: "2024-05-01" };
      return await addPoliticianTrade(store, { bioguideId, ...dates, ticker: "BNK" });
    };
    const inOffice = await traded("C000001", [["2023-01-03", "2025-01-03"]]);
    const others = [
      await traded("C000002", [["2024-04-02", "2025-01-03"]]),
      await traded("C000003", [["2023-01-03", "2023-02-01"]]),
      await traded("C000004", []),
    ];
    await deriveChanges(store, [{ kind: "rosters" }], { today });
    expect((await trade(inOffice)).committee_data).toBe("known");
    for (const id of others) expect((await trade(id)).committee_data).toBe("unknown");
  });

  it("a symbol outside of its known days is a company's only where the asset names it and it had no other symbol then", async () => {
    await addCompany(store, "0000000021", "METX");
    await addCompany(store, "0000000022", "FBX");
    await store.pool.query("UPDATE companies SET name = 'Faces Invented Inc' WHERE cik = '0000000021'");
    await store.pool.query("UPDATE companies SET name = 'Farmers Invented Bancorp' WHERE cik = '0000000022'");
    await store.pool.query(
      `INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source, listed_on) VALUES
         ('0000000021', 'FBX', '2020-01-10', '2022-06-08', 'form345', NULL), ('0000000022', 'FBX', '2025-06-01', '2026-01-10', 'companies', '2026-01-10')
       ON CONFLICT (company_cik, symbol) DO UPDATE SET first_seen_on = excluded.first_seen_on, listed_on = excluded.listed_on`,
    );
    await store.pool.query("UPDATE company_tickers SET first_seen_on = '2022-06-09' WHERE symbol = 'METX'");
    const on = (tradedOn: string, assetName: string, ticker = "FBX") =>
      addPoliticianTrade(store, { bioguideId: member, filedOn: tradedOn, tradedOn, ticker, assetName });
    const ids = [
      await on("2019-05-01", "Faces Invented Inc. Class A"),
      await on("2021-05-03", "x"),
      await on("2024-05-01", "Farmers Invented Bancorp"),
      await on("2025-07-01", "x"),
      await on("2019-05-01", "Sprightly Phones"),
      await on("2024-05-01", "FBX"),
      await on("2019-05-01", "Faces Invented Inc", "METX"),
    ];
    await deriveChanges(
      store,
      [
        { kind: "company", cik: "0000000022" },
        { kind: "company", cik: "0000000021" },
      ],
      { today },
    );
    const issuers = await Promise.all(ids.map(async (id) => (await trade(id)).company_cik));
    const [faces, farmers] = ["0000000021", "0000000022"];
    expect(issuers).toEqual([faces, faces, farmers, farmers, null, null, null]);
  });

  it("the company is found by an old symbol, by the dates of the symbol where two had it", async () => {
    await addCompany(store, "0000000003", "NEW", { oldSymbols: ["OLD"] });
    await addCompany(store, "0000000004", "OLD");
    const before = await addPoliticianTrade(store, {
      bioguideId: member,
      filedOn: "2024-01-02",
      tradedOn: "2024-01-01",
      ticker: "NEW",
    });
    const reused = await addPoliticianTrade(store, {
      bioguideId: member,
      filedOn: "2024-01-02",
      tradedOn: "2024-01-01",
      ticker: "OLD",
    });
    await deriveAll(store, { today });
    expect(await trade(before)).toMatchObject({ company_cik: "0000000003" });
    expect(await trade(reused)).toMatchObject({ company_cik: "0000000004" });
  });
});

it("a second run changes nothing, and last_modified moves only with what callers see", async () => {
  await deriveAll(store, { today });
  const state = async () =>
    (
      await store.pool.query(
        "SELECT (SELECT version FROM data_version), max(last_modified)::text FROM politician_trades",
      )
    ).rows[0];
  const before = await state();
  expect(await deriveAll(store, { today })).toMatchObject({ changed: false });
  expect(await state()).toEqual(before);
  await store.pool.query("UPDATE companies SET sector = 'Energy' WHERE cik = '0000000001'");
  const summary = await deriveChanges(store, [{ kind: "company", cik: "0000000001" }], { today });
  expect(summary.changed).toBe(true);
  expect(await state()).not.toEqual(before);
});
