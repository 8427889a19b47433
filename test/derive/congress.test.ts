// Lateness, date quality and committee matches of politician trades, by hand.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveAll, deriveChanges } from "../../src/derive/derive.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addCompany, addDisclosure, addPolitician, row, today } from "./fixture.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const member = "A000001";
const trade = (id: number) => row(store, "politician_trades", id);

describe("lateness", () => {
  const cases: [string, { filedOn: string; tradedOn: string | null; amendmentOf?: string | null }, object][] = [
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
      "trade after disclosure",
      { filedOn: "2024-02-16", tradedOn: "2024-02-17" },
      { delay_days: -1, is_late: false, date_quality: "transaction_after_disclosure" },
    ],
    [
      "trade in the future",
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
      "an amendment counts from its original",
      { filedOn: "2024-06-01", tradedOn: "2024-01-01", amendmentOf: "2024-01-11" },
      { delay_days: 10, is_late: false, date_quality: "ok" },
    ],
    [
      "an amendment of an unknown original",
      { filedOn: "2024-06-01", tradedOn: "2024-01-01", amendmentOf: null },
      { delay_days: null, is_late: false, date_quality: "ok" },
    ],
    [
      "no trade date",
      { filedOn: "2024-06-01", tradedOn: null },
      { delay_days: null, is_late: false, date_quality: "ok" },
    ],
  ];
  it.each(cases)("%s", async (_, dates, expected) => {
    const id = await addDisclosure(store, { bioguideId: member, ...dates });
    await deriveChanges(store, [{ kind: "politician", bioguideId: member }], { today });
    expect(await trade(id)).toMatchObject(expected);
  });
});

describe("company and committees", () => {
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
    ["before the first snapshot", "2021-01-03", "BNK", { committee_matches: [{ ...bank, basis: "inferred" }] }],
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
      "to the end of the newest snapshot's Congress",
      "2025-01-02",
      "DRG",
      { is_committee_trade: true, committee_data: "known" },
    ],
    ["behind it", "2025-01-03", "DRG", { is_committee_trade: false, committee_data: "unknown" }],
    [
      "without a known sector",
      "2023-03-01",
      "ZZZ",
      { is_committee_trade: false, committee_data: "known", sector: null },
    ],
    ["without a ticker", "2023-03-01", null, { is_committee_trade: false, committee_data: "known", company_cik: null }],
  ];
  it.each(cases)("%s", async (_, tradedOn, ticker, expected) => {
    const id = await addDisclosure(store, { bioguideId: member, filedOn: "2025-02-01", tradedOn, ticker });
    await deriveChanges(store, [{ kind: "rosters" }], { today });
    expect(await trade(id)).toMatchObject(expected);
  });

  it("finds the company by an old symbol, by the dates it was seen where two had it", async () => {
    await addCompany(store, "0000000003", "NEW", { oldSymbols: ["OLD"] });
    await addCompany(store, "0000000004", "OLD");
    const before = await addDisclosure(store, {
      bioguideId: member,
      filedOn: "2024-01-02",
      tradedOn: "2024-01-01",
      ticker: "NEW",
    });
    const reused = await addDisclosure(store, {
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
