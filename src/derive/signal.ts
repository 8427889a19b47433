// The signal of an insider trade: the points of its factors, all of which are stored, and what follows from their sum.
// The rules: docs/guides/outcomes-and-signal.md.
import type { PoolClient } from "pg";
import { isListedShare } from "../store/sql/rules.ts";
import { isSuspect } from "../store/sql/suspect-trades.ts";
import { prepareForms } from "./forms.ts";
import { isScored, prepareFacts } from "./signal-facts.ts";
import { makeTable, type Step } from "./step.ts";

/** Increment when the formula changes. */
const signalVersion = "6";

/** points of a row that is neither an open-market purchase nor a sale of a listed share, was made under a plan, or is suspect */
const otherPoints = 5;
/** Leaves the working tables of src/derive/forms.ts, which the clusters also read. */
export const deriveSignals: Step = async (context) => {
  const { client, everything } = context;
  await prepareForms(context);
  await prepareFacts(client, everything);
  await prepareScores(client);
  return await writeSignals(client, everything);
};

// A series that was adjusted for a later split has another scale than the filed price. If the two differ by a factor of
// about two or more on the day itself, they are not compared: otherwise a later split would affect the score.
const sameScale = "r.price BETWEEN 0.55 * k.last_close AND 1.8 * k.last_close";

/** The factors of a purchase and of a sale, in the order in which they are stored: name and points. */
const purchaseFactors = {
  base: "20",
  history: "CASE WHEN f.routine THEN -20 WHEN f.dense THEN 20 ELSE 10 END",
  other_buyers: "CASE WHEN f.others >= 3 THEN 20 WHEN f.others = 2 THEN 15 WHEN f.others = 1 THEN 10 ELSE 0 END",
  role: "f.role_points",
  value: "CASE WHEN f.value > 0 THEN greatest(0, least(10, round(5 * log(10, f.value / 10000))))::int ELSE 0 END",
  holding_growth: "CASE WHEN f.delta_own_pct > 0 THEN least(10, floor(f.delta_own_pct / 10))::int ELSE 0 END",
  price_drawdown: "CASE WHEN f.is_low THEN 5 ELSE 0 END",
  late_filing: "CASE WHEN f.is_late THEN -5 ELSE 0 END",
};
const saleFactors = {
  base: "10",
  history: "CASE WHEN f.routine THEN -10 WHEN f.dense THEN 15 ELSE 0 END",
  other_sellers: "CASE WHEN f.others >= 3 THEN 15 WHEN f.others = 2 THEN 10 WHEN f.others = 1 THEN 5 ELSE 0 END",
  role: "f.role_points / 2",
  holding_sold: "CASE WHEN f.delta_own_pct <= -20 THEN 10 ELSE 0 END",
};

/**
 * The points of a row of signal_facts, in the order of its code's factors. The array length distinguishes the codes.
 */
const pointsOf = (factors: Record<string, string>) => `ARRAY[${Object.values(factors).join(", ")}]::smallint[]`;

/**
 * Score and factors for each distinct array of points of one code: the points other than 0, and the correction to the
 * score's limits.
 */
function scoresQuery(factors: Record<string, string>, max: number): string {
  const names = Object.keys(factors);
  const written = (name: string, points: string) =>
    `CASE WHEN ${points} <> 0 THEN '{"factor": "${name}", "points": ' || ${points} || '}' END`;
  const parts = [
    ...names.map((name, index) => written(name, `points[${index + 1}]`)),
    written("limit", "(score - total)"),
  ];
  return `
    SELECT points, score, ('[' || concat_ws(',', ${parts.join(", ")}) || ']')::jsonb AS factors
    FROM (SELECT DISTINCT points FROM signal_points WHERE cardinality(points) = ${names.length}) AS kinds
    CROSS JOIN LATERAL (SELECT ${names.map((_, index) => `points[${index + 1}]`).join(" + ")}::int AS total) AS sum
    CROSS JOIN LATERAL (SELECT greatest(0, least(${max}, total)) AS score) AS limited`;
}

/**
 * signal_points: the points of every row that the formula scores, in the order of the trades, in which they are then
 * written. signal_scores: the score and factors for each distinct array of points, which many rows share.
 */
async function prepareScores(client: PoolClient): Promise<void> {
  await makeTable(
    client,
    "signal_facts",
    `SELECT r.id, r.code, r.value, r.delta_own_pct, r.role_points, r.is_late, coalesce(n.others, 0) AS others,
       coalesce(h.dense, false) AS dense, coalesce(h.routine, false) AS routine,
       (r.price <= 0.8 * k.highest_close AND ${sameScale}) IS TRUE AS is_low
     FROM signal_rows r
     LEFT JOIN signal_people n USING (accession_number, code, traded_on)
     LEFT JOIN signal_history h ON h.company_cik = r.company_cik AND h.insider_cik = r.insider_cik
       AND h.year = extract(year FROM r.traded_on)::int AND h.month = extract(month FROM r.traded_on)::int
       AND h.filed_on = r.filed_on
     LEFT JOIN signal_peaks k ON k.company_cik = r.company_cik AND k.traded_on = r.traded_on AND k.filed_on = r.filed_on
       AND k.ticker_as_filed IS NOT DISTINCT FROM r.ticker_as_filed
       AND k.security_title = r.security_title AND k.security_class = r.security_class`,
  );
  await makeTable(
    client,
    "signal_points",
    `SELECT f.id, CASE f.code WHEN 'P' THEN ${pointsOf(purchaseFactors)} ELSE ${pointsOf(saleFactors)} END AS points FROM signal_facts f`,
  );
  await makeTable(
    client,
    "signal_scores",
    `${scoresQuery(purchaseFactors, 100)} UNION ALL ${scoresQuery(saleFactors, 60)}`,
  );
}

const direction = `CASE WHEN t.is_10b5_1 OR t.is_derivative OR NOT ${isListedShare} OR ${isSuspect} THEN 'neutral' WHEN t.transaction_code = 'P' THEN 'bullish'
  WHEN t.transaction_code = 'S' THEN 'bearish' ELSE 'neutral' END`;

/** Updates changed signals: first of the rows in signal_points, then of the rows that the formula does not score. */
async function writeSignals(client: PoolClient, everything: boolean): Promise<number> {
  const write = async (score: string, factors: string, from: string, where: string) => {
    const tier = `CASE WHEN ${score} >= 75 THEN 'strong' WHEN ${score} >= 50 THEN 'moderate' WHEN ${score} >= 25 THEN 'weak' ELSE 'noise' END`;
    const { rowCount } = await client.query(
      `UPDATE insider_trades t
       SET signal_score = ${score}, signal_tier = ${tier}, signal_direction = ${direction}, signal_factors = ${factors},
         signal_version = '${signalVersion}', last_modified = statement_timestamp()
       ${from}
       WHERE ${where} AND (t.signal_score, t.signal_tier, t.signal_direction, t.signal_factors, t.signal_version)
         IS DISTINCT FROM (${score}, ${tier}, ${direction}, ${factors}, '${signalVersion}')`,
    );
    return rowCount ?? 0;
  };
  const scored = await write(
    "s.score",
    "s.factors",
    "FROM signal_points p JOIN signal_scores s USING (points)",
    "p.id = t.id",
  );
  const rows = everything ? "" : "FROM derive_rows r";
  const where = `NOT (${isScored})${everything ? "" : " AND r.id = t.id"}`;
  const factors = `'[{"factor": "base", "points": ${otherPoints}}]'::jsonb`;
  return scored + (await write(String(otherPoints), factors, rows, where));
}
