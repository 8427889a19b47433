// Number of list rows for each value of a filter, shown by GET /vocabulary. Lists and fields have the names of
// src/filters.
import type { PoolClient } from "pg";
import { dateQuality } from "../store/sql/suspect-trades.ts";
import { makeTable, replaceSums, type Step } from "./step.ts";

/** Fields of insider trades whose values are counted; `c` is the company. */
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
  priceQuality: "t.price_quality",
  amendmentStatus: "t.amendment_status",
  dateQuality,
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

/** Lists that are small enough to be counted completely: `from` selects the rows of the unfiltered list. */
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
  const everything = all || (await countsFewerFields(client));
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

/** True for a store that was last derived by a version that did not count all of the fields. */
async function countsFewerFields(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ field: string }>(
    "SELECT DISTINCT field FROM vocabulary_counts WHERE list = 'insiderTrades'",
  );
  const counted = new Set(rows.map(({ field }) => field));
  return Object.keys(tradeFields).some((field) => !counted.has(field));
}

/**
 * Counts the rows of the unfiltered list by day, on the days of trade_dates (company-days.ts). Equal rows of a day are
 * grouped before they are split into field values.
 */
async function deriveTradeDays(client: PoolClient, everything: boolean): Promise<void> {
  const columns = Object.entries(tradeFields).map(([field, sql]) => `${sql} AS "${field}"`);
  const groupedFields = Object.fromEntries(Object.keys(tradeFields).map((field) => [field, `k."${field}"`]));
  await makeTable(
    client,
    "trade_word_days_new",
    `WITH kinds AS (
       SELECT t.filed_on, ${columns.join(", ")}, count(*) AS trades
       FROM insider_trades t ${everything ? "" : "JOIN trade_dates USING (filed_on)"} JOIN companies c ON c.cik = t.company_cik
       WHERE t.superseded_by_id IS NULL AND NOT t.is_derivative
       GROUP BY ${[...Array(columns.length + 1).keys()].map((at) => at + 1).join(", ")}
     )
     SELECT k.filed_on, named.field, named.word, sum(k.trades)::int AS trades
     FROM kinds k CROSS JOIN LATERAL ${wordsOf(groupedFields)} WHERE named.word IS NOT NULL
     GROUP BY k.filed_on, named.field, named.word`,
    { keys: "filed_on, field, word" },
  );
  await replaceSums(client, "trade_word_days", {
    fresh: "trade_word_days_new",
    columns: ["filed_on", "field", "word", "trades"],
    keys: ["filed_on", "field", "word"],
    scope: everything ? undefined : { table: "trade_dates" },
  });
}
