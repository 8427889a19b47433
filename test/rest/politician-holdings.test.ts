// GET /politicians/{bioguideId}/holdings says what the reports prove, and why where they prove nothing.
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCompany, addPolitician } from "../derive/fixture.ts";
import { type Service, startService, unlimitedKey } from "../support/service.ts";

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService({ today: "2024-07-01" });
  key = await unlimitedKey(service);
});
afterAll(() => service.stop());

interface Trade {
  on: string | null;
  type: string;
  /** lower and upper end of the bracket */
  amount?: [string | null, string | null];
  ticker?: string | null;
  asset?: string;
  class?: string | null;
  owner?: string | null;
  account?: string;
  company?: string;
  quality?: string;
  superseded?: true;
}

let members = 0;

/** The positions of a new member with these trades. */
async function positionsOf(trades: Trade[], query = "") {
  const member = `H${String(++members).padStart(6, "0")}`;
  await addPolitician(service.store, member);
  await service.store.pool.query(
    `INSERT INTO disclosure_reports (id, chamber, doc_id, filer_as_filed, bioguide_id, filed_on, status, source_url)
     VALUES ($1, 'House', $1, 'x', $1, '2024-06-01', 'parsed', 'https://example.invalid')`,
    [member],
  );
  for (const [index, trade] of trades.entries()) {
    const id = members * 1000 + index;
    const [low, high] = trade.amount ?? ["1001", "15000"];
    await service.store.pool.query(
      `INSERT INTO politician_trades (id, report_id, row_index, bioguide_id, filed_on, traded_on, chamber, ticker, asset_name, trade_type,
         amount_low, amount_high, is_amendment, content_hash, security_class, owner, account, company_cik, date_quality, superseded_by_id)
       VALUES ($1, $2, $3, $2, '2024-06-01', $4, 'House', $5, $6, $7, $8, $9, false, '', $10, $11, $12, $13, $14, $15)`,
      [
        ...[
          id,
          member,
          index,
          trade.on,
          trade.ticker === undefined ? "AAA" : trade.ticker,
          trade.asset ?? "Alpha Inc.",
        ],
        ...[trade.type, low, high, trade.class === undefined ? "common" : trade.class, trade.owner ?? "Self"],
        ...[trade.account ?? null, trade.company ?? null, trade.quality ?? "ok", trade.superseded ? id : null],
      ],
    );
  }
  const { status, body, text } = await service.get(`/api/v1/politicians/${member}/holdings${query}`, key);
  expect(status, text).toBe(200);
  return body.data as Record<string, unknown>[];
}

const bought = { type: "Purchase" } as const;
const soldInPart = { type: "Sale (Partial)" } as const;
const soldInFull = { type: "Sale (Full)" } as const;

it.each<[statement: string, position: string | null, reason: string | null, trades: Trade[]]>([
  ["a purchase proves that something is held", "held", null, [{ on: "2024-01-02", ...bought }]],
  ["a partial sale proves that something is left", "held", null, [{ on: "2024-01-02", ...soldInPart }]],
  [
    "a full sale proves that nothing is held",
    "sold_in_full",
    null,
    [
      { on: "2024-01-02", ...bought },
      { on: "2024-02-02", ...soldInFull },
    ],
  ],
  [
    "a purchase after a full sale proves that something is held",
    "held",
    null,
    [
      { on: "2024-02-03", ...bought },
      { on: "2024-02-02", ...soldInFull },
    ],
  ],
  [
    "a purchase and a partial sale of one day prove that something is held",
    "held",
    null,
    [
      { on: "2024-01-02", ...bought },
      { on: "2024-01-02", ...soldInPart },
    ],
  ],
  [
    "a purchase and a full sale of one day prove nothing",
    null,
    "same_day",
    [
      { on: "2024-01-02", ...bought },
      { on: "2024-01-02", ...soldInFull },
    ],
  ],
  [
    "a sale of an unknown kind proves nothing",
    null,
    "sale_kind_not_stated",
    [
      { on: "2024-01-02", ...bought },
      { on: "2024-02-02", type: "Sale" },
    ],
  ],
  [
    "an exchange proves nothing",
    null,
    "exchange",
    [
      { on: "2024-01-02", ...bought },
      { on: "2024-02-02", type: "Exchange" },
    ],
  ],
  [
    "a trade without a date proves nothing",
    null,
    "date_suspect",
    [
      { on: "2024-01-02", ...bought },
      { on: null, ...soldInPart },
    ],
  ],
  [
    "a trade with an implausible date proves nothing",
    null,
    "date_suspect",
    [{ on: "2003-01-02", ...bought, quality: "implausible_lag" }],
  ],
  [
    "a row that was amended proves nothing",
    "held",
    null,
    [
      { on: "2024-01-02", ...bought },
      { on: "2024-02-02", ...soldInFull, superseded: true },
    ],
  ],
])("%s", async (_, position, reason, trades) => {
  const [found, ...others] = await positionsOf(trades);
  expect([found?.position, found?.unknown_reason, others]).toEqual([position, reason, []]);
});

it("trades of shares that the reports name by several symbols prove nothing", async () => {
  await addCompany(service.store, "0000000001", "AAA");
  const company = "0000000001";
  const positions = await positionsOf([
    { on: "2024-01-02", ...bought, company },
    { on: "2024-02-02", ...soldInFull, ticker: "OLD", company },
    { on: "2024-02-02", ...bought, ticker: "OTHER" },
  ]);
  expect(positions.map(({ ticker, unknown_reason }) => [ticker, unknown_reason]).sort()).toEqual([
    ["AAA", "several_symbols"],
    ["OLD", "several_symbols"],
    ["OTHER", null],
  ]);
});

it("the brackets since the last full sale are added up, and an open end is unknown", async () => {
  const [found] = await positionsOf([
    { on: "2023-01-02", ...bought, amount: ["1001", "15000"] },
    { on: "2023-03-02", ...soldInFull, amount: ["1001", "15000"] },
    { on: "2024-01-02", ...bought, amount: ["15001", "50000"] },
    { on: "2024-01-03", ...bought, amount: ["1000001.01", null] },
    { on: "2024-02-02", ...soldInPart, amount: ["1001", "15000"] },
  ]);
  expect(found).toMatchObject({
    position: "held",
    trade_count: 5,
    first_trade_date: "2023-01-02",
    last_trade_date: "2024-02-02",
    last_purchase_date: "2024-01-03",
    last_sale_date: "2024-02-02",
    counted_after: "2023-03-02",
    purchase_count: 2,
    sale_count: 1,
    purchased_low: 1015002.01,
    purchased_high: null,
    sold_low: 1001,
    sold_high: 15000,
  });
});

it("owners, accounts, kinds and names have holdings of their own, which can be filtered by position", async () => {
  const trades: Trade[] = [
    { on: "2024-01-01", ...bought },
    { on: "2024-01-02", ...soldInFull, owner: "Spouse" },
    { on: "2024-01-03", ...bought, account: "IRA" },
    { on: "2024-01-04", ...bought, class: "option", asset: "Call 100" },
    { on: "2024-01-05", ...bought, class: "option", asset: "Call 120" },
    { on: "2024-01-06", ...bought, ticker: null, class: "debt", asset: "Bond of 2030" },
    { on: "2024-01-07", ...soldInPart, ticker: null, class: "debt", asset: "BOND of 2030" },
  ];
  const all = await positionsOf(trades);
  expect(all.map(({ asset_name, owner, account, trade_count }) => [asset_name, owner, account, trade_count])).toEqual([
    ["BOND of 2030", "Self", null, 2],
    ["Call 120", "Self", null, 1],
    ["Call 100", "Self", null, 1],
    ["Alpha Inc.", "Self", "IRA", 1],
    ["Alpha Inc.", "Spouse", null, 1],
    ["Alpha Inc.", "Self", null, 1],
  ]);
  expect((await positionsOf(trades, "?position=sold_in_full")).map(({ owner }) => owner)).toEqual(["Spouse"]);
  const byName = await positionsOf(trades, "?sort=assetName&position=held&pageSize=2&page=2");
  expect(byName.map(({ asset_name }) => asset_name)).toEqual(["BOND of 2030", "Call 100"]);
});

it("an unknown member gets 404, and an unknown position 400", async () => {
  expect((await service.get("/api/v1/politicians/Q999999/holdings", key)).status).toBe(404);
  expect((await service.get("/api/v1/politicians/H000001/holdings?position=maybe", key)).status).toBe(400);
});
