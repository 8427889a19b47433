// Sets price_quality of insider trades: whether a filed price is plausible for the security, and which rule says that it
// is not. Prices are compared as filed, including suspect ones, so that no result depends on another one. The rules:
// docs/guides/freshness-and-coverage.md, "Prices and dates with typing errors".
import type { PoolClient } from "pg";
import { readHighPrices } from "../store/reference.ts";
import { isListedShare } from "../store/sql/rules.ts";
import { mayPriceOther, pricesOtherSecurity } from "./price-note.ts";
import { notOfAnother } from "./price-series.ts";
import { widenScope } from "./scope.ts";
import { lookUpEach, makeTable, type Step } from "./step.ts";

/** a price this many times above or below the comparison price is suspect */
const farFactor = 5;
/** calendar days before and after the trade whose closes the price is compared with: ten days in all */
const closeDays = 5;
/** calendar days before and after the trade whose other filed prices the price is compared with */
const peerDays = 30;
/** minimum number of other filed prices for a median */
const minPeers = 3;
/** a price of another filing that differs by at most this factor agrees with a price */
const agreeFactor = 2;
/** if price and number of shares are equal and above this, the filer entered the same value twice by mistake */
const sameValue = 100;
/** dollars: a larger value is assumed to be shares times a total */
const largestValue = 5_000_000_000;
/** dollars: a higher price is assumed to be a total, if no close and no reviewed list says that the security is so dear */
const highPrice = 5_000;

/**
 * Codes without a payment: gifts, inheritances, voting trusts, expirations. The form has no price for them, nor for the
 * derivative half of an exercise or conversion.
 */
const needsNoPrice = `(t.transaction_code IN ('G', 'W', 'Z', 'E', 'H')
  OR (t.is_derivative AND t.transaction_code IN ('M', 'X', 'C', 'O')))`;
/** Why a row has no price. The form demands a footnote in its place. */
const priceReason = `CASE WHEN t.price IS NOT NULL THEN NULL WHEN cardinality(t.footnote_ids) > 0 THEN 'footnote_only'
  WHEN ${needsNoPrice} THEN 'not_required' ELSE 'missing' END`;

/**
 * Trades at a market price: purchases, sales, and shares withheld for tax. Grants and exercises do not state a market
 * price.
 */
const isAtMarket = "NOT t.is_derivative AND t.transaction_code IN ('P', 'S', 'F') AND t.traded_on IS NOT NULL";
/** Rows whose prices other prices are compared with. */
const isPeer =
  "NOT t.is_derivative AND t.transaction_code IN ('P', 'S') AND t.superseded_by_id IS NULL AND t.price > 0 AND t.traded_on IS NOT NULL";
const isDoubled = `t.price = t.shares AND t.price > ${sameValue}`;

/** `a` of "Class A Common Stock": classes and series of one company may trade at very different prices. */
const shareClass = String.raw`coalesce(substring(lower(t.security_title) FROM '\m(?:class|series)\s+([a-z0-9-]{1,4})\M'), '')`;

export const derivePriceQuality: Step = async (context) => {
  const { client, everything } = context;
  if (!everything) await prepareScope(client);
  await prepareNotes(client, everything);
  await prepareHighPrices(client);
  await prepareTrades(client, everything);
  await prepareCloses(client);
  await preparePeers(client, everything);
  await prepareVerdicts(client, everything);
  const { rowCount } = await client.query(
    `UPDATE insider_trades t SET price_quality = v.quality, price_quality_reason = v.rule, price_reason = v.price_reason,
       last_modified = statement_timestamp()
     FROM price_verdicts v WHERE v.id = t.id`,
  );
  await widenScope(context, "SELECT company_cik AS cik, id, filed_on FROM price_verdicts WHERE is_other");
  return rowCount ?? 0;
};

/**
 * price_scope(id): trades whose comparison may have changed. price_trades: those of them with a price to compare. A
 * price is compared with closes and filed prices around its trade date, so a change affects the trades of the days
 * around it.
 */
async function prepareTrades(client: PoolClient, everything: boolean): Promise<void> {
  await makeTable(
    client,
    "price_trades",
    `SELECT t.id, t.company_cik, t.traded_on, t.price, t.security_class, ${shareClass} AS share_class, coalesce(t.own_ticker, c.ticker) AS symbol,
       t.accession_number, ${isDoubled} AS is_doubled, n.id IS NOT NULL AS is_of_other, t.value > ${largestValue} AS is_total,
       ${isHigh} AS is_high, (${isAtMarket}) AS is_at_market, ${isPeer} AS is_peer, ${isListedShare} AS is_listed
     FROM insider_trades t ${everything ? "" : "JOIN price_scope USING (id)"} JOIN companies c ON c.cik = t.company_cik
     LEFT JOIN price_of_other n ON n.id = t.id
     WHERE t.price > 0 AND (${isAtMarket} OR (${isDoubled}) OR n.id IS NOT NULL OR t.value > ${largestValue} OR t.price > ${highPrice})`,
  );
}

async function prepareScope(client: PoolClient): Promise<void> {
  const around = (from: string, to: string) =>
    `SELECT t.id FROM insider_trades t WHERE t.company_cik = d.cik AND t.traded_on BETWEEN ${from} AND ${to}`;
  await makeTable(
    client,
    "price_days",
    "SELECT DISTINCT t.company_cik AS cik, t.traded_on FROM derive_rows JOIN insider_trades t USING (id) WHERE NOT t.is_derivative AND t.traded_on IS NOT NULL",
  );
  await makeTable(
    client,
    "price_scope",
    `SELECT id FROM derive_rows
     UNION SELECT t.id FROM derive_rebased d JOIN insider_trades t ON t.company_cik = d.cik
     UNION SELECT found.id FROM ${lookUpEach("price_days d", around(`d.traded_on - ${peerDays}`, `d.traded_on + ${peerDays}`))}
     UNION SELECT found.id FROM ${lookUpEach("derive_priced d", around(`d.from_on - ${closeDays}`, `d.last_on + ${closeDays}`))}`,
    { keys: "id" },
  );
}

/**
 * price_of_other(id): rows in shares whose own footnote says that the price is that of a depositary share or of a unit.
 */
async function prepareNotes(client: PoolClient, everything: boolean): Promise<void> {
  const forms = "SELECT f.accession_number, f.footnotes FROM filings f WHERE f.footnotes::text ~* $1";
  const inScope = "(SELECT DISTINCT accession_number FROM price_scope JOIN insider_trades USING (id)) AS s";
  const { rows } = await client.query<{ id: string; price: string; note: string }>(
    // each form's footnotes are searched once, however many rows it has
    `WITH noted AS MATERIALIZED (
       ${everything ? forms : `SELECT found.* FROM ${lookUpEach(inScope, `${forms} AND f.accession_number = s.accession_number`)}`}
     )
     SELECT t.id::text, t.price::text, n.value AS note
     FROM noted f JOIN insider_trades t USING (accession_number) ${everything ? "" : "JOIN price_scope USING (id)"}
     CROSS JOIN LATERAL jsonb_each_text(f.footnotes) AS n
     WHERE t.price > 0 AND NOT t.is_derivative AND coalesce(t.security_class, 'common') IN ('common', 'fund') AND cardinality(t.footnote_ids) > 0
       AND n.key = ANY(t.footnote_ids) AND n.value ~* $1 AND t.security_title !~* $1`,
    [mayPriceOther],
  );
  await makeTable(client, "price_of_other", "SELECT 0::bigint AS id WHERE false");
  const found = rows.filter(({ note, price }) => pricesOtherSecurity(note, price)).map(({ id }) => id);
  await client.query("INSERT INTO price_of_other SELECT DISTINCT unnest($1::bigint[])", [found]);
}

/** price_high: the reviewed securities that trade above the price that is otherwise assumed to be a total. */
async function prepareHighPrices(client: PoolClient): Promise<void> {
  await makeTable(
    client,
    "price_high",
    "SELECT '' AS company_cik, '' AS share_class, '' AS security_class, 0::numeric AS up_to WHERE false",
  );
  await client.query("INSERT INTO price_high SELECT * FROM jsonb_populate_recordset(null::price_high, $1::jsonb)", [
    JSON.stringify(await readHighPrices()),
  ]);
}

/** A blank column of the list stands for all companies, classes of shares or kinds of security. */
const isHigh = `(t.price > ${highPrice} AND NOT EXISTS (
  SELECT FROM price_high h WHERE h.company_cik IN ('', t.company_cik) AND h.share_class IN ('', ${shareClass})
    AND h.security_class IN ('', coalesce(t.security_class, '?')) AND t.price <= coalesce(h.up_to, t.price)))`;

/**
 * price_closes: the lowest and the highest close as traded around a trade date, from the company's series for the row's
 * symbol.
 */
async function prepareCloses(client: PoolClient): Promise<void> {
  await makeTable(
    client,
    "price_symbols",
    `SELECT s.company_cik, s.symbol, p.id AS series_id, coalesce(s.from_on, '-infinity') AS from_on, coalesce(s.until_on, 'infinity') AS until_on
     FROM company_price_symbols s JOIN price_series p USING (symbol) WHERE p.as_traded`,
    { keys: "company_cik" },
  );
  await makeTable(
    client,
    "price_closes",
    `SELECT t.company_cik, t.symbol, t.traded_on, min(b.lowest) AS lowest, max(b.highest) AS highest
     FROM (SELECT DISTINCT company_cik, symbol, traded_on FROM price_trades WHERE is_listed AND traded_on IS NOT NULL) AS t
     JOIN price_symbols c ON c.company_cik = t.company_cik AND t.traded_on BETWEEN c.from_on AND c.until_on AND ${notOfAnother("t.symbol")}
     CROSS JOIN LATERAL (
       SELECT min(close) AS lowest, max(close) AS highest FROM price_bars
       WHERE series_id = c.series_id AND date BETWEEN t.traded_on - ${closeDays} AND t.traded_on + ${closeDays}
     ) AS b
     GROUP BY t.company_cik, t.symbol, t.traded_on HAVING min(b.lowest) IS NOT NULL`,
    { keys: "company_cik, traded_on" },
  );
}

const group = "company_cik, security_class, share_class";
const sameGroup = (a: string, b: string) =>
  `${a}.company_cik = ${b}.company_cik AND ${a}.security_class IS NOT DISTINCT FROM ${b}.security_class AND ${a}.share_class = ${b}.share_class`;

/**
 * price_peers: filed prices that others are compared with. price_windows: for each company, class and trade date the
 * number of peers in the days around it, and the lowest and the highest of their prices.
 */
async function preparePeers(client: PoolClient, everything: boolean): Promise<void> {
  const columns = `t.company_cik, t.security_class, ${shareClass} AS share_class, t.traded_on, t.price, t.accession_number`;
  await makeTable(
    client,
    "price_peers",
    everything
      ? `SELECT ${columns} FROM insider_trades t WHERE ${isPeer}`
      : `SELECT found.* FROM ${lookUpEach(
          `(SELECT company_cik, min(traded_on) - ${peerDays} AS from_on, max(traded_on) + ${peerDays} AS to_on FROM price_trades GROUP BY 1) AS d`,
          `SELECT ${columns} FROM insider_trades t WHERE t.company_cik = d.company_cik AND t.traded_on BETWEEN d.from_on AND d.to_on AND ${isPeer}`,
        )}`,
    { keys: "company_cik, traded_on" },
  );
  await makeTable(
    client,
    "price_peer_days",
    `SELECT ${group}, traded_on, count(*) AS prices, min(price) AS lowest, max(price) AS highest FROM price_peers GROUP BY ${group}, traded_on`,
    { keys: "company_cik, traded_on" },
  );
  await makeTable(
    client,
    "price_windows",
    `SELECT d.*, nearby.prices, nearby.lowest, nearby.highest
     FROM (SELECT DISTINCT ${group}, traded_on FROM price_trades WHERE traded_on IS NOT NULL) AS d
     CROSS JOIN LATERAL (
       SELECT sum(p.prices) AS prices, min(p.lowest) AS lowest, max(p.highest) AS highest FROM price_peer_days p
       WHERE ${sameGroup("p", "d")} AND p.traded_on BETWEEN d.traded_on - ${peerDays} AND d.traded_on + ${peerDays}
     ) AS nearby
     WHERE nearby.prices > 0`,
    { keys: "company_cik, traded_on" },
  );
}

const isFar = (lowest: string, highest = lowest) =>
  `(r.price > ${farFactor} * ${highest} OR ${farFactor} * r.price < ${lowest})`;
const verdict = (far: string, rule: string) => `CASE WHEN ${far} THEN '${rule}' ELSE 'ok' END`;

/**
 * The exact median of the other filed prices around a row of price_trades `r`: one price equal to its own is excluded
 * as its own.
 */
const median = `
  SELECT (prices[(n + 1) / 2] + prices[(n + 2) / 2]) / 2 AS price FROM (
    SELECT array_agg(price ORDER BY price) AS prices, count(*)::int AS n FROM (
      SELECT p.price, row_number() OVER (ORDER BY (p.price = r.price) DESC) AS place FROM price_peers p
      WHERE ${sameGroup("p", "r")} AND p.traded_on BETWEEN r.traded_on - ${peerDays} AND r.traded_on + ${peerDays}
    ) AS around WHERE NOT r.is_peer OR place > 1
  ) AS others`;

/**
 * SQL condition: another filing around a row of price_trades `r` has a price that agrees. After a reverse split the
 * earlier prices are far from the median but correct: two filings rarely have the same typing error
 * (docs/adr/0041-prices-that-agree.md).
 */
const agrees = `EXISTS (
  SELECT FROM price_peers p
  WHERE ${sameGroup("p", "r")} AND p.traded_on BETWEEN r.traded_on - ${peerDays} AND r.traded_on + ${peerDays}
    AND p.accession_number <> r.accession_number AND p.price BETWEEN r.price / ${agreeFactor} AND r.price * ${agreeFactor})`;

/**
 * price_verdicts: trades whose quality differs from the stored one; `is_other`: it became suspect or is no longer
 * suspect. A median lies between the lowest and the highest price, so it is only computed if one of these is far from
 * the price.
 */
async function prepareVerdicts(client: PoolClient, everything: boolean): Promise<void> {
  await makeTable(
    client,
    "price_judged",
    `SELECT r.id, CASE
       WHEN r.is_doubled THEN 'equals_shares'
       WHEN r.is_of_other THEN 'other_security'
       WHEN r.is_total THEN 'total'
       WHEN c.lowest IS NOT NULL AND r.is_at_market THEN ${verdict(isFar("c.lowest", "c.highest"), "market_price")}
       WHEN c.lowest IS NULL AND r.is_high THEN 'total'
       WHEN NOT r.is_at_market OR w.prices - r.is_peer::int < ${minPeers} THEN NULL
       WHEN NOT ${isFar("w.highest", "w.lowest")} THEN 'ok'
       WHEN ${agrees} THEN 'ok'
       ELSE (SELECT ${verdict(isFar("m.price"), "other_prices")} FROM (${median}) AS m)
     END AS judgement
     FROM price_trades r
     LEFT JOIN price_closes c ON r.is_listed AND c.company_cik = r.company_cik AND c.traded_on = r.traded_on AND c.symbol IS NOT DISTINCT FROM r.symbol
     LEFT JOIN price_windows w ON ${sameGroup("w", "r")} AND w.traded_on = r.traded_on`,
    { keys: "id" },
  );
  await makeTable(
    client,
    "price_verdicts",
    `SELECT t.id, t.company_cik, t.filed_on, v.*,
       (coalesce(t.price_quality, '') = 'suspect') <> (coalesce(v.quality, '') = 'suspect') AS is_other
     FROM insider_trades t ${everything ? "" : "JOIN price_scope USING (id)"} LEFT JOIN price_judged j USING (id)
     CROSS JOIN LATERAL (
       SELECT CASE WHEN j.judgement = 'ok' THEN 'ok' WHEN j.judgement IS NOT NULL THEN 'suspect' END AS quality,
         nullif(j.judgement, 'ok') AS rule, ${priceReason} AS price_reason
     ) AS v
     WHERE (t.price_quality, t.price_quality_reason, t.price_reason) IS DISTINCT FROM (v.quality, v.rule, v.price_reason)`,
  );
}
