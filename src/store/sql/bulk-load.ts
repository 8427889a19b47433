// Loads many rows quickly (ADR 0032). Rows are in PostgreSQL's binary COPY format (documentation of COPY, "Binary
// Format"): a quarter less work for the server than text, and nothing to escape. Tables are without what would cost
// time for each row. The indexes and foreign keys are dropped first, and recreated from their definitions after the
// load. Truncating has already recorded that any row may have changed, so the triggers that record changes of single
// rows add nothing. All of it is in the caller's transaction.
import type { PoolClient } from "pg";
import { dayMs } from "../../lib/calendar-date.ts";

// Rows in PostgreSQL's binary COPY format (documentation of COPY, "Binary Format"): a quarter less work for the server than
// text, and nothing to escape.

export type CopyType =
  | "bigint"
  | "int"
  | "text"
  | "boolean"
  | "date"
  | "timestamptz"
  | "numeric"
  | "double precision"
  | "jsonb"
  | "text[]";
/** numerics and bigints are decimal text, dates YYYY-MM-DD, instants RFC 3339 in UTC, jsonb is any JSON value */
export type CopyValue = string | number | boolean | null | string[] | Record<string, unknown>;

/** Header before the first row, and trailer after the last one. */
export const copyHead = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
export const copyTail = Buffer.from([0xff, 0xff]);

const flushBytes = 1 << 20;
const textOid = 25;
/** days from 1970-01-01 to PostgreSQL's day 0, 2000-01-01 */
const epochDays = 10_957;

/** since the start of PostgreSQL's day 0 */
const microseconds = (instant: string) => BigInt(Date.parse(instant) - epochDays * dayMs) * 1000n;

/** Collects rows and writes them in blocks of about a megabyte. */
export class BinaryRows {
  #buffer = Buffer.allocUnsafe(flushBytes * 2);
  #length = 0;
  readonly #types: CopyType[];
  readonly #write: (block: Buffer) => void;
  readonly #days = new Map<string, number>();

  constructor(types: CopyType[], write: (block: Buffer) => void) {
    this.#types = types;
    this.#write = write;
  }

  /** One value for each type, in their order. */
  add(values: CopyValue[]): void {
    this.#room(2);
    this.#length = this.#buffer.writeInt16BE(this.#types.length, this.#length);
    for (let at = 0; at < this.#types.length; at++) this.#field(this.#types[at], values[at] ?? null);
    if (this.#length >= flushBytes) this.flush();
  }

  flush(): void {
    if (this.#length > 0) this.#write(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
  }

  #field(type: CopyType | undefined, value: CopyValue): void {
    this.#room(64);
    if (value === null) {
      this.#length = this.#buffer.writeInt32BE(-1, this.#length);
      return;
    }
    const start = this.#length;
    this.#length += 4;
    if (type === "text") this.#text(value as string);
    else if (type === "boolean") this.#length = this.#buffer.writeUInt8(value ? 1 : 0, this.#length);
    else if (type === "int") this.#length = this.#buffer.writeInt32BE(value as number, this.#length);
    else if (type === "numeric") this.#numeric(value as string);
    else if (type === "date") this.#length = this.#buffer.writeInt32BE(this.#day(value as string), this.#length);
    else if (type === "timestamptz")
      this.#length = this.#buffer.writeBigInt64BE(microseconds(value as string), this.#length);
    else if (type === "bigint") this.#length = this.#buffer.writeBigInt64BE(BigInt(value as string), this.#length);
    else if (type === "double precision") this.#length = this.#buffer.writeDoubleBE(value as number, this.#length);
    else if (type === "text[]") this.#texts(value as string[]);
    else this.#json(value);
    this.#buffer.writeInt32BE(this.#length - start - 4, start);
  }

  #text(value: string): void {
    this.#room(value.length * 3);
    // nearly all text is short ASCII, for which this loop is cheaper than a call of the encoder
    if (value.length > 48 || !this.#ascii(value)) this.#length += this.#buffer.write(value, this.#length, "utf8");
  }

  #ascii(value: string): boolean {
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      if (code > 127) return false;
      this.#buffer[this.#length + at] = code;
    }
    this.#length += value.length;
    return true;
  }

  #json(value: CopyValue): void {
    // version of the jsonb format
    this.#length = this.#buffer.writeUInt8(1, this.#length);
    this.#text(JSON.stringify(value));
  }

  #texts(values: string[]): void {
    const dimensions = values.length > 0 ? [1, 0, textOid, values.length, 1] : [0, 0, textOid];
    for (const number of dimensions) this.#length = this.#buffer.writeInt32BE(number, this.#length);
    for (const value of values) this.#field("text", value);
  }

  #day(date: string): number {
    const known = this.#days.get(date);
    if (known !== undefined) return known;
    const day = Date.parse(`${date}T00:00:00Z`) / dayMs - epochDays;
    if (this.#days.size < 50_000) this.#days.set(date, day);
    return day;
  }

  /** Digits in base 10,000, the weight of the first one, the sign, and the number of digits after the decimal point. */
  #numeric(value: string): void {
    this.#room(value.length * 2 + 16);
    const isNegative = value.startsWith("-");
    const [whole = "", fraction = ""] = (isNegative ? value.slice(1) : value).split(".");
    const digits = whole.padStart(Math.ceil(whole.length / 4) * 4, "0") + fraction;
    const head = this.#length;
    let weight = Math.ceil(whole.length / 4) - 1;
    let end = head + 8;
    let trimmedEnd = head + 8;
    for (let at = 0; at < digits.length; at += 4) {
      const group = Number(digits.slice(at, at + 4).padEnd(4, "0"));
      if (group === 0 && end === head + 8) {
        weight--;
        continue;
      }
      end = this.#buffer.writeInt16BE(group, end);
      if (group !== 0) trimmedEnd = end;
    }
    const count = (trimmedEnd - head - 8) / 2;
    this.#buffer.writeInt16BE(count, head);
    this.#buffer.writeInt16BE(count === 0 ? 0 : weight, head + 2);
    this.#buffer.writeInt16BE(isNegative ? 0x4000 : 0, head + 4);
    this.#buffer.writeInt16BE(fraction.length, head + 6);
    this.#length = trimmedEnd;
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

// Loads many rows into empty tables without what would cost time for each row. The indexes and foreign keys are dropped
// first, and recreated from their definitions after the load. Truncating has already recorded that any row may have
// changed, so the triggers that record changes of single rows add nothing. All of it is in the caller's transaction, so
// a process that dies in between changes nothing.

interface Definition {
  table: string;
  name: string;
  /** the statement that recreates it */
  create: string;
  /** unique and primary keys are created before the foreign keys that refer to them */
  kind: "constraint" | "index" | "foreign key";
}

/**
 * Truncates `tables` (the caller has made sure that they are empty), runs `load` without their indexes, and recreates
 * indexes and keys; foreign keys are checked for all rows together. For a duplicate key it calls `onDuplicateKey` and
 * tries again once. Returns the result of `load`. Readers of these tables wait until the transaction ends. Throws what
 * PostgreSQL throws, e.g. for a key that is still duplicate.
 */
export async function withoutIndexes<Result>(
  client: PoolClient,
  tables: string[],
  load: () => Promise<Result>,
  onDuplicateKey: (table: string) => Promise<void>,
): Promise<Result> {
  await client.query(`LOCK TABLE ${tables.join(", ")} IN ACCESS EXCLUSIVE MODE`);
  const definitions = await definitionsOf(client, tables);
  const of = (kind: Definition["kind"]) => definitions.filter((definition) => definition.kind === kind);
  for (const { table, name } of of("foreign key")) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const { table, name } of of("constraint")) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const { name } of of("index")) await client.query(`DROP INDEX "${name}"`);
  // a table that was truncated in the transaction accepts COPY with FREEZE and, with wal_level minimal, without
  // write-ahead log
  await client.query(`TRUNCATE ${tables.join(", ")}`);
  const result = await withoutTriggers(client, tables, load);
  await client.query("SET LOCAL maintenance_work_mem = '512MB'; SET LOCAL max_parallel_maintenance_workers = 2");
  for (const { table, create } of of("constraint")) await createKey(client, create, () => onDuplicateKey(table));
  for (const { create } of of("index")) await client.query(create);
  await client.query(`ANALYZE ${tables.join(", ")}`);
  for (const { create } of of("foreign key")) await client.query(create);
  return result;
}

async function createKey(client: PoolClient, create: string, onDuplicate: () => Promise<void>): Promise<void> {
  await client.query("SAVEPOINT key");
  try {
    await client.query(create);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "23505")) throw error;
    await client.query("ROLLBACK TO SAVEPOINT key");
    await onDuplicate();
    await client.query(create);
  }
  await client.query("RELEASE SAVEPOINT key");
}

async function definitionsOf(client: PoolClient, tables: string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `SELECT conrelid::regclass::text AS "table", conname AS name,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create,
       CASE contype WHEN 'f' THEN 'foreign key' ELSE 'constraint' END AS kind
     FROM pg_constraint
     WHERE (contype IN ('p', 'u') AND conrelid = ANY($1::regclass[]))
       OR (contype = 'f' AND (conrelid = ANY($1::regclass[]) OR confrelid = ANY($1::regclass[])))
     UNION ALL
     SELECT indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), 'index'
     FROM pg_index
     WHERE indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = indexrelid AND c.contype IN ('p', 'u'))
     ORDER BY 1, 2`,
    [tables],
  );
  // PostgreSQL quotes the name of an index only where necessary; the statements above always quote it
  return rows.map((row) => ({ ...row, name: row.name.replace(/^"|"$/g, "") }));
}

/**
 * Runs `load` with the triggers of these tables disabled; foreign keys are still checked. If `load` throws, the
 * rollback of the caller's transaction enables the triggers again.
 */
export async function withoutTriggers<Result>(
  client: PoolClient,
  tables: readonly string[],
  load: () => Promise<Result>,
): Promise<Result> {
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const result = await load();
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  return result;
}
