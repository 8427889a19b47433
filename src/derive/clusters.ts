// Clusters: purchases or sales of one company by two or more insiders within 30 days. Whether a day can open a cluster
// does not depend on earlier clusters, so candidate days are found set-based and then scanned in order. The rules:
// docs/guides/cluster-buys.md.
import type { PoolClient } from "pg";
import { countPeople, insertChanged, makeTable, type Step } from "./step.ts";

/** fewer people are not a cluster */
const minPeople = 2;

export const deriveClusters: Step = async ({ client, everything }) => {
  await prepareClusters(client);
  const removed = await client.query(
    `DELETE FROM clusters c USING cluster_scope d
     WHERE d.cik = c.company_cik AND c.start_on > d.kept_until AND NOT EXISTS (SELECT 1 FROM cluster_new n WHERE n.id = c.id)`,
  );
  const written = await client.query(insertChanged("clusters", "cluster_new", columnNames, ["id"]));
  const left = await client.query(
    `DELETE FROM cluster_trades m USING clusters c, cluster_scope d
     WHERE c.id = m.cluster_id AND d.cik = c.company_cik AND c.start_on > d.kept_until
       AND NOT EXISTS (SELECT 1 FROM cluster_members n WHERE n.cluster_id = m.cluster_id AND n.trade_id = m.trade_id)`,
  );
  const joined = await client.query(
    `INSERT INTO cluster_trades (cluster_id, trade_id) SELECT cluster_id, trade_id FROM cluster_members n
     WHERE NOT EXISTS (SELECT 1 FROM cluster_trades m WHERE m.cluster_id = n.cluster_id AND m.trade_id = n.trade_id)
     ORDER BY cluster_id, trade_id`,
  );
  const marked = await client.query(markTrades(everything));
  return [removed, written, left, joined, marked].reduce((sum, result) => sum + (result.rowCount ?? 0), 0);
};

/** Writes cluster_id of the trades that have joined or left a cluster; a trade is in one cluster at most. */
const markTrades = (everything: boolean): string => `
  UPDATE insider_trades t SET cluster_id = n.cluster_id, last_modified = statement_timestamp()
  FROM (
    SELECT t.id, m.cluster_id FROM insider_trades t LEFT JOIN cluster_trades m ON m.trade_id = t.id
    WHERE t.cluster_id IS NOT NULL ${everything ? "" : "AND t.id IN (SELECT id FROM derive_rows)"}
    UNION SELECT t.id, m.cluster_id FROM cluster_scope d
      JOIN insider_trades t ON t.company_cik = d.cik AND t.traded_on > d.kept_until AND t.cluster_id IS NOT NULL
      LEFT JOIN cluster_trades m ON m.trade_id = t.id
    UNION SELECT trade_id, cluster_id FROM cluster_members
  ) AS n
  WHERE n.id = t.id AND t.cluster_id IS DISTINCT FROM n.cluster_id`;

const columnNames = [
  "id",
  "company_cik",
  "transaction_code",
  "size",
  "trade_count",
  "total_value",
  "total_shares",
  "average_price",
  "start_on",
  "end_on",
  "latest_filed_on",
  "max_signal_score",
  "insiders",
];

async function prepareClusters(client: PoolClient): Promise<void> {
  // a change on one day affects clusters that opened up to 29 days before it; clusters that opened earlier are not
  // changed
  await makeTable(
    client,
    "cluster_scope",
    "SELECT cik, CASE WHEN isfinite(clusters_from) THEN clusters_from - 30 ELSE clusters_from END AS kept_until FROM derive_since",
    { keys: "cik" },
  );
  await makeTable(
    client,
    "cluster_rows",
    `SELECT t.* FROM derive_trades t JOIN cluster_scope d ON d.cik = t.company_cik
     WHERE NOT t.in_plan AND NOT t.superseded AND NOT t.repeats AND t.traded_on > d.kept_until`,
    { keys: "company_cik, code, traded_on" },
  );
  await makeTable(
    client,
    "cluster_kept",
    `SELECT c.company_cik, c.transaction_code AS code, max(c.start_on) + 29 AS covered_until
     FROM clusters c JOIN cluster_scope d ON d.cik = c.company_cik AND c.start_on <= d.kept_until GROUP BY 1, 2`,
    { keys: "company_cik, code" },
  );
  await makeTable(
    client,
    "cluster_dates",
    `SELECT DISTINCT company_cik, code, traded_on FROM cluster_rows LEFT JOIN cluster_kept USING (company_cik, code)
     WHERE traded_on > coalesce(covered_until, '-infinity')`,
  );
  await makeTable(
    client,
    "cluster_window_owners",
    `SELECT d.company_cik, d.code, d.traded_on, window_owners.owner_sets
     FROM cluster_dates d
     CROSS JOIN LATERAL (
       SELECT array_agg(DISTINCT a.owner_set) AS owner_sets FROM derive_events a
       WHERE a.company_cik = d.company_cik AND a.code = d.code AND a.traded_on BETWEEN d.traded_on AND d.traded_on + 29 AND NOT a.superseded
     ) AS window_owners
     WHERE cardinality(window_owners.owner_sets) > 1`,
  );
  await countPeople(client, "cluster_distinct_people", "cluster_window_owners", minPeople);
  await makeTable(
    client,
    "cluster_days",
    `SELECT n.company_cik, n.code, n.traded_on FROM cluster_window_owners n JOIN cluster_distinct_people c USING (owner_sets) WHERE c.people = ${minPeople}`,
    { keys: "company_cik, code, traded_on" },
  );
  // the scan: the earliest qualifying day, then the earliest one after its 30 days, and so on
  await makeTable(
    client,
    "cluster_openings",
    `WITH RECURSIVE opening AS (
       SELECT company_cik, code, min(traded_on) AS opened_on FROM cluster_days GROUP BY company_cik, code
       UNION ALL
       SELECT o.company_cik, o.code, next.opened_on
       FROM opening o
       CROSS JOIN LATERAL (
         SELECT min(d.traded_on) AS opened_on FROM cluster_days d
         WHERE d.company_cik = o.company_cik AND d.code = o.code AND d.traded_on > o.opened_on + 29
       ) AS next
       WHERE next.opened_on IS NOT NULL
     )
     SELECT o.*, (SELECT min(r.id) FROM cluster_rows r WHERE r.company_cik = o.company_cik AND r.code = o.code
       AND r.traded_on = o.opened_on) AS cluster_id
     FROM opening o`,
  );
  await makeTable(
    client,
    "cluster_members",
    `SELECT o.cluster_id, r.id AS trade_id
     FROM cluster_openings o
     JOIN cluster_rows r ON r.company_cik = o.company_cik AND r.code = o.code
       AND r.traded_on BETWEEN o.opened_on AND o.opened_on + 29`,
    { keys: "cluster_id, trade_id" },
  );
  await makeTable(client, "cluster_new", newClusters, { keys: "id" });
}

/**
 * A person's entry has the name and title of the person's first trade. The owners of a block are one person, and the
 * block is in the cluster with its first row.
 */
const newClusters = `
  WITH members AS (
    SELECT m.cluster_id, t.id, t.company_cik, t.insider_cik, t.transaction_code, t.traded_on, t.filed_on, t.value, t.shares, t.title,
      t.signal_score, f.owner_set
    FROM cluster_members m
    JOIN insider_trades t ON t.id = m.trade_id
    JOIN derive_forms f ON f.accession_number = t.accession_number
  ), distinct_people AS (
    SELECT s.cluster_id, disclosed_people(o.owners) AS people
    FROM (
      SELECT cluster_id, owner_set FROM members
      UNION SELECT m.cluster_id, a.owner_set FROM members m JOIN derive_events a
        ON a.company_cik = m.company_cik AND a.code = m.transaction_code AND a.traded_on = m.traded_on AND a.is_block AND NOT a.superseded
    ) AS s JOIN derive_owner_sets o ON o.id = s.owner_set
    GROUP BY s.cluster_id
  ), people AS (
    SELECT c.cluster_id, person, cik
    FROM distinct_people c CROSS JOIN unnest(c.people) AS person CROSS JOIN unnest(string_to_array(person, ',')) AS cik
  ), entries AS (
    SELECT m.cluster_id, p.person, min(m.traded_on) AS traded_on, sum(m.value) AS value,
      (array_agg(m.insider_cik ORDER BY m.traded_on, m.id))[1] AS cik, (array_agg(m.title ORDER BY m.traded_on, m.id))[1] AS title
    FROM people p
    JOIN members m ON m.cluster_id = p.cluster_id AND m.insider_cik = p.cik
    GROUP BY m.cluster_id, p.person
  ), insiders AS (
    SELECT e.cluster_id, count(*)::int AS size,
      jsonb_agg(jsonb_build_object('cik', e.cik, 'name', i.name, 'title', e.title, 'value', e.value::text, 'trade_date', e.traded_on)
        ORDER BY e.traded_on, e.cik) AS insiders
    FROM entries e JOIN insiders i ON i.cik = e.cik
    GROUP BY e.cluster_id
  ), totals AS (
    SELECT cluster_id, company_cik, transaction_code, count(*)::int AS trade_count, sum(value) AS total_value, sum(shares) AS total_shares,
      round(sum(value) FILTER (WHERE shares > 0) / nullif(sum(shares) FILTER (WHERE value IS NOT NULL), 0), 4) AS average_price,
      min(traded_on) AS start_on, max(traded_on) AS end_on, max(filed_on) AS latest_filed_on, max(signal_score) AS max_signal_score
    FROM members GROUP BY cluster_id, company_cik, transaction_code
  )
  SELECT t.cluster_id AS id, t.company_cik, t.transaction_code, i.size, t.trade_count, t.total_value, t.total_shares, t.average_price,
    t.start_on, t.end_on, t.latest_filed_on, t.max_signal_score, i.insiders
  FROM totals t JOIN insiders i USING (cluster_id)`;
