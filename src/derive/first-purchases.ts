// Whether a purchase is its owner's first at the company in two years. The rule: docs/guides/one-insider.md, "First
// purchases".
import { isMisdirected, isPlausiblyDated } from "../store/sql/suspect-trades.ts";
import { makeTable, type Step } from "./step.ts";

/** days before a purchase in which its owner must not have bought */
const quietDays = 730;

/** SQL condition for rows with the alias `t`; the index insider_trades_purchases has the same. */
const isPurchase = "t.transaction_code = 'P' AND NOT t.is_derivative";
/** SQL condition for rows with the alias `t`: the form does not contradict itself about what was done and when. */
const isCertain = `t.traded_on IS NOT NULL AND ${isPlausiblyDated} AND ${isMisdirected} IS NOT TRUE`;

/**
 * Writes first_buy of all purchases of the companies whose filings have changed: false with an earlier purchase by the
 * first listed owner, who may be a joint owner there; true without one where the stored filings reach back far enough
 * to tell, or where the owner's initial statement (Form 3) is stored; else null. Rows that were superseded are judged,
 * but do not count as earlier purchases.
 */
export const deriveFirstPurchases: Step = async ({ client, everything }) => {
  const inScope = everything ? "" : "JOIN derive_changed d ON d.cik = t.company_cik";
  await makeTable(
    client,
    "purchases",
    `SELECT t.id, t.accession_number, t.company_cik, t.insider_cik, t.filed_on, t.traded_on,
       t.superseded_by_id IS NULL AS live
     FROM insider_trades t ${inScope} WHERE ${isPurchase} AND ${isCertain}`,
  );
  await makeTable(
    client,
    "purchase_days",
    `SELECT DISTINCT p.company_cik, o.insider_cik, p.traded_on
     FROM purchases p JOIN filing_owners o USING (accession_number) WHERE p.live`,
    { keys: "company_cik, insider_cik, traded_on" },
  );
  await makeTable(
    client,
    "purchase_coverage",
    `SELECT t.company_cik, min(t.filed_on) AS from_on FROM filings t ${inScope} GROUP BY t.company_cik`,
    { keys: "company_cik" },
  );
  await makeTable(
    client,
    "purchase_starts",
    `SELECT t.company_cik, o.insider_cik, min(t.filed_on) AS from_on
     FROM filings t ${inScope} JOIN filing_owners o USING (accession_number) WHERE t.form_type = '3' GROUP BY 1, 2`,
    { keys: "company_cik, insider_cik" },
  );
  await makeTable(client, "purchase_verdicts", verdicts, { keys: "id" });
  const { rowCount } = await client.query(
    `UPDATE insider_trades t SET first_buy = n.first_buy, last_modified = statement_timestamp()
     FROM (
       SELECT t.id, v.first_buy FROM insider_trades t ${inScope} LEFT JOIN purchase_verdicts v USING (id) WHERE ${isPurchase}
       UNION ALL
       SELECT t.id, NULL FROM insider_trades t ${everything ? "" : "JOIN derive_rows USING (id)"}
       WHERE t.first_buy IS NOT NULL AND NOT (${isPurchase})
     ) AS n
     WHERE n.id = t.id AND t.first_buy IS DISTINCT FROM n.first_buy`,
  );
  return rowCount ?? 0;
};

const verdicts = `
  SELECT p.id, CASE
    WHEN last.traded_on IS NOT NULL THEN false
    WHEN c.from_on <= p.traded_on - ${quietDays} OR s.from_on <= p.filed_on THEN true END AS first_buy
  FROM purchases p
  JOIN purchase_coverage c USING (company_cik)
  LEFT JOIN purchase_starts s USING (company_cik, insider_cik)
  CROSS JOIN LATERAL (
    SELECT max(e.traded_on) AS traded_on FROM purchase_days e
    WHERE e.company_cik = p.company_cik AND e.insider_cik = p.insider_cik
      AND e.traded_on BETWEEN p.traded_on - ${quietDays} AND p.traded_on - 1
  ) AS last`;
