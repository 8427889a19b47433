// Twenty questions that people ask: the calls with which a model finds the answer, and the expected one, from the tables of the store.

/** A row of a tool's table, by the names of its columns. */
export type Row = Record<string, unknown>;
/** Calls a tool and returns its result, with a table's rows as records under `rows`. */
export type CallTool = (
  tool: string,
  args: Record<string, unknown>,
) => Promise<{ total: number; rows: Row[]; data: Row & Record<string, Row> }>;
export type Sql = (text: string, values?: unknown[]) => Promise<Row[]>;

/** What the questions are about, chosen from the store so that there is something to find. */
export interface Subjects {
  /** symbol of the company with the most purchases of common shares */
  ticker: string;
  /** sector with the most purchases in the last 30 days */
  sector: string;
  /** insider with the most resolved purchases */
  insider: { cik: string; name: string };
  /** member of Congress with the most trades */
  member: { id: string; name: string };
  /** symbol that members traded most */
  congressTicker: string;
}

interface Question {
  question: string;
  find(call: CallTool, about: Subjects): Promise<unknown>;
  expected(sql: Sql, about: Subjects): Promise<unknown>;
}

export const today = "2026-06-17";
const monthAgo = "2026-05-18";
const thisYear = "2026-01-01";
const purchase = ["P - Purchase"];
const pick = (rows: Row[], ...names: string[]) => rows.map((row) => names.map((name) => row[name]));
const cells = (rows: Row[]) => rows.map((row) => Object.values(row));
const live = "NOT t.is_derivative AND t.superseded_by_id IS NULL";
const insiderTrades =
  "insider_trades t JOIN companies c ON c.cik = t.company_cik JOIN insiders i ON i.cik = t.insider_cik";
const memberTrades =
  "politician_trades t JOIN politicians p USING (bioguide_id) JOIN disclosure_reports r ON r.id = t.report_id";
const liveMember = "t.superseded_by_id IS NULL AND NOT t.withdraws";

/** The rows of a table within a result. */
const rowsOf = (data: Record<string, Row>, name: string) => (data[name]?.rows ?? []) as Row[];

/** The sum of a column by another one, the largest first. */
function sums(rows: Row[], by: string, of: string): [unknown, number][] {
  const sum = new Map<unknown, number>();
  for (const row of rows) sum.set(row[by], (sum.get(row[by]) ?? 0) + Math.round(Number(row[of]) * 100));
  return [...sum].map(([name, cents]): [unknown, number] => [name, cents / 100]).sort(([, a], [, b]) => b - a);
}

export const questions: Question[] = [
  {
    question: "What did insiders of this company buy lately, and how did it do?",
    find: async (call, { ticker }) => {
      const { rows } = await call("listTrades", { ticker, tradeTypes: purchase, include: ["outcomes"] });
      return pick(rows, "filing_date", "insider_name", "value", "outcomes.return_90d_pct", "outcomes.alpha_90d_pct");
    },
    expected: async (sql, { ticker }) =>
      cells(
        await sql(
          `SELECT t.filed_on::text, i.name, t.value::float, round(o.return_90::numeric, 4)::float, round((o.return_90 - o.spy_return_90)::numeric, 4)::float AS alpha
           FROM ${insiderTrades} JOIN insider_outcomes o ON o.trade_id = t.id
           WHERE ${live} AND t.transaction_code = 'P' AND c.ticker = $1 ORDER BY t.filed_on DESC, t.id DESC LIMIT 25`,
          [ticker],
        ),
      ),
  },
  {
    question: "Who bought most in this sector this month?",
    find: async (call, { sector }) => {
      const { rows } = await call("listTrades", {
        sectors: [sector],
        tradeTypes: purchase,
        filedFrom: monthAgo,
        sort: "value",
        pageSize: 100,
      });
      return sums(
        rows.filter((row) => row.price_quality !== "suspect"),
        "insider_name",
        "value",
      )[0];
    },
    expected: async (sql, { sector }) =>
      cells(
        await sql(
          `SELECT i.name, sum(t.value)::float AS value FROM ${insiderTrades} WHERE ${live} AND t.transaction_code = 'P'
             AND t.price_quality IS DISTINCT FROM 'suspect' AND c.sector = $1 AND t.filed_on >= $2 GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
          [sector, monthAgo],
        ),
      )[0],
  },
  {
    question: "Which members sold what their committee oversees?",
    find: async (call) => {
      const { rows } = await call("listPoliticianTrades", { isCommitteeTrade: true, tradeType: "sale", pageSize: 100 });
      return [...new Set(rows.map((row) => row.politician_name))].sort();
    },
    expected: async (sql) =>
      (
        await sql(
          `SELECT DISTINCT p.name COLLATE "C" AS name FROM ${memberTrades} WHERE ${liveMember} AND t.is_committee_trade AND t.trade_type LIKE 'Sale%' ORDER BY 1`,
        )
      ).map(({ name }) => name),
  },
  {
    question: "Where did at least three insiders buy at once this year, the strongest first?",
    find: async (call) => {
      const { rows } = await call("listClusters", { minSize: 3, startedFrom: thisYear, sort: "signalScore" });
      return pick(rows, "company_name", "cluster_size", "max_signal_score").slice(0, 3);
    },
    expected: async (sql) =>
      cells(
        await sql(
          `SELECT c.name, t.size, t.max_signal_score FROM clusters t JOIN companies c ON c.cik = t.company_cik
           WHERE t.transaction_code = 'P' AND t.size >= 3 AND t.start_on >= $1 ORDER BY t.max_signal_score DESC, t.id DESC LIMIT 3`,
          [thisYear],
        ),
      ),
  },
  {
    question: "How did this member's trades do within 90 days, out of how many?",
    find: async (call, { member }) => {
      const { rows } = await call("listPoliticians", { q: member.name });
      return pick(rows, "bioguide_id", "performance_90d.resolved_trades", "performance_90d.win_rate_pct")[0];
    },
    expected: async (sql, { member }) =>
      cells(
        await sql(
          "SELECT bioguide_id, resolved_trades, round(win_rate_pct::numeric, 4)::float FROM politician_sums WHERE bioguide_id = $1",
          [member.id],
        ),
      )[0],
  },
  {
    question: "What is this insider's track record over half a year?",
    find: async (call, { insider }) => {
      const { rows } = await call("listSymbols", { q: insider.name });
      const { data } = await call("getTrackRecord", { cik: rows[0]?.cik });
      const period = rowsOf(data, "periods").find(({ days }) => days === 180);
      return [data.name, period?.resolved_trades];
    },
    expected: async (sql, { insider }) => [
      insider.name,
      (
        await sql(
          `SELECT count(*)::int AS n FROM (SELECT DISTINCT t.company_cik, t.traded_on FROM insider_trades t JOIN insider_outcomes o ON o.trade_id = t.id
             WHERE ${live} AND t.transaction_code = 'P' AND t.insider_cik = $1 AND o.return_180 IS NOT NULL) AS lots`,
          [insider.cik],
        )
      )[0]?.n,
    ],
  },
  {
    question: "How many sales were made under a 10b5-1 plan this year?",
    find: async (call) =>
      (await call("listTrades", { tradeTypes: ["S - Sale"], is10b51: true, filedFrom: thisYear, pageSize: 1 })).total,
    expected: async (sql) =>
      (
        await sql(
          `SELECT count(*)::int AS n FROM insider_trades t WHERE ${live} AND t.transaction_code = 'S' AND t.is_10b5_1 AND t.filed_on >= $1`,
          [thisYear],
        )
      )[0]?.n,
  },
  {
    question: "Which directors bought for more than $100,000?",
    find: async (call) => {
      const args = { role: ["director"], tradeTypes: purchase, minValue: "100k", sort: "value", pageSize: 10 };
      return pick((await call("listTrades", args)).rows, "insider_name", "value");
    },
    expected: async (sql) =>
      cells(
        await sql(
          `SELECT i.name, t.value::float FROM ${insiderTrades} WHERE ${live} AND t.transaction_code = 'P' AND t.is_director AND t.value >= 100000
           ORDER BY t.value DESC, t.id DESC LIMIT 10`,
        ),
      ),
  },
  {
    question: "Which trade was disclosed latest, and by whom?",
    find: async (call) =>
      pick((await call("listLateFilings", { pageSize: 1 })).rows, "politician_name", "delay_days", "days_late")[0],
    expected: async (sql) =>
      cells(
        await sql(
          `SELECT p.name, t.delay_days, t.delay_days - 45 AS late FROM ${memberTrades} WHERE ${liveMember} AND t.is_late ORDER BY t.delay_days DESC, t.id DESC LIMIT 1`,
        ),
      )[0],
  },
  {
    question: "In which companies does this insider have holdings?",
    find: async (call, { insider }) => {
      const { rows } = await call("listSymbols", { q: insider.name });
      const { rows: positions } = await call("listInsiderHoldings", { cik: rows[0]?.cik });
      return [...new Set(positions.map((row) => row.company_name))].sort();
    },
    expected: async (sql, { insider }) =>
      (
        await sql(
          `SELECT DISTINCT c.name COLLATE "C" AS name FROM ${insiderTrades} WHERE t.superseded_by_id IS NULL AND t.insider_cik = $1 AND t.shares_owned_after IS NOT NULL ORDER BY 1`,
          [insider.cik],
        )
      ).map(({ name }) => name),
  },
  {
    question: "On which committees does this member sit?",
    find: async (call, { member }) => {
      const { rows } = await call("listPoliticians", { q: member.name, fields: ["bioguide_id"] });
      const { data } = await call("getPolitician", { bioguideId: rows[0]?.bioguide_id, fields: ["committees"] });
      return rowsOf(data, "committees")
        .map(({ code }) => code)
        .sort();
    },
    expected: async (sql, { member }) =>
      (
        await sql(
          `SELECT m.committee_code COLLATE "C" AS code FROM committee_memberships m WHERE m.bioguide_id = $1 AND m.current ORDER BY 1`,
          [member.id],
        )
      ).map(({ code }) => code),
  },
  {
    question: "Which companies did insiders buy most, net of sales, in the last 90 days?",
    find: async (call) => {
      const { rows } = await call("listCompanies", { sort: "netValue", window: "90", pageSize: 3 });
      const net = (windows: unknown) => (windows as Row[]).find(({ days }) => days === 90)?.["insiders.net_value"];
      return rows.map(({ company_name, windows }) => [company_name, net(windows)]);
    },
    expected: async (sql) =>
      cells(
        await sql(
          `SELECT c.name, s.net_value::float FROM company_window_sums s JOIN companies c ON c.cik = s.company_cik
           WHERE s.days = 90 ORDER BY s.net_value DESC, s.company_cik DESC LIMIT 3`,
        ),
      ),
  },
  {
    question: "What did members' spouses buy, newest first?",
    find: async (call) =>
      pick(
        (await call("listPoliticianTrades", { owner: ["spouse"], tradeType: "purchase", pageSize: 5 })).rows,
        "politician_name",
        "asset_name",
        "amount_low",
      ),
    expected: async (sql) =>
      cells(
        await sql(
          `SELECT p.name, t.asset_name, t.amount_low::float FROM ${memberTrades} WHERE ${liveMember} AND t.owner = 'Spouse' AND t.trade_type = 'Purchase'
           ORDER BY t.filed_on DESC, t.id DESC LIMIT 5`,
        ),
      ),
  },
  {
    question: "How many open-market purchases were filed this year?",
    find: async (call) => (await call("listTrades", { tradeTypes: purchase, filedFrom: thisYear, pageSize: 1 })).total,
    expected: async (sql) =>
      (
        await sql(
          `SELECT count(*)::int AS n FROM insider_trades t WHERE ${live} AND t.transaction_code = 'P' AND t.filed_on >= $1`,
          [thisYear],
        )
      )[0]?.n,
  },
  {
    question: "Which purchases of this year have a strong signal, and why?",
    find: async (call) => {
      const args = {
        signalTier: ["strong"],
        filedFrom: thisYear,
        fields: ["ticker", "signal_score", "signal_factors"],
      };
      return pick((await call("listTrades", args)).rows, "ticker", "signal_score", "signal_factors").slice(0, 3);
    },
    expected: async (sql) =>
      cells(
        await sql(
          `SELECT c.ticker, t.signal_score, t.signal_factors FROM ${insiderTrades} WHERE ${live} AND t.signal_tier = 'strong' AND t.filed_on >= $1
           ORDER BY t.filed_on DESC, t.id DESC LIMIT 3`,
          [thisYear],
        ),
      ),
  },
  {
    question: "Of how many trades is the record of strong bullish signals?",
    find: async (call) => {
      const { data } = await call("getSignalPerformance", {});
      return rowsOf(data, "groups")
        .filter((row) => row.signal_tier === "strong" && row.signal_direction === "bullish")
        .reduce((sum, { trades }) => sum + Number(trades), 0);
    },
    expected: async (sql) =>
      (
        await sql(
          `SELECT count(DISTINCT (t.accession_number, t.traded_on))::int AS n FROM insider_trades t
           WHERE ${live} AND t.signal_tier = 'strong' AND t.signal_direction = 'bullish' AND t.price_quality IS DISTINCT FROM 'suspect'`,
        )
      )[0]?.n,
  },
  {
    question: "Which members trade most?",
    find: async (call) =>
      pick((await call("listPoliticians", { sort: "trades", pageSize: 3 })).rows, "name", "stats.total_trades"),
    expected: async (sql) =>
      cells(
        await sql(
          `SELECT p.name, s.total_trades FROM politician_sums s JOIN politicians p USING (bioguide_id) ORDER BY s.total_trades DESC, p.bioguide_id DESC LIMIT 3`,
        ),
      ),
  },
  {
    question: "Which members traded this company's stock, and in what range?",
    find: async (call, { congressTicker }) =>
      pick(
        (await call("listPoliticianTrades", { ticker: congressTicker })).rows,
        "politician_name",
        "trade_type",
        "amount_low",
        "amount_high",
      ),
    expected: async (sql, { congressTicker }) =>
      cells(
        await sql(
          `SELECT p.name, t.trade_type, t.amount_low::float, t.amount_high::float FROM ${memberTrades} WHERE ${liveMember} AND t.ticker = $1
           ORDER BY t.filed_on DESC, t.id DESC LIMIT 25`,
          [congressTicker],
        ),
      ),
  },
  {
    question: "How new are the insider filings that are held?",
    find: async (call) => {
      const { data } = await call("getCoverage", { source: "form345" });
      return rowsOf(data, "sources")[0]?.newest_filing_date;
    },
    expected: async (sql) => (await sql("SELECT max(filed_on)::text AS day FROM filings"))[0]?.day,
  },
  {
    question: "Which Senate Republicans bought this year?",
    find: async (call) => {
      const args = {
        party: "Republican",
        chamber: "senate",
        tradeType: "purchase",
        filedFrom: thisYear,
        pageSize: 100,
      };
      const { rows } = await call("listPoliticianTrades", { ...args, fields: ["politician_name"] });
      return [...new Set(rows.map((row) => row.politician_name))].sort();
    },
    expected: async (sql) =>
      (
        await sql(
          `SELECT DISTINCT p.name COLLATE "C" AS name FROM ${memberTrades}
           WHERE ${liveMember} AND t.party = 'Republican' AND t.chamber = 'Senate' AND t.trade_type = 'Purchase' AND t.filed_on >= $1 ORDER BY 1`,
          [thisYear],
        )
      ).map(({ name }) => name),
  },
];
