// An invented store of any size for the derivation's benchmark: the same rows for the same number, made in PostgreSQL itself.
// A few companies have most of the trades, insiders file for one company, one filing in fifty is an amendment.
import type { Store } from "../../src/store/store.ts";

export const benchToday = "2026-01-15";

/** 120,000 insiders, 15 a company */
const companies = 8000;
/** the companies with the most trades have prices: more than half of all trades */
export const pricedCompanies = 2000;
const members = 600;
const congressReports = 40_000;
const firstDay = "2004-01-05";
const filedDays = 8045;
const tradesInFiling = 2.42;

export interface BenchCounts {
  insiderTrades: number;
  politicianTrades: number;
  priceBars: number;
}

/**
 * Fills an empty, migrated store with about `trades` insider trades; without `prices` no outcomes can be derived from it, and it
 * is built sooner. Needs a superuser (foreign keys are not checked).
 */
export async function buildStore(
  store: Store,
  trades: number,
  progress: (text: string) => void,
  { prices = true }: { prices?: boolean } = {},
): Promise<BenchCounts> {
  const filings = Math.round(trades / tradesInFiling);
  const client = await store.pool.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query("SET synchronous_commit = off");
    await client.query("SET maintenance_work_mem = '512MB'");
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
       WHERE i.indrelid IN ('filings'::regclass, 'filing_owners'::regclass, 'insider_trades'::regclass)
         AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    for (const [what, statement] of statements(filings)) {
      if (!prices && what.startsWith("price ")) continue;
      progress(what);
      await client.query(statement);
    }
    for (const { name, definition } of indexes) {
      progress(`index ${name}`);
      await client.query(definition);
    }
    await client.query("SET session_replication_role = origin");
    progress("vacuum");
    await client.query("VACUUM ANALYZE");
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM insider_trades)::int AS "insiderTrades",
         (SELECT count(*) FROM politician_trades)::int AS "politicianTrades", (SELECT count(*) FROM price_bars)::int AS "priceBars"`,
    );
    return rows[0] as BenchCounts;
  } finally {
    client.release(true);
  }
}

/** The company and the insider of a number, for further loads. */
export const companyCik = (company: number) => `2${String(company).padStart(9, "0")}`;
export const insiderCik = (insider: number) => `3${String(insider).padStart(9, "0")}`;
export const companySymbol = (company: number) =>
  `Q${[...String(company).padStart(4, "0")].map((digit) => String.fromCharCode(65 + Number(digit))).join("")}`;

const cikSql = (kind: number, expression: string) => `'${kind}' || lpad((${expression})::text, 9, '0')`;
/** the owners of a filing: one, or two of the same company */
const ownerSql = (ordinal: string) => `company * 15 + (person + ${ordinal} * 7) % 15`;
const isJoint = "bench_chance(b, 3) < 0.08";
const symbolSql = (expression: string) =>
  `'Q' || translate(lpad((${expression})::text, 4, '0'), '0123456789', 'ABCDEFGHIJ')`;

/** `bench_chance(n, what)`: evenly spread over [0, 1), always the same for the same two numbers. */
const chance = `CREATE FUNCTION bench_chance(n bigint, what bigint) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (hashint8extended(n, what) & 2147483647) / 2147483648.0`;

/** `bench_name(n)`: a surname and a given name put together from syllables, always the same for the same person. */
const naming = `CREATE FUNCTION bench_name(n bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT s[1 + (h & 31)] || s[1 + (h >> 5 & 31)] || CASE WHEN h >> 10 & 3 > 0 THEN s[1 + (h >> 12 & 31)] ELSE '' END
      || ' ' || s[1 + (h >> 17 & 31)] || s[1 + (h >> 22 & 31)]
    FROM (SELECT hashint8extended(n, 41) AS h, '{KA,LO,MI,REN,TOR,BEL,AN,IS,HOL,WAT,DU,FEN,GRA,JU,NIC,OS,PEL,QUI,RO,SAN,TU,UL,VER,WEX,YO,ZIM,BRA,CLE,DOR,ELM,STE,THO}'::text[] AS s) AS drawn)`;

const statements = (filings: number): [string, string][] => [
  ["chance", chance],
  ["naming", naming],
  [
    "companies",
    `WITH sic AS (SELECT *, row_number() OVER (ORDER BY code) - 1 AS place, count(*) OVER () AS all_of FROM sic_codes)
     INSERT INTO companies (cik, name, ticker, sic_code, sector, industry, as_of)
     SELECT ${cikSql(2, "c")}, 'Invented Company ' || c, ${symbolSql("c")}, s.code, s.sector, s.title, '2026-01-14'
     FROM generate_series(0, ${companies - 1}) AS c JOIN sic s ON s.place = c % s.all_of`,
  ],
  [
    "symbols",
    `INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source)
     SELECT ${cikSql(2, "c")}, ${symbolSql("c")}, CASE WHEN c % 20 = 0 THEN '2016-01-04' ELSE '${firstDay}' END::date, '2026-01-14'::date, 'form345'
     FROM generate_series(0, ${companies - 1}) AS c
     UNION ALL
     SELECT ${cikSql(2, "c")}, 'OLD' || ${symbolSql("c")}, '${firstDay}'::date, '2015-12-31'::date, 'form345'
     FROM generate_series(0, ${companies - 1}, 20) AS c`,
  ],
  [
    "insiders",
    `INSERT INTO insiders (cik, name) SELECT ${cikSql(3, "i")}, bench_name(i) FROM generate_series(0, ${companies * 15 - 1}) AS i`,
  ],
  ["filings of the benchmark", filingPlan(filings)],
  [
    "filings",
    `INSERT INTO filings (accession_number, form_type, filed_on, filed_on_source, original_submitted_on, company_cik,
       issuer_name_as_filed, ticker_as_filed, footnotes, source_url)
     SELECT accession, form, filed_on, 'header', CASE WHEN amends THEN filed_on - 1 END, ${cikSql(2, "company")},
       'Invented Company ' || company, ${symbolSql("company")}, '{"F1": "An invented footnote."}', 'https://filings.example.invalid/' || accession
     FROM bench_filings ORDER BY f`,
  ],
  [
    "owners",
    `INSERT INTO filing_owners (accession_number, ordinal, insider_cik, name_as_filed, is_director, is_officer, is_ten_percent_owner,
       is_other, officer_title)
     SELECT accession, o.ordinal, ${cikSql(3, ownerSql("o.ordinal"))}, bench_name(${ownerSql("o.ordinal")}),
       (person + o.ordinal) % 3 = 0, (person + o.ordinal) % 3 <> 0, false, false,
       CASE (person + o.ordinal) % 9 WHEN 1 THEN 'Chief Executive Officer' WHEN 2 THEN 'EVP & CFO' WHEN 4 THEN 'Senior Vice President'
         WHEN 5 THEN 'General Counsel' WHEN 7 THEN 'President and COO' WHEN 8 THEN 'Chief Technology Officer' END
     FROM bench_filings JOIN LATERAL (VALUES (0), (1)) AS o (ordinal) ON o.ordinal = 0 OR ${isJoint}
     ORDER BY f, o.ordinal`,
  ],
  [
    "trades",
    `INSERT INTO insider_trades (id, accession_number, is_derivative, row_index, company_cik, insider_cik, filed_on, traded_on,
       form_type, transaction_code, acquired_disposed, security_title, security_class, shares, price, value, shares_owned_after, delta_own_pct,
       ownership, is_10b5_1, is_amendment, superseded_by_id, filing_delay_days, ticker_as_filed, title, is_director, is_officer,
       is_ten_percent_owner, footnote_ids, owner_names, content_hash, last_modified)
     SELECT ${idSql("f")} + j, accession, derivative, j, ${cikSql(2, "company")}, ${cikSql(3, "company * 15 + person")}, filed_on,
       traded_on, form, code, CASE WHEN code IN ('P', 'A', 'M', 'C') THEN 'A' ELSE 'D' END, 'Common Stock',
       CASE WHEN derivative THEN 'other' ELSE 'common' END, t.shares, t.price,
       round(t.shares * t.price, 2), t.shares * 7, round((1000 * bench_chance(b * 8 + j, 23) ^ 3)::numeric / CASE WHEN code IN ('P', 'M', 'A') THEN 10 ELSE -10 END, 2),
       'D', CASE WHEN code = 'S' THEN bench_chance(b, 11) < 0.3 WHEN code = 'P' THEN false END, amends,
       CASE WHEN amended_by IS NOT NULL THEN ${idSql("amended_by")} + j END, filed_on - traded_on, ${symbolSql("company")},
       'Director', person % 3 = 0, person % 3 <> 0, false, '{F1}', owner_names,
       md5(f::text || j) || md5(j::text || f), filed_on
     FROM bench_filings
     CROSS JOIN LATERAL (
       SELECT string_agg(lower(name) || E'\\n' || lower(regexp_replace(name, '(.*) (.*)', '\\2 \\1')), E'\\n' ORDER BY ordinal) AS owner_names
       FROM (SELECT ordinal, bench_name(${ownerSql("ordinal")}) AS name FROM (VALUES (0), (1)) AS o (ordinal)
         WHERE ordinal = 0 OR ${isJoint}) AS named
     ) AS owners
     CROSS JOIN LATERAL (
       SELECT j, round((100 * exp(6 * bench_chance(b * 8 + j, 21)))::numeric) AS shares,
         round((8 + 60 * bench_chance(company, 22) + 6 * sin(filed_on - '2004-01-01'::date + j))::numeric, 2) AS price
       FROM generate_series(0, lots - 1) AS j
     ) AS t
     ORDER BY f, j`,
  ],
  [
    "price series",
    `INSERT INTO price_series (symbol, provider, adjusted) SELECT 'SPY', 'bench', true
     UNION ALL SELECT ${symbolSql("c")}, 'bench', true FROM generate_series(0, ${pricedCompanies - 1}) AS c`,
  ],
  [
    "price bars",
    `INSERT INTO price_bars (series_id, date, open, high, low, close, adjusted_close, volume)
     SELECT s.id, day, price, price + 1, price - 1, price, round(price * 0.9, 4), 1000 * s.id
     FROM (SELECT id, 8 + 60 * bench_chance(id, 22) AS level FROM price_series) AS s
     CROSS JOIN (SELECT d::date AS day FROM generate_series('2003-01-02', '2026-01-14', interval '1 day') AS d WHERE extract(isodow FROM d) < 6) AS days
     CROSS JOIN LATERAL (SELECT round((level + 6 * sin((day - '2004-01-01'::date) / 40.0 + s.id))::numeric, 2) AS price) AS bar
     ORDER BY s.id, day`,
  ],
  [
    "members of Congress",
    `INSERT INTO politicians (bioguide_id, name, first_name, last_name)
     SELECT 'X' || lpad(p::text, 6, '0'), 'Invented Member ' || p, 'Invented', 'Member ' || p FROM generate_series(0, ${members - 1}) AS p`,
  ],
  [
    "committees",
    `INSERT INTO committees (code, name, chamber, type)
     SELECT DISTINCT committee_code, committee_code, 'House', 'standing' FROM committee_jurisdictions ON CONFLICT DO NOTHING`,
  ],
  [
    "rosters",
    `INSERT INTO roster_snapshots (as_of) SELECT d FROM generate_series('2015-02-01'::date, '2025-02-01', interval '2 years') AS d`,
  ],
  [
    "seats",
    `INSERT INTO committee_memberships (committee_code, bioguide_id, seen_from, valid_from, current)
     SELECT code, bioguide_id, '2015-02-01', '2015-01-03', true
     FROM politicians CROSS JOIN LATERAL (
       SELECT code FROM committees ORDER BY bench_chance(hashtext(code || bioguide_id), 5) LIMIT 3) AS seat`,
  ],
  [
    "reports",
    `INSERT INTO disclosure_reports (id, chamber, doc_id, filer_as_filed, bioguide_id, filed_on, status, source_url)
     SELECT 'house:' || r, 'House', r, 'Invented', 'X' || lpad(floor(${members} * bench_chance(r, 31) ^ 2)::int::text, 6, '0'),
       '2012-04-02'::date + (r * 5000.0 / ${congressReports})::int, 'parsed', 'https://disclosures.example.invalid/' || r
     FROM generate_series(0, ${congressReports - 1}) AS r`,
  ],
  [
    "congressional trades",
    `INSERT INTO politician_trades (id, report_id, row_index, bioguide_id, filed_on, traded_on, chamber, ticker, asset_name, asset_type, security_class,
       trade_type, owner, amount_range, amount_low, amount_high, amount_mid, is_amendment, content_hash)
     SELECT r.doc_id::bigint * 256 + j, r.id, j, r.bioguide_id, r.filed_on,
       r.filed_on - (5 + 60 * bench_chance(r.doc_id::bigint * 8 + j, 33) ^ 2)::int, 'House',
       CASE WHEN bench_chance(r.doc_id::bigint * 8 + j, 34) < 0.85
         THEN ${symbolSql(`floor(${companies} * bench_chance(r.doc_id::bigint * 8 + j, 35) ^ 3)::int`)} END,
       'Invented asset', 'ST', 'common', CASE WHEN j % 2 = 0 THEN 'Purchase' ELSE 'Sale (Full)' END, 'Self', '$1,001 - $15,000', 1001, 15000,
       8000.5, false, ''
     FROM disclosure_reports r CROSS JOIN generate_series(0, 4) AS j`,
  ],
];

/** An amendment (every fiftieth filing) restates the filing 37 before it: the same company, owner, dates and rows. */
function filingPlan(filings: number): string {
  const amends = "(f % 50 = 49)";
  return `CREATE TEMP TABLE bench_filings AS
    SELECT f, b, ${amends} AS amends, CASE WHEN ${amends} THEN '4/A' ELSE '4' END AS form,
      lpad((1000 + hashint8extended(f, 1) & 4095)::text, 10, '0') || '-' || to_char(filed, 'YY') || '-' || lpad((f % 1000000)::text, 6, '0') AS accession,
      company, floor(15 * bench_chance(b, 2) ^ 1.5)::int AS person, filed AS filed_on,
      traded - (CASE WHEN bench_chance(b, 6) < 0.03 THEN 300 * bench_chance(b, 7) ELSE 3.2 * bench_chance(b, 7) END)::int AS traded_on,
      1 + floor(5 * bench_chance(b, 8) ^ 1.6)::int AS lots, code,
      code IN ('M', 'A', 'C') AND bench_chance(b, 10) < 0.4 OR bench_chance(b, 10) < 0.01 AS derivative,
      CASE WHEN f % 50 = 12 AND f + 37 < ${filings} THEN f + 37 END AS amended_by
    FROM (
      SELECT f, b, floor(${companies} * bench_chance(b, 1) ^ 2.5)::int AS company, ${filedOn("f")} AS filed, ${filedOn("b")} AS traded,
        CASE WHEN u < 0.10 THEN 'P' WHEN u < 0.45 THEN 'S' WHEN u < 0.62 THEN 'M' WHEN u < 0.80 THEN 'A' WHEN u < 0.94 THEN 'F'
          WHEN u < 0.97 THEN 'G' ELSE 'C' END AS code
      FROM (SELECT f, CASE WHEN ${amends} THEN f - 37 ELSE f END AS b FROM generate_series(0, ${filings - 1}::bigint) AS f) AS n
      CROSS JOIN LATERAL (SELECT bench_chance(b, 9) AS u) AS chance
    ) AS drawn`;

  /** a weekday: Saturday and Sunday go to Monday */
  function filedOn(number: string): string {
    const day = `('${firstDay}'::date + (${number} * ${filedDays} / ${filings})::int)`;
    return `(${day} + CASE extract(isodow FROM ${day}) WHEN 6 THEN 2 WHEN 7 THEN 1 ELSE 0 END)`;
  }
}

/** As in the real store, ids are spread evenly: a multiplication that maps 45 bits onto themselves, then the row. */
function idSql(filing: string): string {
  return `((${filing} * 1099511627689) & 35184372088831) * 256`;
}
