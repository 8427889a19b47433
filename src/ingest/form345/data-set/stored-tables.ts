// The stored tables of the SEC's quarterly data sets, by accession number: a filing in a data set consists of lines of
// five files. The store records the SUBMISSION table of a filing; the other tables of the set are those whose first
// accession number is in it.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Store } from "../../../store/store.ts";
import type { NotRead } from "../../provenance.ts";
import { openStored, rawPath, type StoredRawFile } from "../../run/raw-store.ts";
import { form345 } from "../index.ts";
import type { FilingRecord } from "../read/record.ts";
import { UnreadableFile } from "../read/submission.ts";
import { filingOf } from "./filing.ts";
import { type AccessionRows, noRows, type ReadTable, readCells, readTables, rowOf } from "./tables.ts";

/** A line of a table; `number` counts from 1, including the header. */
interface TableLine {
  table: ReadTable;
  sha256: string;
  number: number;
  cells: Record<string, string>;
}

interface Table {
  sha256: string;
  columns: string[];
  content: Buffer;
  /** accession number -> offsets and numbers of its lines */
  lines: Map<string, { at: number; number: number }[]>;
}

export interface FilingInTables {
  filing: FilingRecord;
  lines: TableLine[];
}

/** cache size: enough for the tables of two quarters */
const cacheBytes = 512 * 1024 * 1024;

export class DataSetTables {
  readonly #tables = new LRUCache<string, Table>({ maxSize: cacheBytes });
  readonly #sets = new Map<string, Map<ReadTable, string>>();
  readonly #firstAccessions = new Map<string, string | null>();

  constructor(
    private readonly store: Pick<Store, "pool">,
    private readonly home: string,
  ) {}

  #last: Promise<unknown> = Promise.resolve();

  /**
   * Reads a filing by its accession number and the hash of its SUBMISSION table. Sequential, because all filings of a
   * set use the same tables.
   */
  filing(accession: string, submission: string | null): Promise<FilingInTables | NotRead> {
    const found = this.#last.then(() => this.#filing(accession, submission));
    this.#last = found.catch(() => {});
    return found;
  }

  async #filing(accession: string, submission: string | null): Promise<FilingInTables | NotRead> {
    const first = await this.#open(submission);
    if (!("lines" in first)) return first;
    const rows: AccessionRows = { accessionNumber: accession, ...noRows(), unreadable: null };
    const lines: TableLine[] = [];
    for (const [name, sha256] of await this.#setOf(first)) {
      const table = await this.#open(sha256);
      if (!("lines" in table)) return table;
      for (const line of linesOf(table, name, accession)) {
        lines.push(line);
        rows[name].push(line.cells);
      }
    }
    try {
      return { filing: filingOf(rows), lines };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      const { content: _, ...file } = await openStored(this.store, this.home, submission);
      return { problem: error.message, file };
    }
  }

  async #open(sha256: string | null): Promise<Table | (NotRead & { file: StoredRawFile })> {
    const known = sha256 === null ? undefined : this.#tables.get(sha256);
    if (known) return known;
    const { content, ...file } = await openStored(this.store, this.home, sha256);
    if (content === null) return { problem: file.problem ?? "no bytes", file };
    const table = indexed(sha256 ?? "", content);
    this.#tables.set(table.sha256, table, { size: Math.max(content.length, 1) });
    return table;
  }

  async #setOf(submission: Table): Promise<Map<ReadTable, string>> {
    const known = this.#sets.get(submission.sha256);
    if (known) return known;
    const { rows } = await this.store.pool.query<{ sha256: string; table: string }>(candidates, [submission.sha256]);
    const set = new Map<ReadTable, string>([["SUBMISSION", submission.sha256]]);
    for (const { sha256, table } of rows) {
      const name = readTables.find((needed) => `${needed}.TSV` === table);
      if (!name || set.has(name)) continue;
      const first = await this.#firstAccession(sha256);
      if (first !== null && submission.lines.has(first)) set.set(name, sha256);
    }
    this.#sets.set(submission.sha256, set);
    return set;
  }

  /** Null for a table without rows, and for a table that cannot be opened. */
  async #firstAccession(sha256: string): Promise<string | null> {
    const known = this.#firstAccessions.get(sha256);
    if (known !== undefined) return known;
    const found = await secondLine(rawPath(this.home, sha256)).catch(() => null);
    const first = found?.split("\t")[0] || null;
    this.#firstAccessions.set(sha256, first);
    return first;
  }
}

// the tables of one set were read in one run; of two versions of a table, the newer one was read last
const candidates = `
  SELECT s.sha256, upper(s.name) AS table
  FROM source_files s JOIN source_files mine ON mine.sha256 = $1
  WHERE s.source = '${form345.name}' AND upper(s.name) LIKE '%.TSV'
  ORDER BY s.run_id IS NOT DISTINCT FROM mine.run_id DESC, s.last_seen_at DESC, s.sha256`;

async function secondLine(path: string): Promise<string | null> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  try {
    let number = 0;
    for await (const line of createInterface({ input: file.pipe(gunzip) })) if (++number === 2) return line;
    return null;
  } finally {
    file.destroy();
  }
}

const lineFeed = 0x0a;
const tab = 0x09;

function indexed(sha256: string, content: Buffer): Table {
  const lines: Table["lines"] = new Map();
  const headEnd = endOfLine(content, 0);
  const columns = readCells(textOf(content, 0, headEnd).replace(/^\uFEFF/, ""));
  for (let at = headEnd + 1, number = 2; at < content.length; number++) {
    const end = endOfLine(content, at);
    const cellEnd = content.indexOf(tab, at);
    const accession = content.toString("latin1", at, cellEnd < 0 || cellEnd > end ? end : cellEnd);
    const known = lines.get(accession);
    if (known) known.push({ at, number });
    else lines.set(accession, [{ at, number }]);
    at = end + 1;
  }
  return { sha256, columns, content, lines };
}

function endOfLine(content: Buffer, from: number): number {
  const end = content.indexOf(lineFeed, from);
  return end < 0 ? content.length : end;
}

const textOf = (content: Buffer, from: number, to: number) => content.toString("utf8", from, to).replace(/\r$/, "");

function linesOf({ sha256, columns, content, lines }: Table, table: ReadTable, accession: string): TableLine[] {
  return (lines.get(accession) ?? []).map(({ at, number }) => ({
    table,
    sha256,
    number,
    cells: rowOf(columns, readCells(textOf(content, at, endOfLine(content, at)))),
  }));
}
