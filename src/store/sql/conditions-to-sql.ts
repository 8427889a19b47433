// Conditions of src/filters as SQL, and the columns that several lists compare and sort. All values are bound
// parameters; caller input is never part of the SQL text.
import { spellingsOf, symbolKeys } from "../../domain/identifiers.ts";
import { badParameters } from "../../errors.ts";
import { type Condition, type DecimalRange, type Fields, noSuchCondition } from "../../filters/define-filters.ts";
import { ofEachOutcome, ofEachOutcomeSort } from "../../filters/outcomes.ts";
import { type CompanyProperty, ofEachProperty } from "../../filters/shared.ts";
import { Prisma } from "../store.ts";
import { ambiguousSymbols } from "./rules.ts";

/** The SQL of each field of a list. A missing field is a compile error. */
export interface SqlFields<F extends Fields> {
  label: Record<F["label"], (values: readonly string[]) => Prisma.Sql>;
  flag: Record<F["flag"], Prisma.Sql>;
  number: Record<F["number"], { column: Prisma.Sql; type: "numeric" | "bigint" }>;
  day: Record<F["day"], Prisma.Sql>;
  instant: Record<F["instant"], Prisma.Sql>;
  text: Record<F["text"], (text: string) => Prisma.Sql>;
}

export const conditionsToSql = <F extends Fields>(
  conditions: readonly Condition<F>[],
  fields: SqlFields<F>,
): Prisma.Sql[] => conditions.map((condition) => conditionToSql(condition, fields));

function conditionToSql<F extends Fields>(condition: Condition<F>, fields: SqlFields<F>): Prisma.Sql {
  switch (condition.is) {
    case "oneOf":
      return fields.label[condition.field as F["label"]](condition.values);
    case "flag": {
      const column = fields.flag[condition.field as F["flag"]];
      return condition.value ? column : Prisma.sql`NOT (${column})`;
    }
    case "inRanges":
      return inRanges(fields.number[condition.field as F["number"]], condition.ranges);
    case "between":
      return between(fields.day[condition.field as F["day"]], condition);
    case "since":
      return Prisma.sql`${fields.instant[condition.field as F["instant"]]} >= ${condition.since}::timestamptz`;
    case "contains":
      return fields.text[condition.field as F["text"]](condition.text);
    default:
      return noSuchCondition(condition);
  }
}

/** Union of inclusive ranges; a row without the value is in none. */
function inRanges(
  { column, type }: { column: Prisma.Sql; type: "numeric" | "bigint" },
  ranges: readonly DecimalRange[],
): Prisma.Sql {
  const cast = Prisma.raw(type);
  const each = ranges.map(({ min, max }) => {
    const bounds = [Prisma.sql`${column} IS NOT NULL`];
    if (min != null) bounds.push(Prisma.sql`${column} >= ${min}::${cast}`);
    if (max != null) bounds.push(Prisma.sql`${column} <= ${max}::${cast}`);
    return Prisma.sql`(${Prisma.join(bounds, " AND ")})`;
  });
  return anyOf(each);
}

/** At least one of the conditions holds; none holds of an empty list. */
const anyOf = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  conditions.length === 0 ? Prisma.sql`FALSE` : Prisma.sql`(${Prisma.join([...conditions], " OR ")})`;

function between(column: Prisma.Sql, { from, to }: { from?: string | undefined; to?: string | undefined }): Prisma.Sql {
  const bounds = [];
  if (from !== undefined) bounds.push(Prisma.sql`${column} >= ${from}::date`);
  if (to !== undefined) bounds.push(Prisma.sql`${column} <= ${to}::date`);
  return bounds.length > 0 ? Prisma.sql`(${Prisma.join(bounds, " AND ")})` : Prisma.sql`TRUE`;
}

/** LIKE pattern for "contains"; `%`, `_` and `\` of the caller are ordinary characters. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

const oneOf = (column: Prisma.Sql, values: readonly string[]): Prisma.Sql =>
  Prisma.sql`${column} = ANY(${[...values]}::text[])`;

/** A label with a condition for each of its words. Throws AppError bad_request for any other word. */
export const wordsOf =
  <Word extends string>(parameter: string, conditions: Readonly<Record<Word, Prisma.Sql>>) =>
  (values: readonly string[]): Prisma.Sql =>
    anyOf(
      values.map((value) => {
        if (Object.hasOwn(conditions, value)) return conditions[value as Word];
        throw badParameters({ parameter, message: `must be some of ${Object.keys(conditions).join(", ")}` });
      }),
    );

/** A label that is a column. */
export const column =
  (sql: Prisma.Sql) =>
  (values: readonly string[]): Prisma.Sql => {
    const [only] = values;
    return values.length === 1 ? Prisma.sql`${sql} = ${only}` : oneOf(sql, values);
  };

/** A label that is a column with a symbol; the caller may use any spelling of it. */
export const symbolColumn =
  (sql: Prisma.Sql) =>
  (symbols: readonly string[]): Prisma.Sql =>
    Prisma.sql`${sql} = ANY(ARRAY(${meant(symbols)}))`;

/** SQL: meantSymbols of src/domain/identifiers.ts. */
function meant(symbols: readonly string[]): Prisma.Sql {
  const pairs = symbols.flatMap(symbolKeys).flatMap((key) => spellingsOf(key).map((spelling) => [key, spelling]));
  const column = (at: 0 | 1) => Prisma.sql`${pairs.map((pair) => pair[at])}::text[]`;
  return Prisma.sql`WITH borne AS MATERIALIZED (SELECT symbol, company_cik FROM company_symbols WHERE symbol = ANY(${column(1)}))
    SELECT x.spelling FROM unnest(${column(0)}, ${column(1)}) AS x(key, spelling)
    WHERE x.spelling = x.key OR NOT EXISTS (${Prisma.raw(ambiguousSymbols("borne"))} AND s.symbol IN (x.key, x.spelling))`;
}

/** SQL: the rows of company_symbols for the symbols, in any spelling. */
export const bearersOf = (symbols: readonly string[]): Prisma.Sql =>
  Prisma.sql`SELECT * FROM company_symbols WHERE symbol = ANY(ARRAY(${meant(symbols)}))`;

/**
 * A label of the row's company, whose CIK is the column: the company has or had one of the symbols. Symbols that were
 * mistyped in a filing are not symbols of the company that filed it.
 */
export const companySymbol =
  (cik: Prisma.Sql) =>
  (symbols: readonly string[]): Prisma.Sql =>
    Prisma.sql`${cik} = ANY(ARRAY(SELECT DISTINCT company_cik FROM (${bearersOf(symbols)}) AS b))`;

/** A label of the row's company, whose CIK is the column. */
const companyColumn =
  (cik: Prisma.Sql, sql: Prisma.Sql) =>
  (values: readonly string[]): Prisma.Sql =>
    Prisma.sql`${cik} = ANY(ARRAY(SELECT cik FROM companies WHERE ${oneOf(sql, values)}))`;

/** The properties of a company as filters compare them, from its row of companies. */
const columnsOfCompany: Readonly<Record<CompanyProperty, Prisma.Sql>> = {
  sector: Prisma.sql`sector`,
  industry: Prisma.sql`industry`,
  sicCode: Prisma.sql`sic_code::text`,
  exchange: Prisma.sql`lower(exchange)`,
};

/** The labels of the row's company, whose CIK is the column. */
export const companyLabels = (cik: Prisma.Sql) => ({
  symbol: companySymbol(cik),
  ...ofEachProperty((property) => companyColumn(cik, columnsOfCompany[property])),
});

// The values of an outcome as lists compare and sort them; `o` is the trade's row of outcomes, absent where none is
// derived. Filters compare what responses show, i.e. four decimals; sorts use the stored values, which have an index.

const outcomeColumn = (measure: "return" | "alpha", days: number) =>
  measure === "return" ? `o.return_${days}` : `(o.return_${days} - o.spy_return_${days})`;

/** As text a double has all its digits, as a decimal only fifteen. */
export const outcomeNumbers = ofEachOutcome((measure, days) => ({
  column: Prisma.raw(`round(${outcomeColumn(measure, days)}::text::numeric, 4)`),
  type: "numeric" as const,
}));

export const outcomeOrders = ofEachOutcomeSort((measure, days) => {
  const column = Prisma.raw(outcomeColumn(measure, days));
  return { column, known: Prisma.sql`${column} IS NOT NULL` };
});
