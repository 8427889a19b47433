// Forms with typing errors: their numbers are served as filed, are marked, and are not in the sums.
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveAll } from "../../src/derive/derive.ts";
import { loadFilings } from "../../src/ingest/form345/load/load.ts";
import { parseSubmission } from "../../src/ingest/form345/read/parse.ts";
import { ada, bo, type FilingOptions, submission } from "../ingest/form345/fixtures.ts";
import { type Service, startService } from "../support/service.ts";

const today = "2024-06-03";
let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService({ today });
  key = (await service.newKey("max")).key;
  const filings: FilingOptions[] = [
    {
      accession: "0009999999-24-000001",
      filed: "2024-03-06",
      owners: [bo],
      rows: ["187", "188", "190"].map((price) => ({ price, shares: "1000", after: "5000" })),
    },
    {
      accession: "0009999999-24-000002",
      filed: "2024-03-06",
      owners: [ada],
      rows: [
        { price: "188139", shares: "1500", after: "3000" },
        { date: "2028-03-04", price: "188", shares: "20", after: "3020" },
        { ad: "D", price: "188", shares: "30", after: "2990" },
        { price: "188", shares: "40", after: "3030" },
      ],
    },
    {
      accession: "0009999999-24-000003",
      form: "4/A",
      filed: "2024-04-10",
      originalSubmitted: "2024-03-06",
      owners: [ada],
      rows: [{ date: "2024-03-01", price: "188", shares: "40", after: "3030" }],
    },
    {
      accession: "0009999999-24-000004",
      filed: "2024-03-06",
      owners: [bo],
      rows: [{ code: "S", ad: "D", price: "188", shares: "10", after: "4990", notes: ["F1"] }],
      footnotes: { F1: "Sold under a Rule 10b5-1 plan." },
    },
  ];
  await loadFilings(
    service.store,
    filings.map((options) => ({ filing: parseSubmission(submission(options)) })),
  );
  await deriveAll(service.store, { today });
});
afterAll(() => service.stop());

it("each row says what is wrong with it, and has its numbers as filed", async () => {
  const { body } = await service.get("/api/v1/trades?insiderName=ADA&include=outcomes", key);
  const of = (shares: string) =>
    body.data.find((row: { shares: string; superseded_by: unknown }) => row.shares === shares);
  expect(of("1500")).toMatchObject({
    price: 188139,
    value: 282208500,
    price_quality: "suspect",
    date_quality: "ok",
    filed_direction_conflict: false,
    signal_score: 5,
    signal_direction: "neutral",
    outcomes: { status: "unavailable", reason: "price_suspect" },
  });
  expect(of("20")).toMatchObject({
    trade_date: "2028-03-04",
    price_quality: null,
    date_quality: "transaction_after_filing",
    outcomes: { reason: "date_suspect" },
  });
  expect(of("30")).toMatchObject({
    price_quality: "ok",
    filed_direction_conflict: true,
    delta_own_pct: null,
    outcomes: { reason: "direction_conflict" },
  });
  expect(of("40")).toMatchObject({
    trade_date: "2024-03-01",
    filing_date: "2024-04-10",
    first_filing_date: "2024-03-06",
    counted_from: "first_filing",
    filing_delay_days: 5,
    price_quality: "ok",
    date_quality: "ok",
    filed_direction_conflict: false,
    signal_direction: "bullish",
  });
  expect(body.data).toHaveLength(4);
});

it("the filters compare the numbers as filed", async () => {
  const { body } = await service.get("/api/v1/trades?valueRanges=200m-300m", key);
  expect(body.data.map((row: { shares: string }) => row.shares)).toEqual(["1500"]);
});

it("the profile adds up the sound row alone, and counts the suspect ones separately", async () => {
  const { body } = await service.get(`/api/v1/insider/${ada.cik}`, key);
  expect(body.data.stats).toMatchObject({
    total_trades: 4,
    buy_count: 4,
    total_buy_value: 7520,
    net_value: 7520,
    avg_trade_value: 7520,
    suspect_count: 3,
    first_trade_date: "2024-03-01",
    last_trade_date: "2024-03-04",
  });
});

it("the cluster adds up the sound rows alone, and counts the suspect ones separately", async () => {
  const { body } = await service.get("/api/v1/clusters", key);
  expect(body.data).toHaveLength(1);
  expect(body.data[0]).toMatchObject({
    cluster_size: 2,
    trade_count: 4,
    // the price and the direction; the date of 2028 lies in no days of a cluster
    suspect_count: 2,
    total_value: 572520,
    total_shares: "3040",
  });
});

it("the performance of signals counts the trades that it leaves out separately", async () => {
  const { body } = await service.get("/api/v1/signals/performance", key);
  const { suspect_count, groups } = body.data;
  // one form with two trade dates, and a planned sale beside it that is sound
  expect(suspect_count).toBe(2);
  expect(
    groups.map((group: Record<string, unknown>) => [group.signal_direction, group.trades, group.suspect_count]),
  ).toEqual(
    expect.arrayContaining([
      ["bullish", expect.any(Number), 0],
      ["neutral", 1, 2],
    ]),
  );
});
