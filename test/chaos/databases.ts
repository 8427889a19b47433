// Databases of the chaos tests: clones of one another, so that each round begins where the one before it began.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";

export class Databases {
  readonly #made: string[] = [];

  private constructor(private readonly server: pg.Client) {}

  static async open(): Promise<Databases> {
    const server = new pg.Client({ connectionString: inject("postgresUrl") });
    await server.connect();
    return new Databases(server);
  }

  /** A new database with the content of `template`, by default the migrated empty one. */
  async clone(template = inject("templateName")): Promise<string> {
    const name = `disclosed_test_${process.ppid}_chaos_${process.pid}_${this.#made.length}`;
    await this.server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    this.#made.push(name);
    return name;
  }

  async drop(name: string): Promise<void> {
    await this.server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  async close(): Promise<void> {
    for (const name of this.#made) await this.drop(name);
    await this.server.end();
  }
}

export function urlOf(database: string): string {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  return url.href;
}

/** Opens the database for some work, and lets go of it: a database in use cannot be cloned. */
export async function inside<Result>(database: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = openStore({ databaseUrl: urlOf(database), maxConnections: 2 });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Resolves when more than `before` runs are recorded. */
export async function runBegins(database: string, before: number): Promise<void> {
  await inside(database, async ({ pool }) => {
    for (let waited = 0; waited < 60_000; waited += 5) {
      const { rows } = await pool.query("SELECT count(*)::int AS runs FROM ingestion_runs");
      if (rows[0]?.runs > before) return;
      await sleep(5);
    }
    throw new Error("no run began");
  });
}

/** How many runs are recorded, and how many of them are said to be running. */
export async function runs(database: string): Promise<{ all: number; running: number }> {
  return await inside(database, async ({ pool }) => {
    const { rows } = await pool.query(
      "SELECT count(*)::int AS all, count(*) FILTER (WHERE status = 'running')::int AS running FROM ingestion_runs",
    );
    return rows[0];
  });
}
