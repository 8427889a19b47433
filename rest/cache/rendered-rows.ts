// Rows of trades as the JSON that responses show. A page of a list is put together from them, so that rows which one
// page has shown cost the next page nothing but a copy of their bytes. An entry outlives the data version: where the row
// and what is joined to it have kept their stamp, its bytes are the same.
import { LRUCache } from "lru-cache";
import type { FoundRows, RowReads } from "../../src/ports/execution.ts";

/** What the bytes of a row depend on beside its id. */
interface Rendering {
  /** of the persisted document */
  hash: string;
  variables: Record<string, unknown>;
  /** the chosen fields, if the request names any */
  fields: readonly string[] | undefined;
}

interface RenderedRow {
  row: Buffer;
  stamp: string;
  /** the newest data version at which the row is known to be so */
  version: string;
}

/** approximate bytes of an entry without the row's JSON and its stamp */
const entryBytes = 150;
/** renderings that are distinguished; the oldest is forgotten with its rows */
const maxRenderings = 1_000;

export class RenderedRows {
  readonly #rows: LRUCache<string, RenderedRow> | undefined;
  readonly #renderings = new LRUCache<string, number>({ max: maxRenderings });
  /** `hits` are rows that were not rendered again; `kept` those of them that a stamp has shown to be unchanged */
  readonly statistics = { hits: 0, misses: 0, kept: 0 };
  #lastRendering = 0;

  /** Caches at most `bytes` of rows; 0 caches none. */
  constructor(bytes: number) {
    const sizeCalculation = ({ row, stamp }: RenderedRow) => row.length + stamp.length + entryBytes;
    if (bytes > 0) this.#rows = new LRUCache({ maxSize: bytes, sizeCalculation });
  }

  /**
   * The JSON of the found rows, in their order. Rows that are not cached, or have changed, come from `render`, which
   * gives them with their stamps; undefined where it does, or gives too few.
   */
  async rowsOf(
    rendering: Rendering,
    { ids, dataVersion: version }: FoundRows,
    { stamps, render }: Pick<RowReads, "stamps"> & { render(ids: readonly number[]): Promise<Fresh | undefined> },
  ): Promise<Buffer[] | undefined> {
    const number = this.#numberOf(rendering);
    const nameOf = (id: number) => `${number} ${id}`;
    const cached = new Map(ids.map((id) => [id, this.#rows?.get(nameOf(id))]));
    const older = ids.filter((id) => (cached.get(id)?.version ?? version) !== version);
    const current = older.length > 0 ? await stamps(older) : undefined;
    for (const id of older) {
      const entry = cached.get(id);
      if (entry === undefined || entry.stamp !== current?.get(id)) cached.delete(id);
      else {
        entry.version = version;
        this.statistics.kept++;
      }
    }
    const missing = ids.filter((id) => cached.get(id) === undefined);
    const fresh = missing.length > 0 ? await render(missing) : undefined;
    this.statistics.hits += ids.length - missing.length;
    this.statistics.misses += missing.length;
    if (missing.length > 0 && fresh?.length !== missing.length) return undefined;
    for (const [at, id] of missing.entries()) {
      const entry = { ...(fresh?.[at] as Fresh[number]), version };
      cached.set(id, entry);
      this.#rows?.set(nameOf(id), entry);
    }
    return ids.map((id) => cached.get(id)?.row as Buffer);
  }

  #numberOf({ hash, variables, fields }: Rendering): number {
    // of the variables only those that include relations decide what a row shows
    const relations = Object.entries(variables).filter(([, value]) => typeof value === "boolean");
    const name = `${hash} ${relations.join(" ")} ${fields?.join() ?? ""}`;
    const number = this.#renderings.get(name) ?? ++this.#lastRendering;
    this.#renderings.set(name, number);
    return number;
  }
}

type Fresh = readonly Pick<RenderedRow, "row" | "stamp">[];
