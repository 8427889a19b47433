// Loads series into the store, many in one transaction, and quarantines the refused ones.
import type { IngestContext, InputFile, StoredFile } from "../source.ts";
import { loadSeries, type SeriesBars, seriesKey } from "./load.ts";

/** minimum number of bars that are loaded in one transaction */
const barsPerLoad = 100_000;

/** The file from which a series was read. */
interface Origin {
  file: InputFile;
  stored: StoredFile;
}

/** Collects series and loads them when there are enough bars. */
export class Batch {
  readonly #context: IngestContext;
  readonly #taken: Set<string>;
  readonly #series = new Map<string, { series: SeriesBars; origin: Origin }>();
  #bars = 0;

  /** `taken`: keys of the series of which this run has already loaded a file; this class adds to it */
  constructor(context: IngestContext, taken: Set<string>) {
    this.#context = context;
    this.#taken = taken;
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
    const loaded = await loadSeries(this.#context.store, all, [...this.#taken]);
    this.#context.count(loaded);
    for (const refused of loaded.refused) {
      const entry = collected.get(seriesKey(refused));
      collected.delete(seriesKey(refused));
      if (!entry) continue;
      const { file, stored } = entry.origin;
      const records = entry.series.bars.length;
      await this.#context.quarantineRecord(file, refused.symbol, refused.reason, refused.message, { stored, records });
    }
    for (const key of collected.keys()) this.#taken.add(key);
  }
}
