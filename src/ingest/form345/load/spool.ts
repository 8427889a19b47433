// Writes filings to disk as table rows in the binary format of PostgreSQL's COPY: the first half of a bulk load. The
// same functions make the rows as in the ordinary load.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BinaryRows, type CopyType, type CopyValue } from "../../../store/sql/bulk-load.ts";
import type { RecordColumns } from "../../../store/sql/columns.ts";
import { documentKey, rowId } from "../../../store/sql/row-id.ts";
import type { FilingToLoad } from "../read/record.ts";
import { holdingRows, holdingTypes } from "./holdings.ts";
import { filingColumns, filingTypes, ownerColumns, ownerTypes } from "./store-filings.ts";
import { type TradeRow, tradeTypes } from "./store-trades.ts";
import { tradeRows } from "./trade-rows.ts";

export const spooledTables = ["filings", "filing_owners", "insider_trades", "holdings"] as const;
export type SpooledTable = (typeof spooledTables)[number];

const columns: Record<SpooledTable, RecordColumns> = {
  filings: filingTypes,
  filing_owners: ownerTypes,
  insider_trades: tradeTypes,
  holdings: holdingTypes,
};

/** The columns of a spooled table, in the order of its rows. */
export function columnsOf(table: SpooledTable): { name: string; type: CopyType }[] {
  return Object.entries(columns[table].types).map(([name, type]) => ({ name, type: type as CopyType }));
}

interface TableFile {
  descriptor: number;
  path: string;
  names: string[];
  rows: BinaryRows;
}

/** The content of a finished spool; plain data, so that another process may write it. */
export interface Spooled {
  /** number of rows of each table */
  counts: Record<SpooledTable, number>;
  /** path of the file with the rows of each table */
  paths: Record<SpooledTable, string>;
  bytes: number;
  /** the newest industry code in the filings, by company; data sets have none */
  industries: Map<string, { sicCode: number; on: string }>;
}

/** Written once, then read by the load. Close it to remove it from disk. */
export class FilingSpool {
  readonly #counts: Record<SpooledTable, number> = { filings: 0, filing_owners: 0, insider_trades: 0, holdings: 0 };
  #bytes = 0;
  readonly #industries: Spooled["industries"] = new Map();
  readonly #directory: string;
  readonly #files: Record<SpooledTable, TableFile>;
  #isOpen = true;

  constructor(parent = tmpdir()) {
    this.#directory = mkdtempSync(join(parent, "disclosed-spool-"));
    this.#files = {
      filings: this.#open("filings"),
      filing_owners: this.#open("filing_owners"),
      insider_trades: this.#open("insider_trades"),
      holdings: this.#open("holdings"),
    };
  }

  /** Each accession number may be added once. Throws if a value does not fit its column, and on disk errors. */
  add(one: FilingToLoad): void {
    const { filing } = one;
    this.#add("filings", filingColumns(one));
    for (const owner of ownerColumns(filing)) this.#add("filing_owners", owner);
    const ids = new DocumentIds();
    for (const row of tradeRows(filing)) this.#add("insider_trades", row, ids.of(row));
    for (const row of holdingRows(filing)) this.#add("holdings", row);
    const { cik, sicCode } = filing.issuer;
    const known = this.#industries.get(cik);
    if (sicCode !== null && (!known || filing.filedOn >= known.on))
      this.#industries.set(cik, { sicCode, on: filing.filedOn });
  }

  /** Finishes writing and closes the files. */
  finish(): Spooled {
    if (this.#isOpen) for (const { rows } of Object.values(this.#files)) rows.flush();
    this.#closeFiles();
    const paths = Object.fromEntries(spooledTables.map((table) => [table, this.#files[table].path]));
    return {
      counts: this.#counts,
      paths: paths as Spooled["paths"],
      bytes: this.#bytes,
      industries: this.#industries,
    };
  }

  /** Writes nothing more: a full disk must not prevent that the files are removed. */
  close(): void {
    this.#closeFiles();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #closeFiles(): void {
    if (this.#isOpen) for (const { descriptor } of Object.values(this.#files)) closeSync(descriptor);
    this.#isOpen = false;
  }

  #open(table: SpooledTable): TableFile {
    const path = join(this.#directory, table);
    const descriptor = openSync(path, "w");
    const columns = columnsOf(table);
    const write = (block: Buffer) => {
      this.#bytes += block.length;
      for (let at = 0; at < block.length; ) at += writeSync(descriptor, block, at);
    };
    const rows = new BinaryRows(
      columns.map(({ type }) => type),
      write,
    );
    return { descriptor, path, names: columns.map(({ name }) => name), rows };
  }

  #add(table: SpooledTable, row: object, id?: string): void {
    const { names, rows } = this.#files[table];
    const values = row as Record<string, CopyValue>;
    rows.add(names.map((name) => (name === "id" && id !== undefined ? id : (values[name] ?? null))));
    this.#counts[table]++;
  }
}

/** Ids of the rows of one filing. The first 256 rows of a table share one hash (row-id.ts). */
class DocumentIds {
  readonly #first = new Map<boolean, bigint>();

  of({ accession_number, is_derivative, row_index }: TradeRow): string {
    const key = documentKey.insider(accession_number, is_derivative);
    if (row_index > 255) return String(rowId(key, row_index));
    const first = this.#first.get(is_derivative) ?? rowId(key, 0);
    this.#first.set(is_derivative, first);
    return String(first + BigInt(row_index));
  }
}
