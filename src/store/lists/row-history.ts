// The history of rows: the statement that writes the versions of rows before a change, and the earlier versions of a row,
// its columns at the time, with exact numbers.
import { type Db, Prisma } from "../store.ts";
import { type FieldName, type ModelName, storedFields } from "../stored-models.ts";

export interface HistoryRow {
  kind: "insider_trade" | "politician_trade";
  rowId: bigint;
  changedAt: Date;
  /** why the row was changed */
  reason: string;
  /** values by column name; quantities and money are decimal text */
  before: Record<string, unknown>;
}

const models = { insider_trade: "InsiderTrade", politician_trade: "PoliticianTrade" } as const;

/**
 * SQL that writes rows to the history as they are before a change. `rows`: FROM items and conditions in which `t` is a
 * row; `reason`: SQL of a text.
 */
export const toHistory = (kind: HistoryRow["kind"], reason: string, rows: string): string =>
  `INSERT INTO row_history (kind, row_id, reason, before) SELECT '${kind}', t.id, ${reason}, to_jsonb(t) FROM ${rows}`;

/** Decimal columns: as JSON numbers they would lose digits in JavaScript. */
const exactColumns = (kind: HistoryRow["kind"]): string[] =>
  storedFields(models[kind]).flatMap(([, { type, column }]) => (type === "Decimal" ? [column] : []));

/** The row that an amendment restates is an earlier version of the trade, replaced on the day of the amendment. */
const restatedRows = Prisma.sql`
  SELECT 'insider_trade', t.superseded_by_id, a.filed_on::timestamp AT TIME ZONE 'UTC',
    format('restated by %s of %s; outcomes and lateness count from the first filing, of %s', a.form_type, a.filed_on,
      coalesce(a.first_filed_on, t.filed_on)), to_jsonb(t), 0
  FROM insider_trades t JOIN insider_trades a ON a.id = t.superseded_by_id`;

/** Versions of these rows, the newest first. */
export async function rowHistory(db: Db, kind: HistoryRow["kind"], ids: readonly bigint[]): Promise<HistoryRow[]> {
  const restated =
    kind === "insider_trade"
      ? Prisma.sql`UNION ALL ${restatedRows} WHERE t.superseded_by_id = ANY(${[...ids]})`
      : Prisma.empty;
  return await db.$queryRaw<HistoryRow[]>`
    SELECT kind, row_id AS "rowId", changed_at AS "changedAt", reason,
      (SELECT jsonb_object_agg(key, CASE WHEN key = ANY(${exactColumns(kind)}) AND value <> 'null' THEN to_jsonb(value #>> '{}') ELSE value END)
        FROM jsonb_each(before)) AS before
    FROM (
      SELECT kind, row_id, changed_at, reason, before, id FROM row_history WHERE kind = ${kind} AND row_id = ANY(${[...ids]})
      ${restated}
    ) AS versions ORDER BY changed_at DESC, id DESC`;
}

/** A version as a row of the lists, without the fields that they omit; a column that did not exist yet is null. */
export function versionAs<Row>(
  before: Record<string, unknown>,
  model: ModelName,
  leftOut: Partial<Record<FieldName<typeof model>, true>>,
): Row {
  const fields = storedFields(model, leftOut).map(([name, { column, type }]) => {
    const value = before[column] ?? null;
    return [name, type === "BigInt" && value !== null ? BigInt(String(value)) : value];
  });
  return Object.fromEntries(fields) as Row;
}
