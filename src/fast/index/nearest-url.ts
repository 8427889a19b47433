// The cheapest way to a server: a server of this machine is reached through its Unix socket where that is possible.
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

interface Server {
  folders: string;
  port: string;
  startedAt: string;
}

/**
 * The URL of the same database through the server's Unix socket; the given URL where the server is on another machine,
 * has no socket, does not tell this user where it is, or does not accept the user there. Rejects where the given URL
 * does not work.
 */
export async function nearestUrl(databaseUrl: string): Promise<string> {
  const server = await identify(databaseUrl);
  const [folder = ""] = server?.folders.split(",") ?? [];
  if (!server || folder === "" || !existsSync(join(folder, `.s.PGSQL.${server.port}`))) return databaseUrl;
  const url = new URL(databaseUrl);
  url.searchParams.set("host", folder.trim());
  url.searchParams.set("port", server.port);
  const found = await identify(url.href).catch(() => null);
  return found?.startedAt === server.startedAt ? url.href : databaseUrl;
}

/** Null for a user that may not read the settings. */
async function identify(connectionString: string): Promise<Server | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Server>(
      `SELECT current_setting('unix_socket_directories') AS folders, current_setting('port') AS port,
         pg_postmaster_start_time()::text AS "startedAt"`,
    );
    return rows[0] ?? null;
  } catch {
    return null;
  } finally {
    await client.end();
  }
}
