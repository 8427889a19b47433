// Series on their way to the store: many at a time in one transaction, and what is refused of them into quarantine.
import type { IngestContext, InputFile, StoredFile } from "../source.ts";
import { loadSeries, type SeriesBars, seriesKey } from "./load.ts";

/** bars that are sent to the store in one transaction, at least */
const barsPerLoad = 100_000;

/** Where a series was read. */
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

  /** `taken`: keys of the series of which this run has taken a file; is added to */
  constructor(context: IngestContext, taken: Set<string>) {
    this.#context = context;
    this.#taken = taken;
  }

  async add(series: SeriesBars[], origin: Origin): Promise<void> {
    for (const one of series) {
      // a symbol of the same series in another file of the folder continues it in a load of its own
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
