// A row is priced by the series of its own symbol, or of one that the same security had before or after: never by another class.
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll, deriveChanges } from "../../src/derive/derive.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addBars, addCompany, addFiling, addPoliticianTrade, addWeekdayBars, row, today, weekdays } from "./fixture.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  const bars = (from: string, close: number) => weekdays(from, "2026-01-14", (day) => close + day / 10);
  await addBars(store, "SPY", "one", bars("2018-01-01", 300));
  await addBars(store, "CLSA", "one", bars("2018-01-01", 100));
  await addBars(store, "CLSC", "one", bars("2023-01-02", 90));
  await addBars(store, "NEWN", "one", bars("2018-01-01", 50));
  await addBars(store, "TRIT", "one", bars("2018-01-01", 40));
});
afterAll(() => store.close());

const addSymbol = (cik: string, symbol: string, from: string, to: string, source = "form345") =>
  store.pool.query(
    `INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source, listed_on)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 = 'companies' THEN $4::date END)
     ON CONFLICT (company_cik, symbol) DO UPDATE
     SET first_seen_on = $3, last_seen_on = $4, source = $5, listed_on = excluded.listed_on`,
    [cik, symbol, from, to, source],
  );
const buy = async (company: string, tickerAsFiled: string, filedOn: string, security = "Common Stock") =>
  (await addFiling(store, { company, filedOn, tickerAsFiled, owners: ["0000000011"], trades: [{ security }] }))[0];
const ownTickers = async (...ids: number[]) =>
  (await Promise.all(ids.map((id) => row(store, "insider_trades", id)))).map(({ own_ticker }) => own_ticker);
const member = (ticker: string, filedOn: string) =>
  addPoliticianTrade(store, { bioguideId: "X000001", filedOn, tradedOn: filedOn, ticker });
const outcome = async (id: number, kind = "insider") => {
  const { status, reason, symbol } = (
    await store.pool.query(
      `SELECT o.status, o.reason, s.symbol FROM ${kind}_outcomes o LEFT JOIN price_series s ON s.id = o.series_id WHERE trade_id = $1`,
      [id],
    )
  ).rows[0];
  return { status, reason, symbol };
};
const resolved = (symbol: string) => ({ status: "resolved", reason: null, symbol });

it("no series of another class of the company is used, not even before the row's own series begins", async () => {
  await addCompany(store, "0000000001", "CLSA");
  for (const symbol of ["CLSA", "CLSC"]) await addSymbol("0000000001", symbol, "2015-01-01", "2025-12-31");
  const early = await buy("0000000001", "CLSC", "2020-03-02");
  const later = await buy("0000000001", "CLSC", "2024-03-04");
  const other = await buy("0000000001", "CLSA", "2020-03-02");
  const several = await buy("0000000001", "CLSC, CLSA", "2020-03-02");
  const members = [await member("CLSC", "2020-03-02"), await member("CLSA", "2020-03-02")] as const;
  await deriveAll(store, { today });
  expect(await outcome(early)).toEqual({ status: "unavailable", reason: "no_bar_near_entry", symbol: "CLSC" });
  expect(await outcome(later)).toEqual(resolved("CLSC"));
  expect(await outcome(other)).toEqual(resolved("CLSA"));
  expect(await outcome(several)).toEqual({ status: "unavailable", reason: "no_bar_near_entry", symbol: "CLSC" });
  expect(await outcome(members[0], "politician")).toEqual({
    status: "unavailable",
    reason: "no_bar_near_entry",
    symbol: "CLSC",
  });
  expect(await outcome(members[1], "politician")).toEqual(resolved("CLSA"));
});

it("the title decides where the filing names the symbol of another security of the company, whatever the spelling", async () => {
  await addCompany(store, "0000000002", "TRIT");
  await addSymbol("0000000002", "TRIT", "2015-01-01", "2025-12-31");
  await addSymbol("0000000002", "TRIT.PA", "2019-01-01", "2025-12-31");
  const preferred = await buy("0000000002", "TRIT", "2024-03-04", "7.5% Series A Cumulative Preferred Shares");
  const share = await buy("0000000002", "TRIT", "2024-03-04");
  const mistaken = await buy("0000000002", "TRIT-PA", "2024-03-04", "Common Shares");
  await deriveAll(store, { today });
  expect(await outcome(preferred)).toEqual({ status: "unavailable", reason: "not_a_listed_share", symbol: null });
  for (const id of [share, mistaken]) expect(await outcome(id)).toEqual(resolved("TRIT"));
  expect(await ownTickers(preferred, share, mistaken)).toEqual(["TRIT.PA", null, null]);
});

it("the class that the title names is used, also of several symbols in one field", async () => {
  await addCompany(store, "0000000005", "DUO.A");
  await addWeekdayBars(store, "DUO.A", "one", "2018-01-01", "2026-01-14", (day) => 70 + day / 10);
  await addWeekdayBars(store, "DUO.B", "one", "2018-01-01", "2026-01-14", (day) => 30 + day / 10);
  for (const symbol of ["DUO.A", "DUO.B"]) await addSymbol("0000000005", symbol, "2015-01-01", "2025-12-31");
  const ids = [
    await buy("0000000005", "NYSE: DUO.A, DUO.B", "2024-03-04", "Class B Common Stock"),
    await buy("0000000005", "DUO.A / DUO.B", "2024-03-04", "Class A Common Stock, par value $0.01"),
    await buy("0000000005", "DUO/A", "2024-03-04", "Class B Common Stock"),
    await buy("0000000005", "DUO-B", "2024-03-04", "Common Stock"),
  ];
  await deriveAll(store, { today });
  expect(await ownTickers(...ids)).toEqual(["DUO.B", null, "DUO.B", "DUO.B"]);
  expect((await Promise.all(ids.map((id) => outcome(id)))).map(({ symbol }) => symbol)).toEqual([
    "DUO.B",
    "DUO.A",
    "DUO.B",
    "DUO.B",
  ]);
  // no other class's prices are used for a class without a symbol
  const unlisted = await buy("0000000005", "DUO.A", "2024-03-04", "Class C Common Stock");
  await deriveChanges(store, [{ kind: "company", cik: "0000000005", from: "2024-03-04" }], { today });
  expect(await outcome(unlisted)).toEqual({ status: "unavailable", reason: "no_series", symbol: null });
  expect(await ownTickers(unlisted)).toEqual([null]);
});

it("no series of a class that the reviewed list distinguishes is used, where only filings of some days name both", async () => {
  await addCompany(store, "0000000007", "BRIEF.A");
  for (const symbol of ["BRIEF.A", "BRIEF.B"]) await addSymbol("0000000007", symbol, "2024-03-01", "2024-03-05");
  await addWeekdayBars(store, "BRIEF.A", "one", "2018-01-01", "2026-01-14", (day) => 80 + day / 10);
  const ids = [
    await buy("0000000007", "BRIEF.B", "2024-03-04", "Class B Common Stock"),
    await buy("0000000007", "BRIEF.A", "2024-03-04", "Class A Common Stock"),
  ] as const;
  await deriveAll(store, { today });
  expect(await outcome(ids[0])).toEqual({ status: "unavailable", reason: "no_series", symbol: null });
  expect(await outcome(ids[1])).toEqual(resolved("BRIEF.A"));
  expect(await ownTickers(...ids)).toEqual(["BRIEF.B", null]);
});

it("the series of the new symbol is used for a symbol that was renamed", async () => {
  await addCompany(store, "0000000003", "NEWN");
  await addSymbol("0000000003", "OLDN", "2015-01-01", "2022-06-20");
  await addSymbol("0000000003", "NEWN", "2022-06-09", "2025-12-31");
  const before = await buy("0000000003", "OLDN", "2020-03-02");
  await deriveAll(store, { today });
  expect(await outcome(before)).toEqual(resolved("NEWN"));
  // the SEC's list then names both, so they are two securities
  for (const symbol of ["OLDN", "NEWN"]) await addSymbol("0000000003", symbol, "2026-01-10", "2026-01-10", "companies");
  await deriveChanges(store, [{ kind: "company", cik: "0000000003", from: "2026-01-10" }], { today });
  expect(await outcome(before)).toEqual({ status: "unavailable", reason: "no_series", symbol: null });
  expect((await row(store, "insider_trades", before)).security_class).toBe("common");
});

it("the high of a purchase's year is that of its own class, and of no other symbol of the company", async () => {
  await addCompany(store, "0000000006", "PEAK.A");
  for (const symbol of ["PEAK.A", "PEAK.B"]) await addSymbol("0000000006", symbol, "2015-01-01", "2025-12-31");
  const fallen = weekdays("2022-01-03", "2024-03-01", (day) => (day < 600 ? 40 : 10));
  await addBars(store, "PEAK.B", "one", fallen);
  const day = "2024-03-01";
  const ids = [
    await buy("0000000006", "PEAK.B", day, "Class B Common Stock"),
    await buy("0000000006", "PEAK.A", day, "Class A Common Stock"),
    await buy("0000000006", "PEAK.A, PEAK.B", day, "Class B Common Stock"),
    await buy("0000000006", "PEAK.A", day, "Class B Common Stock"),
  ];
  await deriveAll(store, { today });
  const factors = await Promise.all(
    ids.map(async (id) => JSON.stringify((await row(store, "insider_trades", id)).signal_factors)),
  );
  expect(factors.map((list) => list.includes("price_drawdown"))).toEqual([true, false, true, false]);
});

it("no other class's series is used for a symbol that only filings give to a company of several classes", async () => {
  const cik = "0000000021";
  await addCompany(store, cik, "DUET");
  for (const [symbol, close] of [
    ["DUET", 60],
    ["DUEL", 80],
    ["DUES", 20],
  ] as const)
    await addWeekdayBars(store, symbol, "one", "2018-01-01", "2026-01-14", (day) => close + day / 10);
  for (const symbol of ["DUET", "DUEL"]) await addSymbol(cik, symbol, "2023-01-02", "2025-12-31", "companies");
  for (const symbol of ["DUEX", "DUES"]) await addSymbol(cik, symbol, "2024-03-04", "2024-03-04");
  const typed = await buy(cik, "DUEX", "2024-03-04");
  const ofMember = await member("DUEX", "2024-03-04");
  const withBars = await buy(cik, "DUES", "2024-03-04");
  const listed = await buy(cik, "DUEL", "2024-03-04");
  await deriveAll(store, { today });
  const none = { status: "unavailable", reason: "no_series", symbol: null };
  expect(await outcome(typed)).toEqual(none);
  expect(await outcome(ofMember, "politician")).toEqual(none);
  expect(await outcome(withBars)).toEqual(resolved("DUES"));
  expect(await outcome(listed)).toEqual(resolved("DUEL"));
});

it("the series of a company's only class is used for a symbol that a filing mistyped", async () => {
  const cik = "0000000022";
  await addCompany(store, cik, "SOLO");
  await addWeekdayBars(store, "SOLO", "one", "2018-01-01", "2026-01-14", (day) => 30 + day / 10);
  for (const symbol of ["SOLO", "SOLO.WS"]) await addSymbol(cik, symbol, "2023-01-02", "2025-12-31", "companies");
  await addSymbol(cik, "SOLX", "2024-03-04", "2024-03-04");
  const typed = await buy(cik, "SOLX", "2024-03-04");
  await deriveAll(store, { today });
  expect(await outcome(typed)).toEqual(resolved("SOLO"));
});
