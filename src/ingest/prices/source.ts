// The source `prices`: daily bars from files, in CSV layouts with named columns and in Lean's layout.
import type { IngestContext, InputFile, Source, StoredFile } from "../source.ts";
import type { RefusedRow } from "./bar.ts";
import { isPriceHeader, readCsvPrices } from "./csv.ts";
import { isLeanDaily } from "./lean.ts";
import { type LeanResult, LeanTrees } from "./lean-tree.ts";
import { isAdjusted, loadSeries, type SeriesBars } from "./load.ts";
import { folderOf, leanPlace, symbolOfFile } from "./paths.ts";

/** bars that are sent to the store in one transaction, at least */
const barsPerLoad = 100_000;

/** refused rows of one reason in one file that get an entry of their own */
const namedRows = 200;

/** What a run remembers between its batches, by run. */
const runs = new Map<string, PriceRun>();

function runOf(context: IngestContext): PriceRun {
  const run = runs.get(context.runId) ?? new PriceRun();
  runs.set(context.runId, run);
  return run;
}

export const pricesSource: Source = {
  name: "prices",
  accepts: (file) => /\.csv$/i.test(file.name),
  ingest: (files, context) => runOf(context).ingest(files, context),
  async finish(context) {
    await runOf(context).finish(context);
    runs.delete(context.runId);
  },
};

/** One run: which folder each series came from, and Lean trees until they are complete. */
class PriceRun {
  readonly #trees = new LeanTrees();
  /** series -> folder: two folders of one name must not flow into one series */
  readonly #folders = new Map<string, string>();

  async ingest(files: InputFile[], context: IngestContext): Promise<void> {
    const batch = new Batch(context);
    for (const file of files) {
      const bytes = await file.read();
      const text = bytes.toString("utf8");
      const { part } = leanPlace(file.path);
      if (isLeanDaily(text)) this.#trees.addDaily(file, await context.keep(file, bytes), bytes);
      else if (isPriceHeader(firstRow(text))) await this.#ingestCsv(file, bytes, text, batch, context);
      else if (part === "factor_files" || part === "map_files")
        await this.#trees.addReference(file, await context.keep(file, bytes), text, context);
      else
        await context.quarantineFile(
          file,
          "unknown_layout",
          "neither a header with a date and a close nor Lean bars",
          await context.keep(file, bytes),
        );
    }
    await batch.flush();
  }

  async #ingestCsv(file: InputFile, bytes: Buffer, text: string, batch: Batch, context: IngestContext): Promise<void> {
    // before anything is kept: a missing --close ends the run
    const read = readCsvPrices(
      text,
      { path: file.path, symbolOfFile: symbolOfFile(file.path) },
      { close: context.options.close, today: context.today },
    );
    const stored = await context.keep(file, bytes);
    const folder = folderOf(file.path);
    const provider = `${read.layout}:${folder.name}`;
    const series: SeriesBars[] = [];
    for (const { symbol, bars } of read.symbols) {
      const known = this.#folders.get(`${symbol}|${provider}`) ?? folder.path;
      this.#folders.set(`${symbol}|${provider}`, known);
      if (known === folder.path) series.push({ symbol, provider, adjusted: read.adjusted, bars });
      else
        read.refused.push({
          recordRef: symbol,
          reason: "duplicate_series",
          message: `this run took ${symbol} from another folder named ${folder.name}; ingest the folders under different names`,
          records: bars.length,
        });
    }
    if (read.symbols.length === 0 && read.refused.length === 0)
      await context.quarantineFile(file, "no_bars", "the file has a header and no rows", stored);
    await quarantineRows(file, stored, read.refused, context);
    await batch.add(series);
  }

  async finish(context: IngestContext): Promise<void> {
    const batch = new Batch(context);
    for (const result of this.#trees.results(context.today)) {
      const series = await this.#withoutLostFactors(result, context);
      await quarantineRows(result.file, result.stored, result.refused, context);
      await batch.add(series);
    }
    await batch.flush();
  }

  /** Refuses raw bars for a series that is stored with adjusted closes: half of it would lose its adjustment. */
  async #withoutLostFactors({ series, refused }: LeanResult, context: IngestContext): Promise<SeriesBars[]> {
    const kept: SeriesBars[] = [];
    for (const one of series) {
      if (one.adjusted || !(await isAdjusted(context.store, one.symbol, one.provider))) kept.push(one);
      else
        refused.push({
          recordRef: one.symbol,
          reason: "no_factor_file",
          message: "earlier bars are adjusted; ingest the folder that holds daily, factor_files and map_files together",
          records: one.bars.length,
        });
    }
    return kept;
  }
}

/** Collects series and loads them when there are enough bars. */
class Batch {
  readonly #context: IngestContext;
  #series: SeriesBars[] = [];
  #bars = 0;

  constructor(context: IngestContext) {
    this.#context = context;
  }

  async add(series: SeriesBars[]): Promise<void> {
    for (const one of series) {
      // a symbol of the same series in another file of the folder continues it in a load of its own
      if (this.#series.some((other) => other.symbol === one.symbol && other.provider === one.provider))
        await this.flush();
      this.#series.push(one);
      this.#bars += one.bars.length;
    }
    if (this.#bars >= barsPerLoad) await this.flush();
  }

  async flush(): Promise<void> {
    const series = this.#series.filter((one) => one.bars.length > 0);
    this.#series = [];
    this.#bars = 0;
    if (series.length === 0) return;
    const loaded = await loadSeries(this.#context.store, series);
    for (const outcome of ["new", "unchanged", "amended"] as const) this.#context.count(outcome, loaded[outcome]);
    for (const symbol of loaded.changedSymbols) this.#context.changed({ kind: "prices", symbol });
  }
}

/** Each refused row is named, but of one reason in one file only so many: the rest of a damaged file is one entry. */
async function quarantineRows(file: InputFile, stored: StoredFile, rows: RefusedRow[], context: IngestContext) {
  const named = new Map<string, number>();
  const rest = new Map<string, number>();
  for (const { recordRef, reason, message, records = 1 } of rows) {
    const count = (named.get(reason) ?? 0) + 1;
    named.set(reason, count);
    if (count <= namedRows) await context.quarantineRecord(file, recordRef, reason, message, { stored, records });
    else rest.set(reason, (rest.get(reason) ?? 0) + records);
  }
  for (const [reason, records] of rest)
    await context.quarantineRecord(file, "further rows", reason, `${records} further rows`, { stored, records });
}

function firstRow(text: string): string[] {
  const end = text.indexOf("\n");
  const line = (end < 0 ? text : text.slice(0, end)).replace(/^\uFEFF/, "");
  return line.split(",").map((name) => name.trim().replace(/^"|"$/g, ""));
}
