// The reference data are loaded into the store once, follow the files, and leave an operator's plans as they are.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCommitteeJurisdictions, readSicCodes, syncReference } from "../../src/store/reference.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const tableOf = async (sql: string) => (await store.pool.query(sql)).rows;

describe("syncReference", () => {
  it("fills an empty store and changes nothing the second time", async () => {
    const first = await syncReference(store);
    expect(first.sicCodes).toBe((await readSicCodes()).length);
    expect(first.jurisdictions).toBe((await readCommitteeJurisdictions()).length);
    expect(await syncReference(store)).toEqual({ sicCodes: 0, jurisdictions: 0, plans: 0, companies: 0 });
    expect(await tableOf("SELECT version, kind FROM data_version")).toEqual([{ version: "0", kind: "empty" }]);
  });

  it("stores the plans of the specification, whose month allows 31 times a day's requests", async () => {
    expect(
      await tableOf(
        "SELECT id, price_per_month, per_minute, per_day, per_month, commercial_use FROM plans WHERE listed ORDER BY price_per_month",
      ),
    ).toEqual([
      { id: "free", price_per_month: "0", per_minute: 60, per_day: 5, per_month: 155, commercial_use: false },
      { id: "plus", price_per_month: "19", per_minute: 60, per_day: 500, per_month: 15_500, commercial_use: false },
      {
        id: "pro",
        price_per_month: "199",
        per_minute: 60,
        per_day: 50_000,
        per_month: 1_550_000,
        commercial_use: false,
      },
      {
        id: "max",
        price_per_month: "500",
        per_minute: 300,
        per_day: 500_000,
        per_month: 15_500_000,
        commercial_use: true,
      },
    ]);
    expect(await tableOf("SELECT per_minute, per_day, per_month FROM plans WHERE id = 'demo' AND NOT listed")).toEqual([
      { per_minute: 60, per_day: 10_000, per_month: 310_000 },
    ]);
  });

  it("keeps plans that an operator changed, added or unlisted, and adds a missing one again", async () => {
    await store.pool.query("UPDATE plans SET per_day = 7, listed = false WHERE id = 'free'");
    await store.pool.query(`INSERT INTO plans (id, name, price_per_month, per_minute, per_day, per_month, commercial_use, listed)
      VALUES ('acme', 'Acme', 1000, 600, 9, 270, true, false)`);
    await store.pool.query("DELETE FROM plans WHERE id = 'pro'");
    expect((await syncReference(store)).plans).toBe(1);
    expect(await tableOf("SELECT id, per_day FROM plans WHERE id IN ('acme', 'free', 'pro') ORDER BY id")).toEqual([
      { id: "acme", per_day: 9 },
      { id: "free", per_day: 7 },
      { id: "pro", per_day: 50_000 },
    ]);
  });

  it("corrects rows that differ, then the companies with these codes, and advances the data version", async () => {
    await store.pool.query("UPDATE sic_codes SET sector = 'Wrong' WHERE code = 7372");
    await store.pool.query(
      "DELETE FROM committee_jurisdictions WHERE id IN (SELECT min(id) FROM committee_jurisdictions)",
    );
    await store.pool.query("INSERT INTO committee_jurisdictions (committee_code, reason) VALUES ('HSXX', 'stray')");
    await store.pool.query(
      "INSERT INTO companies (cik, name, sic_code, sector, industry) VALUES ('0000000001', 'Example Corp', 7372, 'Wrong', 'Wrong')",
    );
    expect(await syncReference(store)).toEqual({ sicCodes: 1, jurisdictions: 2, plans: 0, companies: 1 });
    expect(await tableOf("SELECT sector, industry FROM companies")).toEqual([
      { sector: "Technology", industry: "Services-Prepackaged Software" },
    ]);
    expect(await tableOf("SELECT version FROM data_version")).toEqual([{ version: "1" }]);
    // what is derived from the sector, of all filings of the company
    expect(await tableOf("SELECT kind, key, from_on FROM pending_derivations")).toEqual([
      { kind: "company", key: "0000000001", from_on: null },
    ]);
  });

  it("loads every row once when it runs twice concurrently", async () => {
    await store.pool.query("TRUNCATE committee_jurisdictions");
    await Promise.all([syncReference(store), syncReference(store)]);
    expect(await tableOf("SELECT count(*)::int AS n FROM committee_jurisdictions")).toEqual([
      { n: (await readCommitteeJurisdictions()).length },
    ]);
  });
});
