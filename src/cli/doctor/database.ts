// The doctor's look at the database: does it answer, is it new enough, does its schema stand where this version wants it.
import pg from "pg";
import { migrationState } from "../../store/migrate.ts";
import { type Check, failed, notice, ok } from "./check.ts";

const oldestMajor = 15;

/** `usable`: the schema is complete, so that its content can be looked at. */
export async function checkDatabase(
  databaseUrl: string,
  embedded: boolean,
): Promise<{ checks: Check[]; usable: boolean }> {
  const name = embedded ? "embedded PostgreSQL" : "database";
  let version: string;
  try {
    version = await serverVersion(databaseUrl);
  } catch (error) {
    const check = failed(name, `no connection: ${reason(error)}`, "see that the server runs and DATABASE_URL is right");
    return { checks: [check], usable: false };
  }
  if (Number.parseInt(version, 10) < oldestMajor) {
    const mend = `use PostgreSQL ${oldestMajor} or newer, or unset DATABASE_URL for the embedded one`;
    return { checks: [failed(name, `PostgreSQL ${version} is too old`, mend)], usable: false };
  }
  const schema = await checkMigrations(databaseUrl, embedded);
  return { checks: [ok(name, `PostgreSQL ${version} answers`), schema], usable: schema.status === "ok" };
}

async function serverVersion(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
    return rows[0]?.server_version ?? "";
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkMigrations(databaseUrl: string, embedded: boolean): Promise<Check> {
  const name = "migrations";
  const { failed: broken, edited, pending, ahead } = await migrationState(databaseUrl);
  if (broken.length > 0)
    return failed(
      name,
      `${broken.join(", ")} failed half-way`,
      "restore the database from a backup, then `disclosed migrate`",
    );
  if (edited.length > 0)
    return failed(
      name,
      `${edited.join(", ")} differs from what was applied`,
      "use the release that the database was migrated with, or a newer one",
    );
  if (pending.length === 0 && ahead.length > 0)
    return ok(name, `all applied, and ${ahead.length} of a newer release, beside which this one still runs`);
  if (pending.length === 0) return ok(name, "all applied");
  const message = `${pending.length} not applied yet`;
  if (embedded) return notice(name, message, "`npm start` or any command applies them");
  return failed(name, message, "run `disclosed migrate`");
}

/** A refused connection to several addresses has its reason one level down. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
