// Rows of trades as the JSON that responses show. A page of a list is put together from them, so that rows which one
// page has shown cost the next page nothing but a copy of their bytes.
import { LRUCache } from "lru-cache";

/** What the bytes of a row depend on beside its id. */
interface Rendering {
  /** of the persisted document */
  hash: string;
  variables: Record<string, unknown>;
  /** the chosen fields, if the request names any */
  fields: readonly string[] | undefined;
  /** YYYY-MM-DD in UTC */
  today: string;
  dataVersion: string;
}

/** approximate bytes of an entry without the row's JSON */
const entryBytes = 150;
/** renderings that are distinguished; the oldest is forgotten with its rows */
const maxRenderings = 1_000;

export class RenderedRows {
  readonly #rows: LRUCache<string, Buffer> | undefined;
  readonly #renderings = new LRUCache<string, number>({ max: maxRenderings });
  readonly statistics = { hits: 0, misses: 0 };
  #lastRendering = 0;

  /** Caches at most `bytes` of rows; 0 caches none. */
  constructor(bytes: number) {
    if (bytes > 0) this.#rows = new LRUCache({ maxSize: bytes, sizeCalculation: ({ length }) => length + entryBytes });
  }

  /** The rows of one rendering. */
  of(rendering: Rendering): { get(id: number): Buffer | undefined; set(id: number, row: Buffer): void } {
    const number = this.#numberOf(rendering);
    return {
      get: (id) => {
        const row = this.#rows?.get(`${number} ${id}`);
        if (row) this.statistics.hits++;
        else this.statistics.misses++;
        return row;
      },
      set: (id, row) => this.#rows?.set(`${number} ${id}`, row),
    };
  }

  #numberOf({ hash, variables, fields, today, dataVersion }: Rendering): number {
    // of the variables only those that include relations decide what a row shows
    const relations = Object.entries(variables).filter(([, value]) => typeof value === "boolean");
    const name = `${dataVersion} ${today} ${hash} ${relations.join(" ")} ${fields?.join() ?? ""}`;
    const number = this.#renderings.get(name) ?? ++this.#lastRendering;
    this.#renderings.set(name, number);
    return number;
  }
}
