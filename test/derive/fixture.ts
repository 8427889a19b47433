// Rows for the tests of derivations: invented companies, people and prices, written directly to the store.
import type { Store } from "../../src/store/store.ts";

export const today = "2026-01-15";

interface TradeFixture {
  code?: string;
  tradedOn?: string | null;
  shares?: number;
  price?: number | null;
  value?: number | null;
  deltaOwnPct?: number | null;
  /** default: by the code */
  acquiredDisposed?: "A" | "D";
  plan?: boolean | null;
  derivative?: boolean;
  security?: string;
  supersededBy?: number;
}

export interface OwnerFixture {
  cik: string;
  title?: string;
  /** beside the box "Other" */
  otherText?: string;
  director?: boolean;
  officer?: boolean;
}

export interface FilingFixture {
  company: string;
  filedOn: string;
  owners: (string | OwnerFixture)[];
  trades: TradeFixture[];
  form?: string;
  originalSubmittedOn?: string;
  tickerAsFiled?: string;
}

let nextId = 0;

export async function addCompany(
  store: Store,
  cik: string,
  ticker: string | null,
  more: { sector?: string; industry?: string; oldSymbols?: string[] } = {},
): Promise<void> {
  await store.pool.query("INSERT INTO companies (cik, name, ticker, sector, industry) VALUES ($1, $2, $3, $4, $5)", [
    cik,
    `Company ${cik}`,
    ticker,
    more.sector ?? null,
    more.industry ?? null,
  ]);
  for (const symbol of [...(ticker ? [ticker] : []), ...(more.oldSymbols ?? [])])
    await store.pool.query(
      `INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source)
       VALUES ($1, $2, $3, $4, 'test')`,
      // a renamed company has its symbols one at a time: at the same time they would be two securities
      symbol === ticker
        ? [cik, symbol, more.oldSymbols ? "2021-01-01" : "2015-01-01", "2025-12-31"]
        : [cik, symbol, "2015-01-01", "2020-12-31"],
    );
}

/** Adds a filing with its owners and trades; returns the trades' ids, which grow with every call. A filing without trades has none. */
export async function addFiling(store: Store, filing: FilingFixture): Promise<[number, ...number[]]> {
  const owners = filing.owners.map((owner) => (typeof owner === "string" ? { cik: owner } : owner) as OwnerFixture);
  const accession = `0000000001-25-${String(++nextId).padStart(6, "0")}`;
  await store.pool.query(
    `INSERT INTO filings (accession_number, form_type, filed_on, filed_on_source, company_cik, issuer_name_as_filed, source_url,
       original_submitted_on) VALUES ($1, $2, $3, 'header', $4, 'x', 'x', $5)`,
    [accession, filing.form ?? "4", filing.filedOn, filing.company, filing.originalSubmittedOn ?? null],
  );
  for (const [ordinal, owner] of owners.entries()) {
    await store.pool.query("INSERT INTO insiders (cik, name) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
      owner.cik,
      `Person ${owner.cik}`,
    ]);
    await store.pool.query(
      `INSERT INTO filing_owners (accession_number, ordinal, insider_cik, name_as_filed, is_director, is_officer,
         is_ten_percent_owner, is_other, officer_title, other_text) VALUES ($1, $2, $3, 'x', $4, $5, false, $6, $7, $8)`,
      [
        accession,
        ordinal,
        owner.cik,
        owner.director ?? false,
        owner.officer ?? false,
        owner.otherText !== undefined,
        owner.title ?? null,
        owner.otherText ?? null,
      ],
    );
  }
  const ids: number[] = [];
  for (const [index, trade] of filing.trades.entries()) {
    const id = nextId * 256 + index;
    const price = trade.price === undefined ? 10 : trade.price;
    const shares = trade.shares ?? 100;
    const value = trade.value === undefined ? (price === null ? null : shares * price) : trade.value;
    await store.pool.query(
      `INSERT INTO insider_trades (id, accession_number, is_derivative, row_index, company_cik, insider_cik, filed_on, traded_on,
         form_type, transaction_code, security_title, shares, price, value, delta_own_pct, is_10b5_1, is_amendment,
         superseded_by_id, ticker_as_filed, title, is_director, is_officer, is_ten_percent_owner, owner_names, content_hash,
         acquired_disposed, filing_delay_days)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $20, $11, $12, $13, $14, $15, $16, $17, $18, $19,
         false, false, false, '', '', $21, $7::date - $8::date)`,
      [
        id,
        accession,
        trade.derivative ?? false,
        index,
        filing.company,
        owners[0]?.cik,
        filing.filedOn,
        trade.tradedOn === undefined ? filing.filedOn : trade.tradedOn,
        filing.form ?? "4",
        trade.code ?? "P",
        shares,
        price,
        value,
        trade.deltaOwnPct ?? null,
        trade.plan ?? null,
        (filing.form ?? "4").endsWith("/A"),
        trade.supersededBy ?? null,
        filing.tickerAsFiled ?? null,
        owners[0]?.title ?? null,
        trade.security ?? "Common Stock",
        trade.acquiredDisposed ?? (["S", "D", "F", "G"].includes(trade.code ?? "P") ? "D" : "A"),
      ],
    );
    ids.push(id);
  }
  return ids as [number, ...number[]];
}

export interface BarFixture {
  date: string;
  close: number | null;
  adjusted: number | null;
}

export async function addBars(store: Store, symbol: string, provider: string, bars: BarFixture[]): Promise<void> {
  const { rows } = await store.pool.query(
    `INSERT INTO price_series (symbol, provider, adjusted) VALUES ($1, $2, $3)
     ON CONFLICT (symbol, provider) DO UPDATE SET adjusted = excluded.adjusted RETURNING id`,
    [symbol, provider, bars.some((bar) => bar.adjusted !== null)],
  );
  await store.pool.query(
    `INSERT INTO price_bars (series_id, date, close, adjusted_close)
     SELECT $1, * FROM unnest($2::date[], $3::numeric[], $4::numeric[])`,
    [rows[0].id, bars.map((bar) => bar.date), bars.map((bar) => bar.close), bars.map((bar) => bar.adjusted)],
  );
}

/** Adds a bar for every weekday in [from, to]. */
export const addWeekdayBars = (
  store: Store,
  symbol: string,
  provider: string,
  from: string,
  to: string,
  close: (day: number) => number,
): Promise<void> => addBars(store, symbol, provider, weekdays(from, to, close));

/** Closes of every weekday in [from, to], by a function of the day's number. */
export function weekdays(from: string, to: string, close: (day: number) => number): BarFixture[] {
  const bars: BarFixture[] = [];
  for (let date = from, day = 0; date <= to; date = addDays(date, 1), day++) {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    bars.push({ date, close: close(day), adjusted: close(day) });
  }
  return bars;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export async function addPolitician(store: Store, bioguideId: string): Promise<void> {
  await store.pool.query(
    "INSERT INTO politicians (bioguide_id, name, first_name, last_name) VALUES ($1, $1, 'A', 'B') ON CONFLICT DO NOTHING",
    [bioguideId],
  );
}

export interface PoliticianTradeFixture {
  bioguideId: string;
  filedOn: string;
  tradedOn: string | null;
  notifiedOn?: string;
  ticker?: string | null;
  amendmentOf?: string | null;
  assetType?: string;
  assetName?: string;
  /** of the report; an amendment has the title of its original with ` (Amendment 1)` */
  title?: string;
}

/** One report with one trade; `amendmentOf` is the original's filing date, null for an amendment without a known original. */
export async function addPoliticianTrade(store: Store, trade: PoliticianTradeFixture): Promise<number> {
  const id = ++nextId * 256;
  await addPolitician(store, trade.bioguideId);
  const amended = trade.amendmentOf !== undefined;
  await store.pool.query(
    `INSERT INTO disclosure_reports (id, chamber, doc_id, filer_as_filed, bioguide_id, filed_on, status, source_url, is_amendment, title)
     VALUES ($1, 'House', $1, 'x', $2, $3, 'parsed', 'x', $4, $5)`,
    [`house:${id}`, trade.bioguideId, trade.filedOn, amended, trade.title ?? null],
  );
  await store.pool.query(
    `INSERT INTO politician_trades (id, report_id, row_index, bioguide_id, filed_on, original_filed_on, traded_on, chamber, ticker,
       asset_name, trade_type, is_amendment, content_hash, asset_type, notified_on)
     VALUES ($1, $2, 0, $3, $4, $5, $6, 'House', $7, $10, 'Purchase', $8, '', $9, $11)`,
    [
      id,
      `house:${id}`,
      trade.bioguideId,
      trade.filedOn,
      trade.amendmentOf ?? null,
      trade.tradedOn,
      trade.ticker ?? null,
      amended,
      trade.assetType ?? null,
      trade.assetName ?? "x",
      trade.notifiedOn ?? null,
    ],
  );
  return id;
}

/** One row of a table by its id. */
export async function row(store: Store, table: string, id: number, key = "id"): Promise<Record<string, unknown>> {
  const { rows } = await store.pool.query(`SELECT * FROM ${table} WHERE ${key} = $1`, [id]);
  return rows[0];
}
