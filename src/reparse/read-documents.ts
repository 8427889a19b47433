// Which parser has read the stored documents of a source.
import type { DocumentSource } from "../sources.ts";
import type { Store } from "../store/store.ts";

/** Range of filing dates, YYYY-MM-DD, inclusive. */
export interface FiledSpan {
  filedFrom?: string | undefined;
  filedTo?: string | undefined;
}

export interface ReadDocuments {
  /** Those of the documents that an older parser has read, and those without a file. */
  due(ids: string[], span: FiledSpan): Promise<{ id: string; hasFile: boolean }[]>;
  /** Records that the current parser has read these documents. */
  mark(ids: string[]): Promise<void>;
}

export function readDocuments({ documents }: DocumentSource, { pool }: Store): ReadDocuments {
  const { table, parserVersion } = documents;
  const id = documents.key.column;
  return {
    async due(ids, { filedFrom, filedTo }) {
      const { rows } = await pool.query<{ id: string; hasFile: boolean }>(
        `SELECT ${id} AS id, source_file_sha256 IS NOT NULL AS "hasFile" FROM ${table}
         WHERE ${id} = ANY($1) AND (parser_version IS DISTINCT FROM $2 OR source_file_sha256 IS NULL)
           AND ($3::date IS NULL OR filed_on >= $3) AND ($4::date IS NULL OR filed_on <= $4) ORDER BY array_position($1, ${id})`,
        [ids, parserVersion, filedFrom ?? null, filedTo ?? null],
      );
      return rows;
    },
    async mark(ids) {
      await pool.query(`UPDATE ${table} SET parser_version = $2 WHERE ${id} = ANY($1)`, [ids, parserVersion]);
    },
  };
}
