// The source `prices`: daily bars from files, in CSV layouts with named columns and in Lean's layout.
import { ReadFailed } from "../isolated/isolated.ts";
import { quarantineRows } from "../refused/quarantine.ts";
import type { IngestContext, InputFile, Source, SourceRun, StoredFile } from "../source.ts";
import { isPriceHeader, readCsvPrices } from "./csv.ts";
import { prices } from "./index.ts";
import { isLeanDaily } from "./lean.ts";
import { folderOf, type LeanResult, LeanTrees, leanPosition, symbolOfFile } from "./lean-tree.ts";
import { isAdjusted, loadSeries, type SeriesBars, seriesKey } from "./load.ts";
import { fetchedFrom } from "./provider.ts";

// Loads series into the store, many in one transaction, and quarantines the refused ones.

/** minimum number of bars that are loaded in one transaction */
const barsPerLoad = 100_000;

/** The file from which a series was read. */
interface Origin {
  file: InputFile;
  stored: StoredFile;
}

/** Collects series and loads them when there are enough bars. */
class Batch {
  readonly #context: IngestContext;
  readonly #loaded: Set<string>;
  readonly #series = new Map<string, { series: SeriesBars; origin: Origin }>();
  #bars = 0;

  /** `loaded`: keys of the series of which this run has already loaded a file; this class adds to it */
  constructor(context: IngestContext, loaded: Set<string>) {
    this.#context = context;
    this.#loaded = loaded;
  }

  async add(series: SeriesBars[], origin: Origin): Promise<void> {
    for (const one of series) {
      // another file of the folder with the same series continues it in a separate load
      if (this.#series.has(seriesKey(one))) await this.flush();
      if (one.bars.length > 0) this.#series.set(seriesKey(one), { series: one, origin });
      this.#bars += one.bars.length;
    }
    if (this.#bars >= barsPerLoad) await this.flush();
  }

  async flush(): Promise<void> {
    const collected = new Map(this.#series);
    this.#series.clear();
    this.#bars = 0;
    if (collected.size === 0) return;
    const all = [...collected.values()].map(({ series }) => series);
    const loaded = await loadSeries(this.#context.store, all, [...this.#loaded]);
    this.#context.count(loaded);
    for (const refused of loaded.refused) {
      const entry = collected.get(seriesKey(refused));
      collected.delete(seriesKey(refused));
      if (!entry) continue;
      const { file, stored } = entry.origin;
      const records = entry.series.bars.length;
      await this.#context.quarantineRecord(file, refused.symbol, refused.reason, refused.message, { stored, records });
    }
    for (const key of collected.keys()) this.#loaded.add(key);
  }
}

const source: Source = {
  name: prices.name,
  accepts: (file) => /\.csv$/i.test(file.name),
  open: (context) => new PriceRun(context),
};

export default source;

/** The state of a run: the folder of each series, and Lean trees until they are complete. */
class PriceRun implements SourceRun {
  readonly #trees = new LeanTrees();
  /** series -> folder: two folders with the same name must not be mixed in one series */
  readonly #folders = new Map<string, string>();
  /** series of which a file was loaded */
  readonly #loaded = new Set<string>();

  constructor(private readonly context: IngestContext) {}

  async take(files: InputFile[]): Promise<void> {
    const { context } = this;
    const batch = new Batch(context, this.#loaded);
    for (const file of files) {
      const bytes = await file.read();
      const text = bytes.toString("utf8");
      const { part } = leanPosition(file.path);
      if (isLeanDaily(text)) this.#trees.addDaily(file, await context.keep(file, bytes));
      else if (isPriceHeader(firstRow(text))) await this.#orRefuse(file, this.#ingestCsv(file, bytes, batch));
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

  async #orRefuse(file: InputFile, ingested: Promise<void>): Promise<void> {
    try {
      await ingested;
    } catch (error) {
      if (!(error instanceof ReadFailed)) throw error;
      await this.context.quarantineFile(file, error.reason, error.message);
    }
  }

  async #ingestCsv(file: InputFile, bytes: Buffer, batch: Batch): Promise<void> {
    const { context } = this;
    // before anything is stored: a missing --close ends the run
    const fetched = fetchedFrom(file.documentId);
    const read = readCsvPrices(
      bytes.toString("utf8"),
      { path: file.path, symbolOfFile: fetched?.symbol ?? symbolOfFile(file.path) },
      { close: fetched ? fetched.csv.close : context.options.close, today: context.today },
    );
    const stored = await context.keep(file, bytes);
    const folder = folderOf(file.path);
    const provider = fetched?.csv.series ?? `${read.layout}:${folder.name}`;
    const dividends = fetched?.csv.dividends ?? true;
    // an unadjusted close in a file with adjusted ones is usually adjusted for later splits
    const asTraded = fetched?.csv.asTraded ?? read.layout === "close-raw";
    const series: SeriesBars[] = [];
    for (const { symbol, bars } of read.symbols) {
      const known = this.#folders.get(`${symbol}|${provider}`) ?? folder.path;
      this.#folders.set(`${symbol}|${provider}`, known);
      if (known === folder.path) series.push({ symbol, provider, adjusted: read.adjusted, dividends, asTraded, bars });
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
    await batch.add(series, { file, stored });
  }

  async finish(): Promise<void> {
    const { context } = this;
    const batch = new Batch(context, this.#loaded);
    for await (const result of this.#trees.results(context)) {
      const series = await this.#withoutLostFactors(result);
      await quarantineRows(result.file, result.stored, result.refused, context);
      await batch.add(series, result);
    }
    await batch.flush();
  }

  /** Refuses raw bars for a series that is stored with adjusted closes: its new part would be unadjusted. */
  async #withoutLostFactors({ series, refused }: LeanResult): Promise<SeriesBars[]> {
    const accepted: SeriesBars[] = [];
    for (const one of series) {
      if (one.adjusted || !(await isAdjusted(this.context.store, one.symbol, one.provider))) accepted.push(one);
      else
        refused.push({
          recordRef: one.symbol,
          reason: "no_factor_file",
          message: "earlier bars are adjusted; ingest the folder that holds daily, factor_files and map_files together",
          records: one.bars.length,
        });
    }
    return accepted;
  }
}

function firstRow(text: string): string[] {
  const end = text.indexOf("\n");
  const line = (end < 0 ? text : text.slice(0, end)).replace(/^\uFEFF/, "");
  return line.split(",").map((name) => name.trim().replace(/^"|"$/g, ""));
}
