// The pages over invented facts, without a store.
import { Router } from "express";
import openApi from "../../rest/generated/openapi.json" with { type: "json" };
import { createHttpServer, type HttpServer } from "../../src/http/server.ts";
import { readBuilt, serveAssets } from "../../src/pages/built.ts";
import type { Facts } from "../../src/pages/facts.ts";
import { createPages } from "../../src/pages/pages.ts";
import type { OpenApi } from "../../src/pages/reference-schema.ts";
import type { ServiceStatus } from "../../src/pages/status.ts";

const facts: Facts = {
  plans: [
    {
      name: "Free",
      pricePerMonth: 0,
      perMinute: 60,
      perDay: 5,
      perMonth: 155,
      bytesPerDay: 100_000_000,
      commercialUse: false,
    },
    {
      name: "Max",
      pricePerMonth: 500,
      perMinute: 300,
      perDay: 500_000,
      perMonth: 15_500_000,
      bytesPerDay: 500_000_000_000,
      commercialUse: true,
    },
  ],
  rows: {
    sources: [
      { title: "SEC forms 3, 4, 5", newestFiling: "2026-11-20" },
      { title: "House reports", newestFiling: null },
    ],
    purchases: [
      {
        filing_date: "2026-11-20",
        company_name: "<img src=x onerror=alert(1)>",
        company_cik: "0009990001",
        ticker: "../x",
        insider_name: "DOE JANE\u202e",
        insider_cik: "0009990002",
        title: "Director",
        value: 1_234_567.5,
      },
    ],
    clusters: [],
    clustersSince: null,
    congress: [
      {
        filing_date: "2026-11-19",
        politician_name: "Ada Inventa",
        politician_id: "Z000901",
        party: "Democrat",
        state: "CA",
        ticker: null,
        asset_name: "A fund",
        amount_range: "$1,001 - $15,000",
      },
    ],
    late: [],
    example: {
      address: "/trades/7?include=outcomes",
      documentUrl: "https://www.sec.gov/Archives/edgar/data/1/2.txt",
      row: {
        id: 7,
        filing_date: "2026-06-01",
        insider_name: "DOE JANE",
        title: "CFO",
        company_name: "Invented Corp.",
        accession_number: "0009990001-26-000001",
        form_type: "4",
        source_url: "https://www.sec.gov/Archives/edgar/data/1/2.txt",
        signal_score: 55,
        signal_tier: "moderate",
        signal_factors: [
          { factor: "base", points: 50 },
          { factor: "late_filing", points: 5 },
        ],
        outcomes: { status: "partial", return_90d_pct: -12.34, trade_date_return_90d_pct: 3.21, return_7d_pct: null },
      },
    },
    tiers: [{ tier: "strong", rate: 61.2, low: 50.1, high: 71.3, trades: 80 }],
  },
  isSample: true,
  samples: {
    parameters: {
      "/trades/{id}": { id: "<i>7</i>" },
      "/insider/{cik}": { cik: "0009990002" },
      "/politicians/{bioguideId}": { bioguideId: "Z000901" },
    },
    dataVersion: "2",
    insiderName: "fabulo",
    ticker: "INVL",
    memberName: "inventa",
  },
};

export const status: ServiceStatus = {
  asOf: "2026-11-21T11:58:19.681Z",
  isSample: false,
  sources: [
    {
      source: "form345",
      title: "SEC forms 3, 4, 5",
      records: 12,
      newest_record_date: "2026-11-10",
      expected_date: "2026-11-16",
      behind_days: 6,
      last_fetched_at: "2026-11-21T11:50:00.000Z",
      documents: { listed: 1036, stored: 1030, quarantined: 2, not_fetched: 4 },
    },
    {
      source: "prices",
      title: "Prices",
      records: 0,
      newest_record_date: null,
      expected_date: "2026-11-16",
      behind_days: null,
      last_fetched_at: null,
      documents: null,
    },
  ],
  month: { month: "2026-11", requests: 40_000, errors: 10 },
};

/** A server with the pages, on a free port. `onFacts` is called whenever the facts are read. */
export async function listen({
  dev = false,
  isSample = false,
  onFacts = () => {},
} = {}): Promise<[HttpServer, string]> {
  const built = readBuilt();
  const server = createHttpServer({
    facade: Router(),
    readiness: async () => ({ problems: [], lacking: [] }),
    pages: createPages({
      built,
      version: "1.2.3",
      publicUrl: () => "https://api.example.org/",
      facts: async () => {
        onFacts();
        return facts;
      },
      status: async () => ({ ...status, isSample }),
      openApi: openApi as unknown as OpenApi,
      respond: async (address) => {
        if (!address.startsWith("/insiders?")) throw new Error("this store has no such rows");
        return { data: [{ name: "DOE\u202e <b>" }], meta: { data_version: "2" } };
      },
      ...(dev && { tryOut: { base: "/api/v1" } }),
    }),
    assets: serveAssets(built),
    log: { info: () => {}, error: () => {} },
    limitsWithoutKey: () => ({}),
    trustProxy: [],
    shutdownGraceMs: 100,
  });
  return [server, `http://127.0.0.1:${await server.listen(0, "127.0.0.1")}`];
}
