// SQL generated from the table descriptions in the records of the sources. All names and values in it come from the
// records.
import type { TableRows } from "../../sources/source-record.ts";
import { type DocumentSource, documentSources } from "../../sources/sources.ts";

/** `'text'` */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const conditionsOf = (where: TableRows["where"] = {}): string[] =>
  Object.entries(where).map(([column, value]) => `t.${column} = ${quoted(value)}`);

const whereOf = (conditions: string[]): string => (conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "");

/** A subquery: the number of these rows in the table. */
export function countOf({ table, where }: TableRows): string {
  return `(SELECT count(*) FROM ${table} t${whereOf(conditionsOf(where))})`;
}

/** A subquery: the newest day of these rows. */
export function newestOf({ table, where, column }: TableRows & { column: string }): string {
  return `(SELECT max(t.${column}) FROM ${table} t${whereOf(conditionsOf(where))})`;
}

/**
 * A SELECT that returns a row if the table `t` of the source's documents has the document with the publisher's id
 * `documentId`, an SQL expression. `more` are further conditions. Ids are compared in the collation of the table, so
 * that its index can be used.
 */
export function documentHeld({ documents }: DocumentSource, documentId: string, more: string[] = []): string {
  const { table, where, key } = documents;
  const wanted = key.prefix === "" ? documentId : `${quoted(key.prefix)} || ${documentId}`;
  const conditions = [`t.${key.column} = ${wanted} COLLATE "default"`, ...conditionsOf(where), ...more];
  return `SELECT FROM ${table} t${whereOf(conditions)}`;
}

/** A SELECT of the stored documents of a source: (document_id, filed_on). */
export function documentsRead({ documents: { table, where, id } }: DocumentSource): string {
  return `SELECT t.${id} AS document_id, t.filed_on FROM ${table} t${whereOf(conditionsOf(where))}`;
}

/** An SQL expression: the source of the reports of a chamber, from a column with the chamber. */
export function sourceOfChamber(column: string): string {
  const cases = documentSources.flatMap(({ name, documents }) => {
    const { chamber } = documents.where ?? {};
    return chamber === undefined ? [] : [`WHEN ${quoted(chamber)} THEN ${quoted(name)}`];
  });
  return `CASE ${column} ${cases.join(" ")} END`;
}

/** The sources whose documents report trades of insiders or of Congress. */
export const sourcesOf = (trades: "insiders" | "congress"): DocumentSource[] =>
  documentSources.filter(({ documents }) => documents.trades === trades);

/**
 * The name of the source of insider trades. No column of insider_trades names it.
 * @throws Error where the registry has several: their rows then need one
 */
export function sourceOfInsiders(): string {
  const [source, ...others] = sourcesOf("insiders");
  if (!source || others.length > 0) throw new Error("insider_trades holds the rows of one source");
  return source.name;
}
