// The earlier versions of a row as the store kept them: its columns at the time, with exact numbers.
import type { Db } from "../store.ts";

export interface HistoryRow {
  kind: "insider_trade" | "politician_trade";
  rowId: bigint;
  changedAt: Date;
  /** what was about to change it */
  reason: string;
  /** columns by their names in the store; quantities and money are decimal text */
  before: Record<string, unknown>;
}

/** JSON numbers would lose digits on their way through JavaScript. */
const exactColumns = [
  ...["shares", "price", "value", "shares_owned_after", "value_owned_after", "exercise_price", "underlying_shares"],
  ...["amount_low", "amount_high", "amount_mid"],
];

/** Versions of these rows, the newest first. */
export async function rowHistory(db: Db, kind: HistoryRow["kind"], ids: readonly bigint[]): Promise<HistoryRow[]> {
  return await db.$queryRaw<HistoryRow[]>`
    SELECT kind, row_id AS "rowId", changed_at AS "changedAt", reason,
      (SELECT jsonb_object_agg(key, CASE WHEN key = ANY(${exactColumns}) AND value <> 'null' THEN to_jsonb(value #>> '{}') ELSE value END)
        FROM jsonb_each(before)) AS before
    FROM row_history WHERE kind = ${kind} AND row_id = ANY(${[...ids]}) ORDER BY changed_at DESC, id DESC`;
}

/** The version as a row of the lists: `fields` are those of its select; a column that the store did not have yet is null. */
export function versionAs<Row extends { id: bigint }>(
  before: Record<string, unknown>,
  fields: Record<keyof Row, true>,
): Row {
  const columns = new Map(Object.entries(before).map(([column, value]) => [camelCase(column), value]));
  const row = Object.fromEntries(Object.keys(fields).map((field) => [field, columns.get(field) ?? null]));
  return {
    ...row,
    id: asId(row.id),
    ...("supersededById" in row && { supersededById: asId(row.supersededById) }),
  } as Row;
}

const camelCase = (column: string) => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const asId = (value: unknown) => (typeof value === "number" || typeof value === "string" ? BigInt(value) : null);
