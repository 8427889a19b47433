// How many rows of a list each word of its filters finds: what GET /vocabulary shows. Lists and fields bear the names of src/filters.
import type { PoolClient } from "pg";
import { lookUpEach, makeTable, replaceSums, type Step } from "./step.ts";

/** Fields of insider trades by which they are counted; `c` is the company. */
const tradeFields = {
  transactionCode: "t.transaction_code",
  sector: "c.sector",
  industry: "c.industry",
  signalTier: "t.signal_tier",
  signalDirection: "t.signal_direction",
  plan: "t.is_10b5_1::text",
  formType: "t.form_type",
  acquiredDisposed: "t.acquired_disposed",
  securityClass: "t.security_class",
  ownership: "t.ownership",
};

const memberTradeFields = {
  party: "t.party",
  chamber: "t.chamber",
  tradeType: "t.trade_type",
  owner: "t.owner",
  dateQuality: "t.date_quality",
  sector: "t.sector",
  industry: "t.industry",
  securityClass: "t.security_class",
};

/** Lists that are small enough to be counted as a whole: the rows that they have without a filter. */
const smallLists: { list: string; fields: Record<string, string>; from: string }[] = [
  { list: "politicianTrades", fields: memberTradeFields, from: "politician_trades t WHERE t.superseded_by_id IS NULL" },
  {
    list: "lateFilings",
    fields: memberTradeFields,
    from: "politician_trades t WHERE t.superseded_by_id IS NULL AND t.is_late",
  },
  { list: "clusters", fields: { transactionCode: "t.transaction_code" }, from: "clusters t" },
  { list: "committees", fields: { chamber: "t.chamber" }, from: "committees t WHERE t.current" },
  { list: "companies", fields: { sector: "t.sector", industry: "t.industry" }, from: "companies t" },
];

const wordsOf = (fields: Record<string, string>) =>
  `(VALUES ${Object.entries(fields)
    .map(([field, sql]) => `('${field}', ${sql})`)
    .join(", ")}) AS named (field, word)`;

export const deriveVocabularyCounts: Step = async ({ client, everything: all }) => {
  // a store that was derived before there were such counts
  const everything = all || (await client.query("SELECT 1 FROM trade_word_days LIMIT 1")).rowCount === 0;
  await deriveTradeDays(client, everything);
  const counted = smallLists.map(
    ({ list, fields, from }) => `SELECT '${list}', field, word, count(*)
      FROM (SELECT named.* FROM (SELECT * FROM ${from}) AS t CROSS JOIN LATERAL ${wordsOf(fields)}) AS w
      WHERE word IS NOT NULL GROUP BY field, word`,
  );
  await makeTable(
    client,
    "vocabulary_new",
    `SELECT 'insiderTrades' AS list, field, word, sum(trades)::bigint AS rows FROM trade_word_days GROUP BY field, word
     UNION ALL ${counted.join(" UNION ALL ")}`,
    { keys: "list, field, word" },
  );
  return await replaceSums(client, "vocabulary_counts", {
    fresh: "vocabulary_new",
    columns: ["list", "field", "word", "rows"],
    keys: ["list", "field", "word"],
  });
};

/** Days on which rows in scope were filed, also those that they had before, and of what else their companies filed since. */
const daysInScope = `
  SELECT t.filed_on FROM derive_rows JOIN insider_trades t USING (id)
  UNION SELECT filed_on FROM ${lookUpEach("derive_companies d", "SELECT f.filed_on FROM filings f WHERE f.company_cik = d.cik AND f.filed_on >= d.from_on")}
  UNION SELECT (h.before ->> 'filed_on')::date FROM derive_rows r JOIN row_history h ON h.kind = 'insider_trade' AND h.row_id = r.id`;

/** Rows that the list shows without a filter. Equal rows of a day are added up before they are taken apart into words. */
async function deriveTradeDays(client: PoolClient, everything: boolean): Promise<void> {
  if (!everything) await makeTable(client, "word_days", daysInScope, { keys: "filed_on" });
  const columns = Object.entries(tradeFields).map(([field, sql]) => `${sql} AS "${field}"`);
  const taken = Object.fromEntries(Object.keys(tradeFields).map((field) => [field, `k."${field}"`]));
  await makeTable(
    client,
    "trade_word_days_new",
    `WITH kinds AS (
       SELECT t.filed_on, ${columns.join(", ")}, count(*) AS trades
       FROM insider_trades t ${everything ? "" : "JOIN word_days USING (filed_on)"} JOIN companies c ON c.cik = t.company_cik
       WHERE t.superseded_by_id IS NULL AND NOT t.is_derivative
       GROUP BY ${[...Array(columns.length + 1).keys()].map((at) => at + 1).join(", ")}
     )
     SELECT k.filed_on, named.field, named.word, sum(k.trades)::int AS trades
     FROM kinds k CROSS JOIN LATERAL ${wordsOf(taken)} WHERE named.word IS NOT NULL
     GROUP BY k.filed_on, named.field, named.word`,
    { keys: "filed_on, field, word" },
  );
  await replaceSums(client, "trade_word_days", {
    fresh: "trade_word_days_new",
    columns: ["filed_on", "field", "word", "trades"],
    keys: ["filed_on", "field", "word"],
    scope: everything ? undefined : { table: "word_days" },
  });
}
