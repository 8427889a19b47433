// The data sets of a run. Collects their tables as the runner passes them, reads a set when all its tables are present,
// and refuses a set without one of them. A set is the tables of one folder or zip.
import type { IngestContext, InputFile, StoredFile } from "../../source.ts";
import { type Loadable, loadRead } from "../load/load-batches.ts";
import { loadInBulk } from "../load/load-spools.ts";
import { UnreadableFile } from "../read/submission.ts";
import { filingOf } from "./filing.ts";
import {
  type AccessionRows,
  isNeeded,
  isRead,
  neededTables,
  Partition,
  type Table,
  tableOf,
  UnreadableTable,
} from "./tables.ts";

interface LoadedTable {
  table: Table;
  file: InputFile;
  stored: StoredFile;
}

interface DataSet {
  partition: Partition;
  tables: LoadedTable[];
  /** a table of it cannot be read */
  broken: boolean;
  /** accession numbers that are in quarantine already */
  refused: Set<string>;
}

export class DataSets {
  readonly #sets = new Map<string, DataSet>();

  /** Reads one table and spills it to disk; `loadComplete` loads its set. */
  async take(file: InputFile, context: IngestContext): Promise<void> {
    const table = tableOf(file.name);
    if (!table) throw new Error(`${file.name} is not a table of a data set`);
    const bytes = await file.read();
    const stored = await context.keep(file, bytes);
    const withoutBytes: InputFile = {
      path: file.path,
      name: file.name,
      read: () => Promise.reject(new Error("already read")),
    };
    // the folder or archive: a compressed table's path ends in more than its name
    const folder = file.path.slice(0, Math.max(file.path.lastIndexOf("/"), file.path.lastIndexOf("\\")) + 1);
    const set = this.#sets.get(folder) ?? {
      partition: await Partition.create(),
      tables: [],
      broken: false,
      refused: new Set(),
    };
    this.#sets.set(folder, set);
    if (set.tables.some((one) => one.table === table)) {
      await context.quarantineFile(withoutBytes, "second_table", `the data set has ${table} already`, stored);
      return;
    }
    set.tables.push({ table, file: withoutBytes, stored });
    if (!isRead(table)) return;
    try {
      await set.partition.add(table, bytes);
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error;
      set.broken = true;
      await context.quarantineFile(withoutBytes, "bad_table", error.message, stored);
    }
  }

  /** Loads the sets that have all their tables: in bulk if the store is empty, else like single documents. */
  async loadComplete(context: IngestContext): Promise<void> {
    const complete = [...this.#sets].filter(
      ([, { broken, partition }]) => !broken && neededTables.every((table) => partition.has(table)),
    );
    for (const [folder] of complete) this.#sets.delete(folder);
    const sets = complete.map(([, set]) => set);
    try {
      if (await loadInBulk(() => readAll(sets, context), bytesOf(sets), context)) return;
      for await (const filings of readAll(sets, context)) await loadRead(filings, context);
    } finally {
      for (const { partition } of sets) await partition.close();
    }
  }

  /** Bytes of the tables that wait on disk to be loaded. */
  get waiting(): number {
    return bytesOf([...this.#sets.values()]);
  }

  /** At the end of a run: refuses an incomplete set as a whole, table by table. It is never loaded partially. */
  async refuseIncomplete(context: IngestContext): Promise<void> {
    for (const { partition, tables } of this.#sets.values()) {
      const missing = neededTables.filter((table) => !tables.some((one) => one.table === table));
      await partition.close();
      const message =
        missing.length > 0
          ? `the data set lacks ${missing.join(", ")}: without them its filings would be incomplete; nothing was loaded from it`
          : "another table of the data set cannot be read; nothing was loaded from it";
      for (const { table, file, stored } of tables)
        if (isNeeded(table)) await context.quarantineFile(file, "incomplete_data_set", message, stored);
    }
    this.#sets.clear();
  }
}

function bytesOf(sets: DataSet[]): number {
  return sets.reduce((sum, { partition }) => sum + partition.bytes, 0);
}

/** The filings of the sets, part by part. Unreadable filings are quarantined, only once even if they are read twice. */
async function* readAll(sets: DataSet[], context: IngestContext): AsyncGenerator<Loadable[]> {
  for (const { partition, tables, refused } of sets) {
    const submission = tables.find(({ table }) => table === "SUBMISSION");
    if (!submission) continue;
    for await (const accessions of partition.accessions()) {
      const filings: Loadable[] = [];
      for (const rows of accessions) {
        const filing = readFiling(rows, submission);
        if ("filing" in filing) filings.push(filing);
        else if (!refused.has(rows.accessionNumber)) {
          refused.add(rows.accessionNumber);
          await context.quarantineRecord(filing.file, rows.accessionNumber, filing.reason, filing.message, submission);
        }
      }
      yield filings;
    }
  }
}

interface Refused {
  file: InputFile;
  reason: string;
  message: string;
}

function readFiling(rows: AccessionRows, { file, stored }: LoadedTable): Loadable | Refused {
  const named: InputFile = { ...file, documentId: rows.accessionNumber };
  try {
    const filing = filingOf(rows);
    return { filing, loadedFrom: "data_set", sha256: stored.sha256, file: named, stored, sharesFile: true };
  } catch (error) {
    if (error instanceof UnreadableFile) return { file: named, reason: error.reason, message: error.message };
    throw error;
  }
}
