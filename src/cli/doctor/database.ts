// The doctor's checks of the database: is it reachable, is it new enough, does its schema match this version.
import pg from "pg";
import { reasonOf } from "../../lib/reason.ts";
import { poolerProblem } from "../../store/connections/pooler.ts";
import { migrationState } from "../../store/migrate.ts";
import { type Check, failed, notice, ok } from "./check.ts";

const oldestMajor = 15;

/**
 * `directUrl`: the same database without a pooler, where the settings name one. `usable`: the schema is complete, so
 * that its content can be checked.
 */
export async function checkDatabase(
  databaseUrl: string,
  { directUrl, embedded }: { directUrl: string | undefined; embedded: boolean },
): Promise<{ checks: Check[]; usable: boolean }> {
  const name = embedded ? "embedded PostgreSQL" : "database";
  const response = await checkServer(name, databaseUrl, "DATABASE_URL");
  if (response.status === "failed" || embedded) return await withMigrations([response], databaseUrl, embedded);
  const direct = directUrl ?? databaseUrl;
  const other = directUrl ? [await checkServer("direct database", directUrl, "DATABASE_DIRECT_URL")] : [];
  if (other.some(({ status }) => status === "failed")) return { checks: [response, ...other], usable: false };
  const problem = await poolerProblem({ databaseUrl, databaseDirectUrl: directUrl });
  if (problem) {
    const mend = "set DATABASE_DIRECT_URL to the server itself; DATABASE_URL may stay the pooler's";
    return { checks: [response, ...other, failed("pooler", problem, mend)], usable: false };
  }
  return await withMigrations([response, ...other], direct, embedded);
}

async function withMigrations(
  checks: Check[],
  direct: string,
  embedded: boolean,
): Promise<{ checks: Check[]; usable: boolean }> {
  if (checks.some(({ status }) => status === "failed")) return { checks, usable: false };
  const schema = await checkMigrations(direct, embedded);
  return { checks: [...checks, schema], usable: schema.status === "ok" };
}

async function checkServer(name: string, databaseUrl: string, setting: string): Promise<Check> {
  try {
    const version = await serverVersion(databaseUrl);
    if (Number.parseInt(version, 10) >= oldestMajor) return ok(name, `PostgreSQL ${version} answers`);
    const mend = `use PostgreSQL ${oldestMajor} or newer, or unset DATABASE_URL for the embedded one`;
    return failed(name, `PostgreSQL ${version} is too old`, mend);
  } catch (error) {
    return failed(name, `no connection: ${reasonOf(error)}`, `see that the server runs and ${setting} is right`);
  }
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
