// Sets price_quality of insider trades: whether a filed price is plausible for the security. Prices are compared as
// filed, including suspect ones, so that no result depends on another one. The rules:
// docs/guides/freshness-and-coverage.md, "Figures that were mistyped".
import type { PoolClient } from "pg";
import { isListedShare } from "../store/listed-share.ts";
import { notOfAnother } from "./price-series.ts";
import { lookUpEach, makeTable, type Step } from "./step.ts";
import { widenScope } from "./widen-scope.ts";

/** a price this many times above or below the comparison price is suspect */
const farFactor = 5;
/** calendar days before and after the trade whose closes the price is compared with: ten days in all */
const closeDays = 5;
/** calendar days before and after the trade whose other filed prices the price is compared with */
const peerDays = 30;
/** minimum number of other filed prices for a median */
const fewestPeers = 3;
/** a price of another filing that differs by at most this factor agrees with a price */
const agreeFactor = 2;
/** if price and number of shares are equal and above this, the filer entered the same figure twice by mistake */
const sameFigure = 100;

/**
 * Trades at a market price: purchases, sales, and shares withheld for tax. Grants and exercises do not state a market
 * price.
 */
const isAtMarket = "NOT t.is_derivative AND t.transaction_code IN ('P', 'S', 'F') AND t.traded_on IS NOT NULL";
/** Rows whose prices other prices are compared with. */
const isPeer =
  "NOT t.is_derivative AND t.transaction_code IN ('P', 'S') AND t.superseded_by_id IS NULL AND t.price > 0 AND t.traded_on IS NOT NULL";
const isDoubled = `t.price = t.shares AND t.price > ${sameFigure}`;

/** `a` of "Class A Common Stock": classes and series of one company may trade at very different prices. */
const shareClass = String.raw`coalesce(substring(lower(t.security_title) FROM '\m(?:class|series)\s+([a-z0-9-]{1,4})\M'), '')`;

export const derivePriceQuality: Step = async (context) => {
  const { client, everything } = context;
  await prepareTrades(client, everything);
  await prepareCloses(client);
  await preparePeers(client, everything);
  await prepareVerdicts(client, everything);
  const { rowCount } = await client.query(
    `UPDATE insider_trades t SET price_quality = v.quality, last_modified = statement_timestamp()
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
  if (!everything) await prepareScope(client);
  await makeTable(
    client,
    "price_trades",
    `SELECT t.id, t.company_cik, t.traded_on, t.price, t.security_class, ${shareClass} AS share_class, coalesce(t.own_ticker, c.ticker) AS symbol,
       t.accession_number, ${isDoubled} AS is_doubled, ${isPeer} AS is_peer, ${isListedShare} AS is_listed
     FROM insider_trades t ${everything ? "" : "JOIN price_scope USING (id)"} JOIN companies c ON c.cik = t.company_cik
     WHERE t.price > 0 AND (${isAtMarket} OR (${isDoubled}))`,
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
const verdict = (far: string) => `CASE WHEN ${far} THEN 'suspect' ELSE 'ok' END`;

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
       WHEN r.is_doubled THEN 'suspect'
       WHEN c.lowest IS NOT NULL THEN ${verdict(isFar("c.lowest", "c.highest"))}
       WHEN w.prices - r.is_peer::int < ${fewestPeers} THEN NULL
       WHEN NOT ${isFar("w.highest", "w.lowest")} THEN 'ok'
       WHEN ${agrees} THEN 'ok'
       ELSE (SELECT ${verdict(isFar("m.price"))} FROM (${median}) AS m)
     END AS quality
     FROM price_trades r
     LEFT JOIN price_closes c ON r.is_listed AND c.company_cik = r.company_cik AND c.traded_on = r.traded_on AND c.symbol IS NOT DISTINCT FROM r.symbol
     LEFT JOIN price_windows w ON ${sameGroup("w", "r")} AND w.traded_on = r.traded_on`,
    { keys: "id" },
  );
  await makeTable(
    client,
    "price_verdicts",
    `SELECT t.id, t.company_cik, t.filed_on, j.quality,
       (coalesce(t.price_quality, '') = 'suspect') <> (coalesce(j.quality, '') = 'suspect') AS is_other
     FROM insider_trades t ${everything ? "" : "JOIN price_scope USING (id)"} LEFT JOIN price_judged j USING (id)
     WHERE t.price_quality IS DISTINCT FROM j.quality`,
  );
}
