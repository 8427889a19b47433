// The tables of the SEC's quarterly Insider Transactions Data Sets, which of them a filing needs, and their rows
// grouped by accession number. Format of every table (FORM_345_readme, sections 3 to 5): tab delimited, UTF-8, a
// header with column names.
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Required tables: without one of them a filing would lack its owners, its trades or its footnotes on trading plans.
 */
export const neededTables = ["SUBMISSION", "REPORTINGOWNER", "NONDERIV_TRANS", "DERIV_TRANS", "FOOTNOTES"] as const;
type NeededTable = (typeof neededTables)[number];

/** Optional tables: without them no trade is missing. */
const holdingTables = ["NONDERIV_HOLDING", "DERIV_HOLDING"] as const;

/** All tables that are read. */
export const readTables = [...neededTables, ...holdingTables] as const;
export type ReadTable = (typeof readTables)[number];

/** Signatures: stored, but not read. */
const otherTables = ["OWNER_SIGNATURE"] as const;

export type Table = ReadTable | (typeof otherTables)[number];

/** The table in a file, by its name (`DERIV_TRANS.tsv`; the runner has removed .gz); null for other files. */
export function tableOf(name: string): Table | null {
  const base = /^(.+)\.tsv$/i.exec(name)?.[1]?.toUpperCase();
  return [...readTables, ...otherTables].find((table) => table === base) ?? null;
}

/** True if filings cannot be read without the table. */
export function isNeeded(table: Table): table is NeededTable {
  return neededTables.some((needed) => needed === table);
}

/** True if filings are read from the table. */
export function isRead(table: Table): table is ReadTable {
  return readTables.some((read) => read === table);
}

/** Columns that a table must have besides ACCESSION_NUMBER; without them its rows are useless. */
const neededColumns: Record<ReadTable, string[]> = {
  SUBMISSION: ["FILING_DATE", "DOCUMENT_TYPE", "ISSUERCIK", "ISSUERNAME", "ISSUERTRADINGSYMBOL"],
  REPORTINGOWNER: ["RPTOWNERCIK", "RPTOWNERNAME", "RPTOWNER_RELATIONSHIP"],
  NONDERIV_TRANS: ["NONDERIV_TRANS_SK", "SECURITY_TITLE", "TRANS_DATE", "TRANS_CODE", "TRANS_SHARES"],
  DERIV_TRANS: ["DERIV_TRANS_SK", "SECURITY_TITLE", "TRANS_DATE", "TRANS_CODE", "TRANS_SHARES"],
  FOOTNOTES: ["FOOTNOTE_ID", "FOOTNOTE_TXT"],
  NONDERIV_HOLDING: ["NONDERIV_HOLDING_SK", "SECURITY_TITLE", "SHRS_OWND_FOLWNG_TRANS"],
  DERIV_HOLDING: ["DERIV_HOLDING_SK", "SECURITY_TITLE"],
};

/** A row by its column names. */
export type Row = Record<string, string>;

/** The rows of all tables for one accession number. */
export interface AccessionRows extends Record<ReadTable, Row[]> {
  accessionNumber: string;
  /** set if a line of this accession number cannot be read: the filing would be incomplete */
  unreadable: string | null;
}

/** An empty list of rows for every table. */
export const noRows = (): Record<ReadTable, Row[]> => ({
  SUBMISSION: [],
  REPORTINGOWNER: [],
  NONDERIV_TRANS: [],
  DERIV_TRANS: [],
  FOOTNOTES: [],
  NONDERIV_HOLDING: [],
  DERIV_HOLDING: [],
});

// Groups the rows of the tables by accession number. The tables are ordered differently, and none by accession number,
// so each is written to disk in parts by a hash of the accession number, and then read part by part: memory has one
// part of all tables, not a whole quarter.

/** A quarter has about 60,000 filings in 150 MB: a part then has about 900 filings in 2.5 MB. */
const parts = 64;
const lineFeed = 0x0a;
const tab = 0x09;

/** Thrown if the table cannot be read at all; `message` gives the reason. */
export class UnreadableTable extends Error {}

interface PartitionedTable {
  file: FileHandle;
  columns: string[];
  /** byte offset of each part, and the end of the last one */
  offsets: number[];
}

/** The spilled tables of one data set. Close it to remove them from disk. */
export class Partition {
  /** total size of all tables */
  bytes = 0;
  readonly #directory: string;
  readonly #tables = new Map<ReadTable, PartitionedTable>();

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async create(): Promise<Partition> {
    return new Partition(await mkdtemp(join(tmpdir(), "disclosed-data-set-")));
  }

  has(table: ReadTable): boolean {
    return this.#tables.has(table);
  }

  /** Throws UnreadableTable if the header lacks a required column. */
  async add(table: ReadTable, bytes: Buffer): Promise<void> {
    const headEnd = bytes.indexOf(lineFeed);
    const columns = readCells(bytes.toString("utf8", 0, headEnd < 0 ? bytes.length : headEnd).replace(/^\uFEFF/, ""));
    const missing = ["ACCESSION_NUMBER", ...neededColumns[table]].filter((column) => !columns.includes(column));
    if (columns[0] !== "ACCESSION_NUMBER" || missing.length > 0)
      throw new UnreadableTable(
        `${table} does not begin with ACCESSION_NUMBER and the documented columns; missing: ${missing.join(", ") || "none"}`,
      );
    const file = await open(join(this.#directory, table), "w+");
    this.#tables.set(table, { file, columns, offsets: [] });
    this.bytes += bytes.length;
    const lines = indexLines(bytes, headEnd < 0 ? bytes.length : headEnd + 1);
    this.#tables.set(table, { file, columns, offsets: await writeParts(file, bytes, lines) });
  }

  /** All accession numbers, part by part; sorted within a part, so that every run has the same order. */
  async *accessions(): AsyncGenerator<AccessionRows[]> {
    for (let part = 0; part < parts; part++) {
      const found = new Map<string, AccessionRows>();
      for (const table of readTables) await this.#readPart(table, part, found);
      yield [...found.values()].sort((a, b) => (a.accessionNumber < b.accessionNumber ? -1 : 1));
    }
  }

  async close(): Promise<void> {
    for (const { file } of this.#tables.values()) await file.close();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #readPart(table: ReadTable, part: number, found: Map<string, AccessionRows>): Promise<void> {
    const partitioned = this.#tables.get(table);
    if (!partitioned) return;
    const { file, columns, offsets } = partitioned;
    const start = offsets[part] ?? 0;
    const bytes = Buffer.alloc((offsets[part + 1] ?? start) - start);
    await file.read(bytes, 0, bytes.length, start);
    for (const line of bytes.toString("utf8").split("\n")) {
      const text = line.endsWith("\r") ? line.slice(0, -1) : line;
      if (text === "") continue;
      const cells = readCells(text);
      const entry = entryOf(cells[0] ?? "", found);
      if (cells.length === columns.length) entry[table].push(rowOf(columns, cells));
      else entry.unreadable = `a line of ${table} has ${cells.length} cells instead of ${columns.length}`;
    }
  }
}

function entryOf(accessionNumber: string, found: Map<string, AccessionRows>): AccessionRows {
  const known = found.get(accessionNumber);
  if (known) return known;
  const entry: AccessionRows = { accessionNumber, ...noRows(), unreadable: null };
  found.set(accessionNumber, entry);
  return entry;
}

export function rowOf(columns: string[], cells: string[]): Row {
  const row: Row = {};
  for (let at = 0; at < columns.length; at++) row[columns[at] ?? ""] = cells[at] ?? "";
  return row;
}

/**
 * Splits a line into cells. No cell contains a tab or a line feed, so tabs separate the cells. Some editions of the
 * files write a cell with quotation marks as in CSV (`"the ""Shares"""`), others write it as is; a cell is unquoted
 * only if it can only be CSV.
 */
export function readCells(line: string): string[] {
  const cells = line.split("\t");
  if (!line.includes('"')) return cells;
  return cells.map((cell) => {
    if (!/^".*"$/s.test(cell) || cell.length < 4) return cell;
    const inner = cell.slice(1, -1);
    return inner.includes('""') && !inner.replaceAll('""', "").includes('"') ? inner.replaceAll('""', '"') : cell;
  });
}

interface Lines {
  starts: number[];
  /** part of each line */
  part: number[];
  end: number;
}

function indexLines(bytes: Buffer, from: number): Lines {
  const lines: Lines = { starts: [], part: [], end: bytes.length };
  for (let start = from; start < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, start);
    lines.starts.push(start);
    // FNV-1a over the accession number
    let hash = 0x811c9dc5;
    for (let at = start; at < bytes.length && bytes[at] !== tab && bytes[at] !== lineFeed; at++)
      hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    lines.part.push((hash >>> 0) % parts);
    start = feed < 0 ? bytes.length : feed + 1;
  }
  return lines;
}

/** Writes the lines grouped by part and returns the byte offset of each part. */
async function writeParts(file: FileHandle, bytes: Buffer, { starts, part, end }: Lines): Promise<number[]> {
  const offsets = [0];
  for (let wanted = 0, written = 0; wanted < parts; wanted++) {
    const slices: Buffer[] = [];
    for (let at = 0; at < starts.length; at++)
      if (part[at] === wanted) slices.push(bytes.subarray(starts[at], starts[at + 1] ?? end));
    // the last line of a file may lack a line feed
    const block = Buffer.concat(slices.flatMap((slice) => (slice.at(-1) === lineFeed ? [slice] : [slice, newLine])));
    await file.write(block, 0, block.length, written);
    written += block.length;
    offsets.push(written);
  }
  return offsets;
}

const newLine = Buffer.from("\n");
