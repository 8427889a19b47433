// Express and pg, written by hand with care: prepared statements, the page's rows selected before they are joined, page and count
// read concurrently, responses by response.json. A list's count is kept for ten seconds.
import express from "express";
import pg from "pg";
import { countsInMemory, report } from "./started.ts";

// dates as text and ids as numbers, as such code usually has them
pg.types.setTypeParser(1082, (text) => text);
pg.types.setTypeParser(20, Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const labels: Record<string, string> = {
  P: "Purchase",
  S: "Sale",
  A: "Award",
  M: "Exercise",
  F: "Tax",
  G: "Gift",
  C: "Conversion",
};

const joined = `
  SELECT t.id, t.filed_on, t.traded_on, c.ticker, c.name AS company_name, o.name_as_filed AS insider_name, o.insider_cik, t.title,
    t.transaction_code, t.shares, t.price, t.value, c.sector, c.industry, t.signal_score, t.signal_tier, t.signal_direction,
    t.ticker_as_filed, t.accession_number, t.form_type, f.source_url, t.security_title, t.acquired_disposed, t.is_derivative,
    t.is_10b5_1, t.is_amendment, t.superseded_by_id, t.shares_owned_after, t.delta_own_pct, t.ownership, t.is_director,
    t.is_officer, t.is_ten_percent_owner, t.exercise_price, t.exercisable_on, t.expires_on, t.underlying_title,
    t.underlying_shares, t.filing_delay_days, t.signal_factors, t.signal_version, t.last_modified,
    (SELECT coalesce(json_agg(json_build_object('cik', j.insider_cik, 'name', j.name_as_filed) ORDER BY j.ordinal), '[]')
      FROM filing_owners j WHERE j.accession_number = t.accession_number AND j.ordinal > 0) AS joint_insiders`;
const joins = `
  JOIN companies c ON c.cik = t.company_cik
  JOIN filings f ON f.accession_number = t.accession_number
  JOIN filing_owners o ON o.accession_number = t.accession_number AND o.ordinal = 0`;
const listed = "NOT is_derivative AND superseded_by_id IS NULL";
const filtered = `${listed} AND transaction_code = $1 AND value >= $2`;

const pageOf = (where: string, first: number) => `${joined}
  FROM (SELECT * FROM insider_trades WHERE ${where} ORDER BY filed_on DESC, id DESC LIMIT $${first} OFFSET $${first + 1}) t ${joins}
  ORDER BY t.filed_on DESC, t.id DESC`;

const statements = {
  page: { name: "page", text: pageOf(listed, 1) },
  count: { name: "count", text: `SELECT count(*) AS total FROM insider_trades WHERE ${listed}` },
  filteredPage: { name: "filtered_page", text: pageOf(filtered, 3) },
  filteredCount: { name: "filtered_count", text: `SELECT count(*) AS total FROM insider_trades WHERE ${filtered}` },
  one: { name: "one", text: `${joined} FROM insider_trades t ${joins} WHERE t.id = $1` },
};

const number = (text: unknown) => (text === null ? null : Number(text));

function toJson(row: Record<string, unknown>) {
  const { filed_on, traded_on, transaction_code, superseded_by_id, exercisable_on, expires_on, ...rest } = row;
  return {
    ...rest,
    filing_date: filed_on,
    trade_date: traded_on,
    trade_type: `${transaction_code} - ${labels[String(transaction_code)] ?? "Other"}`,
    price: number(row.price),
    value: number(row.value),
    exercise_price: number(row.exercise_price),
    exercisable_date: exercisable_on,
    expiration_date: expires_on,
    superseded_by: superseded_by_id,
  };
}

const countOf = countsInMemory();

/** How many rows a list has, by the statement that counts them. */
const count = (statement: { name: string; text: string }, values: unknown[]): Promise<number> =>
  countOf(
    JSON.stringify([statement.name, values]),
    async () => (await pool.query({ ...statement, values })).rows[0].total,
  );

const app = express();
app.disable("x-powered-by");

app.get("/api/v1/trades", async (request, response) => {
  const page = Number(request.query.page ?? 1);
  const pageSize = Number(request.query.pageSize ?? 25);
  const { tradeTypes, valueRanges } = request.query;
  const span = [pageSize, (page - 1) * pageSize];
  const filter = tradeTypes ? [tradeTypes, String(valueRanges).replace("-", "")] : [];
  const [rows, total] = await Promise.all([
    pool.query({ ...(tradeTypes ? statements.filteredPage : statements.page), values: [...filter, ...span] }),
    count(tradeTypes ? statements.filteredCount : statements.count, filter),
  ]);
  const pagination = { page, pageSize, total, totalPages: Math.ceil(total / pageSize) };
  response.json({ data: rows.rows.map(toJson), pagination });
});

app.get("/api/v1/trades/:id", async (request, response) => {
  const { rows } = await pool.query({ ...statements.one, values: [request.params.id] });
  if (rows.length === 0) response.status(404).json({ error: "Not found" });
  else response.json({ data: toJson(rows[0]) });
});

report(app.listen(0, "127.0.0.1"));
