// The list of insider trades in DuckDB: one table in the order of the default list, with the company's sector and industry, and two
// small ones with the names that are searched. Of a search in each row's own names DuckDB took four times as long.
import { createWriteStream, existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import { to as copyTo } from "pg-copy-streams";
import { cikOf } from "../../../src/domain/identifiers.ts";
import { type Condition, conditionsOf, noSuchCondition } from "../../../src/filters/define-filters.ts";
import type { InsiderTradeFields } from "../../../src/filters/insider-trade-fields.ts";
import { insiderTradeFilters } from "../../../src/filters/insider-trades.ts";
import { officerTitles } from "../../../src/filters/officer-titles.ts";
import { shownDelta } from "../../../src/store/sql/suspect-trades.ts";
import type { Store } from "../../../src/store/store.ts";
import type { PagedQuestion } from "./questions.ts";

interface Prepared {
  bind(values: (string | bigint)[]): void;
  runAndReadAll(): Promise<{ getRows(): unknown[][] }>;
  destroySync(): void;
}

interface Connection {
  run(sql: string): Promise<unknown>;
  prepare(sql: string): Promise<Prepared>;
  closeSync(): void;
}

interface Instance {
  connect(): Promise<Connection>;
  closeSync(): void;
}

interface Library {
  DuckDBInstance: { create(path: string, settings: Record<string, string>): Promise<Instance> };
  version(): string;
}

/** `folder`: where `npm install --prefix` has put @duckdb/node-api. */
export function loadDuckdb(folder: string): Library {
  if (!existsSync(join(folder, "node_modules/@duckdb/node-api")))
    throw new Error(`DuckDB is missing: npm install --prefix ${folder} --ignore-scripts @duckdb/node-api@1.5.6-r.1`);
  return createRequire(join(resolve(folder), "package.json"))("@duckdb/node-api") as Library;
}

const open = ({ DuckDBInstance }: Library, folder: string) =>
  DuckDBInstance.create(join(folder, "trades.duckdb"), { threads: "2", storage_compatibility_version: "latest" });

const decimal = "DECIMAL(18,4)";
/** what PostgreSQL sends of each trade: name, DuckDB's type, SQL */
const columns: [name: string, type: string, sql: string][] = [
  ["id", "BIGINT", "t.id"],
  ["filed_on", "DATE", "t.filed_on"],
  ["traded_on", "DATE", "t.traded_on"],
  ["last_modified", "TIMESTAMP", "t.last_modified AT TIME ZONE 'UTC'"],
  ["live", "BOOLEAN", "t.superseded_by_id IS NULL"],
  ["non_derivative", "BOOLEAN", "NOT t.is_derivative"],
  ["director", "BOOLEAN", "t.is_director"],
  ["officer", "BOOLEAN", "t.is_officer"],
  ["ten_percent_owner", "BOOLEAN", "t.is_ten_percent_owner"],
  ["code", "VARCHAR", "t.transaction_code"],
  ["class", "VARCHAR", "t.security_class"],
  ["title", "VARCHAR", "lower(t.title)"],
  ["value", decimal, "t.value"],
  ["price", decimal, "t.price"],
  ["shares", decimal, "t.shares"],
  ["shares_owned_after", decimal, "t.shares_owned_after"],
  ["delta", decimal, shownDelta],
  ["score", "INTEGER", "t.signal_score"],
  ["delay", "INTEGER", "t.filing_delay_days"],
  ["company", "VARCHAR", "t.company_cik"],
  ["ticker", "VARCHAR", "lower(t.ticker_as_filed)"],
  // no text of a question contains the separator
  ["owner_names", "VARCHAR", "translate(t.owner_names, E'\\n', '|')"],
];

const companies: typeof columns = [
  ["company", "VARCHAR", "c.cik"],
  ["sector", "VARCHAR", "c.sector"],
  ["industry", "VARCHAR", "c.industry"],
  ["symbols", "VARCHAR", "string_agg(s.symbol, '|')"],
  ["names", "VARCHAR", "lower(concat_ws('|', c.name, string_agg(s.symbol, '|')))"],
];

/** Copies the list from PostgreSQL, through text files that it deletes, to a file of DuckDB in the folder. */
export async function loadTable(library: Library, store: Store, folder: string): Promise<void> {
  const trades = await copyOut(store, "insider_trades t", columns, join(folder, "trades.csv"));
  const named = "companies c LEFT JOIN company_symbols s ON s.company_cik = c.cik GROUP BY c.cik";
  const known = await copyOut(store, named, companies, join(folder, "companies.csv"));
  const instance = await open(library, folder);
  const connection = await instance.connect();
  for (const statement of [
    `ATTACH '${join(folder, "copied.duckdb")}' AS copied`,
    `CREATE TABLE copied.trades AS SELECT * FROM ${trades}`,
    `CREATE TABLE copied.companies AS SELECT * FROM ${known}`,
    `CREATE TABLE owners AS SELECT row_number() OVER ()::INTEGER AS owner, names
     FROM (SELECT DISTINCT owner_names AS names FROM copied.trades)`,
    `CREATE TABLE issuers AS SELECT row_number() OVER ()::INTEGER AS issuer, company, ticker, concat_ws('|', c.names, ticker) AS names,
       string_split(coalesce(c.symbols, ''), '|') AS symbols
     FROM (SELECT DISTINCT company, ticker FROM copied.trades) LEFT JOIN copied.companies c USING (company)`,
    `CREATE TABLE trades AS SELECT t.* EXCLUDE (company, ticker, owner_names), issuer, owner, sector, industry
     FROM copied.trades t JOIN owners o ON o.names = t.owner_names LEFT JOIN copied.companies c USING (company)
     JOIN issuers i ON i.company = t.company AND i.ticker IS NOT DISTINCT FROM t.ticker ORDER BY filed_on DESC, id DESC`,
    "DETACH copied",
    "CHECKPOINT",
  ])
    await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  for (const name of ["trades.csv", "companies.csv", "copied.duckdb"]) await rm(join(folder, name));
}

/** Returns DuckDB's SQL that reads the file. */
async function copyOut(store: Store, from: string, read: typeof columns, path: string): Promise<string> {
  const client = await store.pool.connect();
  try {
    const statement = `COPY (SELECT ${read.map(([, , sql]) => sql).join(", ")} FROM ${from}) TO STDOUT (FORMAT csv)`;
    await pipeline(client.query(copyTo(statement)), createWriteStream(path));
  } finally {
    client.release();
  }
  const types = read.map(([name, type]) => `'${name}': '${type}'`).join(", ");
  return `read_csv('${path}', header = false, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = {${types}})`;
}

type Fields = InsiderTradeFields;
type ColumnOf<Field extends string> = Readonly<Partial<Record<Field, string>>>;

const labels: ColumnOf<Fields["label"]> = {
  transactionCode: "code",
  sector: "sector",
  industry: "industry",
  securityClass: "class",
};
const flags: ColumnOf<Fields["flag"]> = { live: "live", nonDerivative: "non_derivative" };
const numbers: ColumnOf<Fields["number"]> = {
  value: "value",
  price: "price",
  shares: "shares",
  sharesOwnedAfter: "shares_owned_after",
  deltaOwnPct: "delta",
  signalScore: "score",
  delayDays: "delay",
};
const days: Record<Fields["day"], string> = { filedOn: "filed_on", tradedOn: "traded_on" };
const says = ({ says, denies }: (typeof officerTitles)["ceo"]) =>
  `(regexp_matches(title, '${says}') AND NOT regexp_matches(title, '${denies}'))`;
const roles: Readonly<Record<string, string>> = {
  director: "director",
  officer: "officer",
  tenPercentOwner: "ten_percent_owner",
  ceo: says(officerTitles.ceo),
  cfo: says(officerTitles.cfo),
};
const sorts: Readonly<Record<string, string>> = {
  TRADED_ON: "traded_on",
  VALUE: "value",
  SIGNAL_SCORE: "score",
  DELAY_DAYS: "delay",
};

/** The SQL of a condition; undefined for one that no question of the benchmark has. `bind` returns the name of a parameter. */
function toSql(condition: Condition<Fields>, bind: (value: string) => string): string | undefined {
  const inOwners = (text: string) => `owner IN (SELECT owner FROM owners WHERE contains(names, ${bind(text)}))`;
  switch (condition.is) {
    case "oneOf": {
      const { field, values } = condition;
      // an invented symbol has one spelling
      if (field === "symbol")
        return `issuer IN (SELECT issuer FROM issuers WHERE list_has_any(symbols, [${values.map(bind)}]))`;
      if (field === "role") return `(${values.map((role) => roles[role]).join(" OR ")})`;
      return labels[field] && `${labels[field]} IN (${values.map(bind)})`;
    }
    case "flag":
      return flags[condition.field] && `${condition.value ? "" : "NOT "}${flags[condition.field]}`;
    case "inRanges": {
      const column = numbers[condition.field];
      const type = columns.find(([name]) => name === column)?.[1];
      const each = condition.ranges.map(({ min, max }) => {
        const bounds = [min && `${column} >= ${bind(min)}::${type}`, max && `${column} <= ${bind(max)}::${type}`];
        return `(${bounds.filter(Boolean).join(" AND ")})`;
      });
      return column && `(${each.join(" OR ")})`;
    }
    case "between": {
      const { field, from, to } = condition;
      const bounds = [from && `${days[field]} >= ${bind(from)}::DATE`, to && `${days[field]} <= ${bind(to)}::DATE`];
      return bounds.filter(Boolean).join(" AND ");
    }
    case "since":
      return `last_modified >= ${bind(condition.since)}::TIMESTAMP`;
    case "contains": {
      const { field, text } = condition;
      if (field === "title") return `contains(title, ${bind(text)})`;
      if (field === "ownerNames") return inOwners(text);
      if (cikOf(text) !== null) return undefined;
      const word = text.toLowerCase();
      return `(${inOwners(word)} OR issuer IN (SELECT issuer FROM issuers WHERE contains(names, ${bind(word)})))`;
    }
    default:
      return noSuchCondition(condition);
  }
}

/** The table's own order is the list's; only a plain scan keeps it. */
function orderOf({ sort, order }: { sort: string; order: string }, where: string): string | undefined {
  if (sort !== "FILED_ON") return sorts[sort] && `ORDER BY ${sorts[sort]} ${order} NULLS LAST, id ${order}`;
  if (order === "ASC") return "ORDER BY rowid DESC";
  return where.includes("SELECT") ? "ORDER BY rowid" : "";
}

export interface Found {
  total: number;
  ids: number[];
}

type Find = (asked: PagedQuestion) => Promise<Found | undefined>;

/** Opens the file. The function returns undefined for a question that it cannot translate. */
export async function openTable(library: Library, folder: string): Promise<Find> {
  const connection = await (await open(library, folder)).connect();
  const prepared = new LRUCache<string, Prepared>({ max: 200, dispose: (statement) => statement.destroySync() });
  const run = async (sql: string, values: (string | bigint)[]) => {
    const statement = prepared.get(sql) ?? (await connection.prepare(sql));
    prepared.set(sql, statement, { noDisposeOnSet: true });
    statement.bind(values);
    return (await statement.runAndReadAll()).getRows();
  };
  return async ({ question, page: { page, pageSize } }) => {
    if (question.list !== "insiderTrades") return undefined;
    const { filter, includeDerivative } = question;
    const values: string[] = [];
    const bind = (value: string) => `$${values.push(value)}`;
    const conditions = conditionsOf(insiderTradeFilters, { ...filter, includeDerivative }).map((one) =>
      toSql(one, bind),
    );
    const where = conditions.join(" AND ");
    const order = orderOf(question, where);
    if (conditions.includes(undefined) || order === undefined) return undefined;
    const [[count] = []] = await run(`SELECT count(*) FROM trades WHERE ${where}`, values);
    const total = Number(count);
    const offset = (page - 1) * pageSize;
    if (offset >= total) return { total, ids: [] };
    const select = `SELECT id FROM trades WHERE ${where} ${order} LIMIT ${pageSize} OFFSET $${values.length + 1}`;
    const rows = await run(select, [...values, BigInt(offset)]);
    return { total, ids: rows.map(([id]) => Number(id)) };
  };
}
