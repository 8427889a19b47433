// What the formula of the signal uses of each trade that it scores: its own columns, the other people who traded, the
// history of its owner, and prices. Only data known on the filing date count: rows filed by then and not yet superseded,
// prices up to then.
import type { PoolClient } from "pg";
import { edgarClosingsOf } from "../domain/business-days.ts";
import { symbolsIn } from "../domain/identifiers.ts";
import type { SecurityClass } from "../domain/security-class.ts";
import { ownSymbols } from "../domain/share-class.ts";
import { isListedShare } from "../store/sql/rules.ts";
import { isSuspect } from "../store/sql/suspect-trades.ts";
import { firstFiledOn } from "./first-filings.ts";
import { countPeople, makeTable } from "./step.ts";

/** SQL condition for the rows that the formula scores; all others get five points. */
export const isScored = `NOT t.is_derivative AND ${isListedShare} AND t.transaction_code IN ('P', 'S') AND t.is_10b5_1 IS NOT TRUE AND NOT ${isSuspect}`;

/** Creates signal_rows, signal_people, signal_history and signal_peaks. Reads the working tables of src/derive/forms.ts. */
export async function prepareFacts(client: PoolClient, everything: boolean): Promise<void> {
  await prepareRows(client, everything);
  await preparePeople(client);
  await prepareHistory(client);
  await preparePeaks(client);
}

/**
 * The lateness of a restated row counts to its first filing. If the original form of an amendment is not stored, the
 * date that the amendment states for it is used.
 */
const lateFrom = `CASE WHEN t.is_amendment AND t.first_filed_on IS NULL AND f.original_submitted_on BETWEEN t.traded_on AND t.filed_on
    AND NOT EXISTS (
      SELECT FROM filings o JOIN filing_owners p USING (accession_number)
      WHERE o.company_cik = t.company_cik AND o.filed_on = f.original_submitted_on AND p.insider_cik = t.insider_cik)
  THEN f.original_submitted_on ELSE ${firstFiledOn} END`;

/** Rows in scope, to be joined with the alias `t`. */
const inScope = (everything: boolean) => (everything ? "" : "JOIN derive_rows USING (id)");

/**
 * The days without filings (YYYY-MM-DD) of all years with stored ones, to count the business days within which a Form 4
 * is due (Rule 16a-3(g)).
 */
async function closedDays(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ first: number; last: number }>(
    `SELECT coalesce(extract(year FROM min(filed_on)), 2000)::int - 1 AS first,
       coalesce(extract(year FROM max(filed_on)), 2000)::int + 1 AS last FROM filings`,
  );
  const { first = 0, last = -1 } = rows[0] ?? {};
  return edgarClosingsOf(first, last);
}

/** signal_rows: the rows that the formula scores, with their own columns. */
async function prepareRows(client: PoolClient, everything: boolean): Promise<void> {
  const closed = (await closedDays(client)).map((day) => client.escapeLiteral(day)).join(", ");
  await makeTable(
    client,
    "signal_rows",
    `SELECT t.id, t.accession_number, t.company_cik, t.insider_cik, t.transaction_code AS code, t.filed_on, t.traded_on,
       t.price, t.value, t.delta_own_pct, t.ticker_as_filed, t.security_title, t.security_class, coalesce(o.role_points, 0) AS role_points,
       CASE
         WHEN days.lag > 14 THEN true
         WHEN days.lag > 2 THEN (
           SELECT count(*) > 2 FROM generate_series(1, days.lag) AS n
           WHERE extract(isodow FROM t.traded_on + n) < 6 AND t.traded_on + n <> ALL (ARRAY[${closed}]::date[]))
         ELSE false
       END AS is_late
     FROM insider_trades t
     ${inScope(everything)}
     JOIN filings f USING (accession_number)
     LEFT JOIN derive_forms o USING (accession_number)
     CROSS JOIN LATERAL (SELECT (${lateFrom}) - t.traded_on AS lag) AS days
     WHERE ${isScored}`,
  );
}

/** more people give no more points */
const maxOthers = 3;

/**
 * signal_people: the number of other people who did the same, outside a plan, in the 30 days up to the trade, at most
 * `maxOthers`; forms without any are omitted.
 */
async function preparePeople(client: PoolClient): Promise<void> {
  // PostgreSQL parallelises look-ups for the rows of a table, but not for the rows of a DISTINCT
  await makeTable(
    client,
    "signal_trade_keys",
    "SELECT DISTINCT company_cik, code, traded_on, filed_on FROM signal_rows",
  );
  await makeTable(
    client,
    "signal_key_owners",
    `SELECT r.*, window_owners.owner_sets
     FROM signal_trade_keys r
     CROSS JOIN LATERAL (
       SELECT array_agg(DISTINCT a.owner_set) AS owner_sets FROM derive_events a
       WHERE a.company_cik = r.company_cik AND a.code = r.code AND a.traded_on BETWEEN r.traded_on - 29 AND r.traded_on
         AND a.filed_on <= r.filed_on AND (NOT a.superseded OR a.ended_on > r.filed_on)
     ) AS window_owners
     WHERE window_owners.owner_sets IS NOT NULL`,
  );
  // the form itself always counts, even if another row of it is in a plan, or if it was amended on its filing date
  await makeTable(
    client,
    "signal_window_owners",
    `SELECT r.accession_number, r.code, r.traded_on,
       CASE WHEN f.owner_set = ANY (w.owner_sets) THEN w.owner_sets ELSE w.owner_sets || f.owner_set END AS owner_sets
     FROM (SELECT DISTINCT accession_number, company_cik, code, traded_on, filed_on FROM signal_rows) AS r
     JOIN signal_key_owners w USING (company_cik, code, traded_on, filed_on)
     JOIN derive_forms f USING (accession_number)`,
  );
  await countPeople(client, "signal_distinct_people", "signal_window_owners", maxOthers + 1);
  await makeTable(
    client,
    "signal_people",
    `SELECT n.accession_number, n.code, n.traded_on, c.people - 1 AS others
     FROM signal_window_owners n JOIN signal_distinct_people c USING (owner_sets) WHERE c.people > 1`,
    { keys: "accession_number, code, traded_on" },
  );
}

/** one bit for each of the three preceding calendar years */
const pastYear = "1 << (r.year - p.year - 1)";
const allYears = 0b111;

/**
 * signal_history: the pattern of the first listed owner's purchases and sales at the company in the three preceding
 * calendar years (Cohen, Malloy and Pomorski 2012): `dense` with a trade in each year, `routine` with a trade in the
 * same month of each year.
 */
async function prepareHistory(client: PoolClient): Promise<void> {
  await makeTable(
    client,
    "signal_past",
    `SELECT t.company_cik, owner AS insider_cik, trade_month.year, trade_month.month, min(t.filed_on) AS filed_on, t.ended_on, t.superseded
     FROM derive_trades t JOIN derive_forms f USING (accession_number) CROSS JOIN unnest(f.owners) AS owner
     CROSS JOIN LATERAL (
       SELECT extract(year FROM t.traded_on)::int AS year, extract(month FROM t.traded_on)::int AS month
     ) AS trade_month
     GROUP BY t.company_cik, owner, trade_month.year, trade_month.month, t.ended_on, t.superseded, CASE WHEN t.superseded THEN t.filed_on END`,
    { keys: "company_cik, insider_cik, year" },
  );
  await makeTable(
    client,
    "signal_history",
    `SELECT r.company_cik, r.insider_cik, r.year, r.month, r.filed_on,
       bit_or(${pastYear}) = ${allYears} AS dense, bit_or(${pastYear}) FILTER (WHERE p.month = r.month) = ${allYears} AS routine
     FROM (SELECT DISTINCT company_cik, insider_cik, filed_on, extract(year FROM traded_on)::int AS year,
             extract(month FROM traded_on)::int AS month FROM signal_rows WHERE traded_on IS NOT NULL) AS r
     LEFT JOIN signal_past p ON p.company_cik = r.company_cik AND p.insider_cik = r.insider_cik
       AND p.year BETWEEN r.year - 3 AND r.year - 1
       AND p.filed_on <= r.filed_on AND (NOT p.superseded OR p.ended_on > r.filed_on)
     GROUP BY r.company_cik, r.insider_cik, r.year, r.month, r.filed_on`,
  );
}

interface Named {
  filed: string | null;
  title: string;
  class: SecurityClass;
}

/**
 * signal_symbols: the symbol of a purchase's own security from its filing alone, i.e. from the symbols that it names
 * and the title; later filings and lists are not used.
 */
async function prepareSymbols(client: PoolClient): Promise<void> {
  const { rows } = await client.query<Named>(
    `SELECT DISTINCT ticker_as_filed AS filed, security_title AS title, security_class AS class FROM signal_rows
     WHERE code = 'P' AND ticker_as_filed IS NOT NULL`,
  );
  await makeTable(
    client,
    "signal_symbols",
    "SELECT NULL::text AS filed, NULL::text AS title, NULL::text AS class, NULL::text AS symbol WHERE false",
  );
  const found = rows.map(({ filed, title, class: securityClass }) => {
    const named = symbolsIn(filed);
    const symbols = { all: named, current: named, main: null };
    return { filed, title, class: securityClass, symbol: ownSymbols({ named, title, securityClass }, symbols).own };
  });
  for (let at = 0; at < found.length; at += 20_000)
    await client.query(
      `INSERT INTO signal_symbols SELECT * FROM jsonb_to_recordset($1::jsonb) AS x(filed text, title text, class text, symbol text)`,
      [JSON.stringify(found.slice(at, at + 20_000))],
    );
  await client.query("ANALYZE signal_symbols");
}

/**
 * signal_peaks: the highest close of the 365 days before a purchase and the last close up to it, as traded if the
 * series has it, else adjusted. The series is that of the purchase's own symbol. If the filing names no symbol, it is
 * that of the company's only symbol known on the filing date; none if there were several. Of several series, the one
 * with the earliest bar is used, because later filings and bars do not change that choice.
 */
async function preparePeaks(client: PoolClient): Promise<void> {
  await prepareSymbols(client);
  await makeTable(
    client,
    "signal_series",
    `SELECT s.company_cik, s.symbol, p.id AS series_id, p.provider, p.first_on
     FROM (SELECT DISTINCT company_cik FROM signal_rows WHERE code = 'P') AS r
     JOIN derive_symbols s USING (company_cik)
     JOIN price_series_span p ON p.symbol = s.symbol`,
    { keys: "company_cik, symbol" },
  );
  await makeTable(
    client,
    "signal_purchases",
    `SELECT r.*, CASE WHEN r.ticker_as_filed IS NULL THEN (
         SELECT min(s.symbol) FROM derive_symbols s WHERE s.company_cik = r.company_cik AND s.first_seen_on <= r.filed_on HAVING count(*) = 1)
       ELSE n.symbol END AS symbol
     FROM (SELECT DISTINCT company_cik, ticker_as_filed, security_title, security_class, traded_on, filed_on FROM signal_rows
       WHERE code = 'P' AND traded_on IS NOT NULL) AS r
     LEFT JOIN signal_symbols n ON n.filed = r.ticker_as_filed AND n.title = r.security_title AND n.class = r.security_class`,
  );
  await makeTable(
    client,
    "signal_peaks",
    `SELECT r.company_cik, r.ticker_as_filed, r.security_title, r.security_class, r.traded_on, r.filed_on, found.last_close, peak.highest_close
     FROM signal_purchases r
     CROSS JOIN LATERAL (
       SELECT s.series_id, last.close AS last_close FROM signal_series s
       CROSS JOIN LATERAL (
         SELECT coalesce(b.close, b.adjusted_close) AS close FROM price_bars b
         WHERE b.series_id = s.series_id AND b.date BETWEEN r.traded_on - 10 AND least(r.traded_on, r.filed_on)
         ORDER BY b.date DESC LIMIT 1
       ) AS last
       WHERE s.company_cik = r.company_cik AND s.symbol = r.symbol
       ORDER BY s.first_on, s.provider COLLATE "C"
       LIMIT 1
     ) AS found
     CROSS JOIN LATERAL (
       SELECT max(coalesce(b.close, b.adjusted_close)) AS highest_close FROM price_bars b
       WHERE b.series_id = found.series_id AND b.date BETWEEN r.traded_on - 365 AND least(r.traded_on - 1, r.filed_on)
     ) AS peak`,
    { keys: "company_cik, traded_on, filed_on" },
  );
}
