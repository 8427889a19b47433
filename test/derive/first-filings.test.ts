// Readers of the first filing knew of the trade: outcomes and lateness of a row that restates it count from that filing.
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll, deriveChanges } from "../../src/derive/derive.ts";
import { trackRecordPeriods } from "../../src/store/statistics/insider.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addCompany, addFiling, addWeekdayBars, type FilingFixture, row, today } from "./fixture.ts";

const cik = "0000000001";
const owner = "0000000011";
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  for (const symbol of ["SPY", "AAA"])
    await addWeekdayBars(store, symbol, "one", "2023-01-02", "2026-01-14", (day) => 100 + day / 10);
  await addCompany(store, cik, "AAA");
});
afterAll(() => store.close());

const file = (filedOn: string, trades: FilingFixture["trades"], more: Partial<FilingFixture> = {}) =>
  addFiling(store, { company: cik, filedOn, owners: [owner], trades, ...more });
const supersede = (id: number, by: number | null) =>
  store.pool.query("UPDATE insider_trades SET superseded_by_id = $2 WHERE id = $1", [id, by]);
const trade = (id: number) => row(store, "insider_trades", id);
const entry = async (id: number) => (await row(store, "insider_outcomes", id, "trade_id")).entry_on;
const isLate = async (id: number) =>
  ((await trade(id)).signal_factors as { factor: string }[]).some(({ factor }) => factor === "late_filing");

it("outcomes, entry and lateness of a restated row count from the first of three filings, those of an added row from its own", async () => {
  const amended = { form: "4/A", originalSubmittedOn: "2024-03-06" };
  const [original] = await file("2024-03-06", [{ tradedOn: "2024-03-05", price: 20 }]);
  const [second] = await file("2024-04-10", [{ tradedOn: "2024-03-05", price: 21 }], amended);
  const [third, added] = await file(
    "2024-05-15",
    [
      { tradedOn: "2024-03-04", price: 21 },
      { tradedOn: "2024-03-05", price: 22, shares: 7 },
    ],
    amended,
  );
  await supersede(original, second);
  await supersede(second, third);
  await deriveAll(store, { today });
  expect(await trade(third)).toMatchObject({ first_filed_on: "2024-03-06", filing_delay_days: 2 });
  expect(await trade(second)).toMatchObject({ first_filed_on: "2024-03-06", filing_delay_days: 1 });
  expect(await trade(original)).toMatchObject({ first_filed_on: null, filing_delay_days: 1 });
  for (const id of [original, second, third]) {
    expect(await entry(id)).toBe("2024-03-07");
    expect(await isLate(id)).toBe(false);
  }
  expect(await trade(added as number)).toMatchObject({ first_filed_on: null, filing_delay_days: 71 });
  expect(await entry(added as number)).toBe("2024-05-16");
  // the store has the form that was amended, and that form does not have the row
  expect(await isLate(added as number)).toBe(true);
  // the two lots that count: the restated one of March 4 and the added one
  expect((await trackRecordPeriods(store.prisma, owner))[0]?.resolvedTrades).toBe(2);
});

it("an original that is loaded later moves the entry of its amendment, and its removal moves it back", async () => {
  const [restating] = await file("2024-06-12", [{ tradedOn: "2024-06-03" }], {
    form: "4/A",
    originalSubmittedOn: "2024-06-05",
  });
  await deriveAll(store, { today });
  expect(await entry(restating)).toBe("2024-06-13");
  // the amended form is not stored: the date that the amendment states for it decides how late the trade was
  expect(await isLate(restating)).toBe(false);
  const [original] = await file("2024-06-05", [{ tradedOn: "2024-06-03" }]);
  await supersede(original, restating);
  await deriveChanges(store, [{ kind: "company", cik, from: "2024-06-05" }], { today });
  expect(await entry(restating)).toBe("2024-06-06");
  await supersede(original, null);
  await deriveChanges(store, [{ kind: "company", cik, from: "2024-06-05" }], { today });
  expect(await trade(restating)).toMatchObject({ first_filed_on: null, filing_delay_days: 9 });
  expect(await entry(restating)).toBe("2024-06-13");
});

it("a bar after the first filing changes the outcome of a row that was amended long after it", async () => {
  await store.pool.query(
    "DELETE FROM price_bars WHERE date BETWEEN '2025-01-01' AND '2025-03-31' AND series_id = (SELECT id FROM price_series WHERE symbol = 'AAA')",
  );
  const [original] = await file("2025-01-08", [{ tradedOn: "2025-01-07" }]);
  const [restating] = await file("2025-09-10", [{ tradedOn: "2025-01-07" }], { form: "4/A" });
  await supersede(original, restating);
  await deriveAll(store, { today });
  expect(await row(store, "insider_outcomes", restating, "trade_id")).toMatchObject({ reason: "no_bar_near_entry" });
  await store.pool.query(
    "INSERT INTO price_bars (series_id, date, close, adjusted_close) SELECT id, '2025-01-09', 50, 50 FROM price_series WHERE symbol = 'AAA'",
  );
  await deriveChanges(store, [{ kind: "prices", symbol: "AAA", from: "2025-01-09" }], { today });
  expect(await entry(restating)).toBe("2025-01-09");
});
