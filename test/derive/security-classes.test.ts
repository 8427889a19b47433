// Only a listed share or a fund has outcomes, a direction, points beyond the base, and a cluster.
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll, deriveChanges, derivePending } from "../../src/derive/derive.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addCompany, addFiling, addPoliticianTrade, addWeekdayBars, row, today } from "./fixture.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  for (const symbol of ["SPY", "AAA"])
    await addWeekdayBars(store, symbol, "one", "2023-01-02", "2026-01-14", (day) => 100 + day / 10);
  await addCompany(store, "0000000001", "AAA");
});
afterAll(() => store.close());

const buy = async (security: string, person: string, tradedOn: string, derivative = false) =>
  (
    await addFiling(store, {
      company: "0000000001",
      filedOn: tradedOn,
      owners: [{ cik: person, officer: true, title: "Chief Financial Officer" }],
      trades: [{ tradedOn, security, derivative, shares: 100_000, deltaOwnPct: 50 }],
    })
  )[0];

const shown = async (id: number) => {
  const trade = await row(store, "insider_trades", id);
  const outcome = await row(store, "insider_outcomes", id, "trade_id");
  const { rows } = await store.pool.query("SELECT FROM cluster_trades WHERE trade_id = $1", [id]);
  return {
    class: trade.security_class,
    direction: trade.signal_direction,
    score: trade.signal_score,
    status: outcome.status,
    reason: outcome.reason,
    clustered: rows.length > 0,
  };
};

const notTheShare = (name: string) => ({
  class: name,
  direction: "neutral",
  score: 5,
  status: "unavailable",
  reason: "not_a_listed_share",
  clustered: false,
});

it("gives a purchase of anything but the share five points, no direction, no outcome and no cluster", async () => {
  const preferred = await buy("6.75% Series A Preferred Stock", "0000000011", "2024-03-04");
  const depositary = await buy("Depositary Shares", "0000000012", "2024-03-05");
  const note = await buy("4.66% Series H Senior Secured Notes due 2025", "0000000013", "2024-03-06");
  const warrant = await buy("Common Stock Purchase Warrant", "0000000014", "2024-03-07");
  const option = await buy("Stock Option (right to buy)", "0000000015", "2024-03-07", true);
  const classB = await buy("Class B Common Stock", "0000000015", "2024-03-08", true);
  const alone = await buy("Class A Common Stock, par value $0.01", "0000000016", "2024-03-08");
  await deriveAll(store, { today });
  expect(await shown(preferred)).toEqual(notTheShare("preferred"));
  expect(await shown(depositary)).toEqual(notTheShare("preferred"));
  expect(await shown(note)).toEqual(notTheShare("debt"));
  expect(await shown(warrant)).toEqual(notTheShare("warrant"));
  expect(await shown(option)).toEqual(notTheShare("option"));
  expect(await shown(classB)).toEqual(notTheShare("other"));
  // six others bought something else in the 30 days before: neither a cluster nor other buyers
  expect(await shown(alone)).toMatchObject({
    class: "common",
    direction: "bullish",
    status: "resolved",
    clustered: false,
  });
  const { signal_factors } = await row(store, "insider_trades", alone);
  expect(signal_factors).not.toContainEqual(expect.objectContaining({ factor: "other_buyers" }));
});

it("removes a cluster one of whose trades turns out to be of a preferred share", async () => {
  await addCompany(store, "0000000002", "BBB");
  const file = (person: string) =>
    addFiling(store, {
      company: "0000000002",
      filedOn: "2024-05-02",
      owners: [person],
      trades: [{ tradedOn: "2024-05-01" }],
    });
  const [first] = await file("0000000021");
  const [second] = await file("0000000022");
  await deriveAll(store, { today });
  expect(await shown(first)).toMatchObject({ clustered: true });
  // an amended document, ingested again
  await store.pool.query("UPDATE insider_trades SET security_title = 'Series B Preferred Stock' WHERE id = $1", [
    second,
  ]);
  await deriveChanges(store, [{ kind: "company", cik: "0000000002", from: "2024-05-02" }], { today });
  expect(await shown(second)).toMatchObject({ class: "preferred", direction: "neutral", score: 5, clustered: false });
  expect(await shown(first)).toMatchObject({ class: "common", direction: "bullish", clustered: false });
});

it("gives a member's option, bond and coin no outcome of the symbol beside them", async () => {
  const trade = (assetType: string | undefined, assetName: string) =>
    addPoliticianTrade(store, {
      bioguideId: "X000001",
      filedOn: "2024-03-04",
      tradedOn: "2024-02-20",
      ticker: "AAA",
      assetName,
      ...(assetType && { assetType }),
    });
  const cases = [
    [await trade("OP", "Invented Corp - Common Stock"), "option"],
    [await trade("Stock Option", "Invented Corp Option Type: Put Strike price: $50.00"), "option"],
    [await trade(undefined, "Invented Corp call options"), "option"],
    [await trade("ST", "Invented Corp 5.50% Series A Preferred"), "preferred"],
    [await trade("CS", "Invented Corp"), "debt"],
    [await trade("CT", "Bitcoin"), "crypto"],
    [await trade("Stock", "Bitcoin"), "crypto"],
  ] as const;
  const share = await trade("ST", "Invented Corp - Common Stock");
  const fund = await trade("Other Securities", "Invented Bitcoin Trust ETF");
  await deriveAll(store, { today });
  for (const [id, name] of cases) {
    expect((await row(store, "politician_trades", id)).security_class).toBe(name);
    expect(await row(store, "politician_outcomes", id, "trade_id")).toMatchObject({
      status: "unavailable",
      reason: "not_a_listed_share",
      entry_on: null,
      return_7: null,
    });
  }
  for (const [id, name] of [[share, "common"] as const, [fund, "fund"] as const]) {
    expect((await row(store, "politician_trades", id)).security_class).toBe(name);
    expect(await row(store, "politician_outcomes", id, "trade_id")).toMatchObject({ status: "resolved" });
  }
});

it("derives the rows of an older release again, by the pending derivation that the migration inserts", async () => {
  await store.pool.query(`INSERT INTO holdings (accession_number, is_derivative, row_index, company_cik, insider_cik, filed_on,
      stated_on, form_type, security_title, security_class, footnote_ids, content_hash)
    SELECT accession_number, n.title LIKE '%Option%', n.index, company_cik, insider_cik, filed_on, filed_on, form_type, n.title,
      n.class, '{}', ''
    FROM (SELECT * FROM insider_trades ORDER BY id LIMIT 1) AS t, (VALUES (1, 'Common Stock', 'common'),
      (2, 'Series A Preferred Stock', 'preferred'), (3, 'Stock Option (right to buy)', 'option'), (4, 'Invented Thing', NULL),
      (5, 'Limited Partnership Units', 'common')) AS n(index, title, class);
    UPDATE filings SET issuer_name_as_filed = 'Invented Pipelines LP'
    WHERE accession_number = (SELECT accession_number FROM holdings LIMIT 1)`);
  const expected = await derived();
  await store.pool.query(`UPDATE insider_trades SET security_class = NULL, signal_direction = 'bullish', signal_version = '2';
    UPDATE politician_trades SET security_class = NULL;
    UPDATE holdings SET security_class = 'debt';
    UPDATE insider_outcomes SET status = 'resolved', reason = NULL;
    INSERT INTO pending_derivations (kind, key) VALUES ('prices', 'SPY')`);
  await derivePending(store, { today });
  expect(await derived()).toEqual(expected);
});

async function derived(): Promise<unknown> {
  const { rows } = await store.pool.query(
    `SELECT (SELECT jsonb_agg(to_jsonb(t) - 'last_modified' ORDER BY id) FROM insider_trades t) AS trades,
       (SELECT jsonb_agg(to_jsonb(h) ORDER BY row_index) FROM holdings h) AS holdings,
       (SELECT jsonb_agg(to_jsonb(p) - 'last_modified' ORDER BY id) FROM politician_trades p) AS congress,
       (SELECT jsonb_agg(to_jsonb(o) ORDER BY trade_id) FROM insider_outcomes o) AS outcomes`,
  );
  return rows[0];
}
