// The pg driver as the schema engine needs it, where Prisma's adapter falls short of its native engine: the catalogue's
// one-byte "char" columns, and migrations that are more than one statement.
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, DriverAdapterError } from "@prisma/driver-adapter-utils";
import pg from "pg";

const charOid = 18;
const textOid = 25;

/** An adapter factory for one database and its pool's end. */
export function schemaEngineDriver(databaseUrl: string): { adapter: PrismaPg; close(): Promise<void> } {
  const charColumns = new Set<string>();
  const pool = new pg.Pool({ connectionString: databaseUrl, Client: catalogueClient(charColumns), max: 2 });
  return { adapter: new EngineAdapter(pool, charColumns), close: () => pool.end() };
}

type Callback = (error: Error | null, result?: pg.QueryArrayResult) => void;

/** The adapter refuses "char" columns: they pass as text, and their names are kept for the engine. */
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
    // the engine panics when a "char" of the catalogue comes as text
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const columnTypes = result.columnTypes.map((type, index) =>
        this.#charColumns.has(result.columnNames[index] ?? "") ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    // The adapter cuts a migration at every semicolon, those in comments and function bodies too. PostgreSQL takes the whole
    // script, in one implicit transaction, as Prisma's native engine sends it.
    adapter.executeScript = async (script) => {
      await adapter
        .underlyingDriver()
        .query(script)
        .catch((error: pg.DatabaseError) => {
          const { code = "XX000", severity = "ERROR", message, detail, column, hint } = error;
          throw new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
        });
    };
    return adapter;
  }
}
