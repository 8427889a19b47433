// Prisma's schema engine as WebAssembly, and its pg driver. The package's own entry imports the .wasm as a module,
// which Node 20 and 22 do only behind a flag, so the module is instantiated here from its bytes. The driver adds what
// Prisma's adapter lacks compared with the native engine: the catalogue's one-byte "char" columns, migrations of more
// than one statement, and one transaction around a whole run, so that an interruption leaves the database unchanged and
// not a migration that counts as failed.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, DriverAdapterError } from "@prisma/driver-adapter-utils";
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
  /** the one connection, in the transaction */
  connection: Pick<pg.Pool, "query">;
  /** Commits the changes of the engine since the driver was opened. */
  commit(): Promise<void>;
  /** Ends the connection; uncommitted changes are rolled back. */
  close(): Promise<void>;
}

/** A driver for one run of the engine: one connection with one transaction. */
export async function openSchemaEngineDriver(databaseUrl: string): Promise<SchemaEngineDriver> {
  const charColumns = new Set<string>();
  // exactly one connection, which is never closed when idle: the transaction is on it
  const connection = { connectionString: databaseUrl, Client: catalogueClient(charColumns), max: 1 };
  const pool = new pg.Pool({ ...connection, idleTimeoutMillis: 0, connectionTimeoutMillis: 10_000 });
  // if the server stops while the connection is idle, the next statement reports it
  pool.on("error", () => {});
  const close = () => pool.end();
  try {
    await pool.query("BEGIN");
  } catch (error) {
    await close();
    // a host with several addresses fails with one error for each address, and an empty message of its own
    throw error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  }
  const commit = async () => void (await pool.query("COMMIT"));
  return { adapter: new EngineAdapter(pool, charColumns), connection: pool, commit, close };
}

type Callback = (error: Error | null, result?: pg.QueryArrayResult) => void;

/** The adapter refuses "char" columns: returns them as text, and records their names for the engine. */
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
    const pool = adapter.underlyingDriver();
    // the engine runs statements that may fail (does its table exist?), which must not end the transaction
    const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
      await pool.query("SAVEPOINT statement");
      try {
        return await work();
      } catch (error) {
        await pool.query("ROLLBACK TO SAVEPOINT statement").catch(() => {});
        throw error;
      }
    };
    const queryRaw = adapter.queryRaw.bind(adapter);
    const executeRaw = adapter.executeRaw.bind(adapter);
    adapter.executeRaw = (query) => guarded(() => executeRaw(query));
    // the engine panics if a "char" column of the catalogue has the type text
    adapter.queryRaw = async (query) => {
      const result = await guarded(() => queryRaw(query));
      const columnTypes = result.columnTypes.map((type, index) =>
        this.#charColumns.has(result.columnNames[index] ?? "") ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    // The adapter splits a migration at every semicolon, also in comments and function bodies. PostgreSQL accepts the
    // whole script, as Prisma's native engine sends it.
    adapter.executeScript = async (script) => {
      await guarded(() => pool.query(script)).catch((error: pg.DatabaseError) => {
        const { code = "XX000", severity = "ERROR", message, detail, column, hint } = error;
        throw new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
      });
    };
    return adapter;
  }
}
