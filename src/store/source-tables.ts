// SQL made of what the records of the sources say of their tables. All names and values in it are those of the records.
import type { TableRows } from "../source-record.ts";
import { type DocumentSource, documentSources } from "../sources.ts";

/** `'text'` */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const conditionsOf = (where: TableRows["where"] = {}): string[] =>
  Object.entries(where).map(([column, value]) => `t.${column} = ${quoted(value)}`);

const whereOf = (conditions: string[]): string => (conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "");

/** A subquery: how many rows the table has of these. */
export function countOf({ table, where }: TableRows): string {
  return `(SELECT count(*) FROM ${table} t${whereOf(conditionsOf(where))})`;
}

/** A subquery: the newest day among them. */
export function newestOf({ table, where, column }: TableRows & { column: string }): string {
  return `(SELECT max(t.${column}) FROM ${table} t${whereOf(conditionsOf(where))})`;
}

/**
 * A SELECT that gives a row where the table `t` of the source's documents holds the one whose publisher's name is `documentId`, an
 * expression. `more` are further conditions. Ids are compared in the collation of the table: an index is of one collation only.
 */
export function documentHeld({ documents }: DocumentSource, documentId: string, more: string[] = []): string {
  const { table, where, key } = documents;
  const wanted = key.prefix === "" ? documentId : `${quoted(key.prefix)} || ${documentId}`;
  const conditions = [`t.${key.column} = ${wanted} COLLATE "default"`, ...conditionsOf(where), ...more];
  return `SELECT FROM ${table} t${whereOf(conditions)}`;
}

/** The documents of a source that were read: (document_id, filed_on). */
export function documentsRead({ documents: { table, where, id } }: DocumentSource): string {
  return `SELECT t.${id} AS document_id, t.filed_on FROM ${table} t${whereOf(conditionsOf(where))}`;
}

/** The name of the source whose reports those of a chamber are, for a column that holds the chamber. */
export function sourceOfChamber(column: string): string {
  const cases = documentSources.flatMap(({ name, documents }) => {
    const { chamber } = documents.where ?? {};
    return chamber === undefined ? [] : [`WHEN ${quoted(chamber)} THEN ${quoted(name)}`];
  });
  return `CASE ${column} ${cases.join(" ")} END`;
}

/** The sources whose documents report trades of these, by name. */
export const sourcesOf = (trades: "insiders" | "congress"): DocumentSource[] =>
  documentSources.filter(({ documents }) => documents.trades === trades);
