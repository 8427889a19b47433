// Connections to the embedded server: its address, a check that it is ours, and its one database.
import pg from "pg";
import { superuser } from "./cluster.ts";
import type { Place } from "./place.ts";

const databaseName = "disclosed";

/** Creates our database if it does not exist. `answers` connects to the database `postgres`, which always exists. */
export async function ensureDatabase(port: number, password: string): Promise<void> {
  await withClient(urlOf(port, password, "postgres"), async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
    if (!rowCount) await client.query(`CREATE DATABASE ${databaseName}`);
  });
}

/** Does the server accept our password, and does it run this cluster? */
export async function answers(databaseUrl: string, place: Place): Promise<boolean> {
  try {
    const url = new URL(databaseUrl);
    url.pathname = "/postgres";
    return await withClient(url.href, async (client) => {
      const { rows } = await client.query("SELECT current_setting('data_directory') AS data");
      return rows[0]?.data === place.data;
    });
  } catch {
    return false;
  }
}

/** The URL of a database of the server; our database by default. */
export function urlOf(port: number, password: string, database = databaseName): string {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
