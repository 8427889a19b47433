// Prisma's schema engine as WebAssembly, and its pg driver. The package's own entry imports the .wasm as a module,
// which Node 20 and 22 do only behind a flag, so the module is instantiated here from its bytes. The driver adds what
// Prisma's adapter lacks compared with the native engine: the catalogue's one-byte "char" columns.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type { SchemaEngine as SchemaEngineType } from "@prisma/schema-engine-wasm";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

type Exports = Record<string, unknown> & { __wbindgen_start(): void };
type Bindings = typeof bindings & { __wbg_set_wasm(exports: Exports): void };

// Node's types leave WebAssembly to the DOM library, which this project does not load.
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    instantiate(bytes: Uint8Array, imports: Record<string, unknown>): Promise<{ instance: { exports: Exports } }>;
  };
};

let loaded: Promise<typeof SchemaEngineType> | undefined;

/** The engine's class, instantiated once per process. */
export function loadSchemaEngine(): Promise<typeof SchemaEngineType> {
  loaded ??= instantiate();
  return loaded;
}

async function instantiate(): Promise<typeof SchemaEngineType> {
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(join(dirname(entry), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": bindings });
  (bindings as Bindings).__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings.SchemaEngine as typeof SchemaEngineType;
}

const charOid = 18;
const textOid = 25;

export interface SchemaEngineDriver {
  adapter: PrismaPg;
  close(): Promise<void>;
}

export function openSchemaEngineDriver(databaseUrl: string): SchemaEngineDriver {
  const charColumns = new Set<string>();
  const pool = new pg.Pool({ connectionString: databaseUrl, Client: catalogueClient(charColumns), max: 1 });
  pool.on("error", () => {});
  return { adapter: new EngineAdapter(pool, charColumns), close: () => pool.end() };
}

type Callback = (error: Error | null, result?: pg.QueryArrayResult) => void;

/** A client that returns "char" columns as text, because the adapter refuses them, and records their names for the engine. */
function catalogueClient(charColumns: Set<string>): typeof pg.Client {
  const charAsText = (result: pg.QueryArrayResult): pg.QueryArrayResult => {
    for (const field of result?.fields ?? []) {
      if (field.dataTypeID !== charOid) continue;
      field.dataTypeID = textOid;
      charColumns.add(field.name);
    }
    return result;
  };
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: overrides pg's many overloads and passes them through
    override query(...parameters: any[]): any {
      const query = super.query.bind(this) as (...all: unknown[]) => Promise<pg.QueryArrayResult> | undefined;
      const last = parameters.at(-1);
      if (typeof last !== "function") return query(...parameters)?.then(charAsText);
      const callback = last as Callback;
      return query(...parameters.slice(0, -1), (error: Error | null, result?: pg.QueryArrayResult) =>
        callback(error, result && charAsText(result)),
      );
    }
  };
}

class EngineAdapter extends PrismaPg {
  readonly #charColumns: Set<string>;

  constructor(pool: pg.Pool, charColumns: Set<string>) {
    super(pool);
    this.#charColumns = charColumns;
  }

  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    // the engine panics if a "char" column of the catalogue has the type text
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const columnTypes = result.columnTypes.map((type, index) =>
        this.#charColumns.has(result.columnNames[index] ?? "") ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  }
}
