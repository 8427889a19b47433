// Databases of the failure tests: clones of one another, so that each round starts with the same content.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";

export class Databases {
  readonly #names: string[] = [];

  private constructor(private readonly server: pg.Client) {}

  static async open(): Promise<Databases> {
    const server = new pg.Client({ connectionString: inject("postgresUrl") });
    await server.connect();
    return new Databases(server);
  }

  /** A new database with the content of `template`, by default the migrated empty one. */
  async clone(template = inject("templateName")): Promise<string> {
    const name = `disclosed_test_${process.ppid}_chaos_${process.pid}_${this.#names.length}`;
    await this.server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    this.#names.push(name);
    return name;
  }

  async drop(name: string): Promise<void> {
    await this.server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  async close(): Promise<void> {
    for (const name of this.#names) await this.drop(name);
    await this.server.end();
  }
}

export function urlOf(database: string): string {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  return url.href;
}

/** Opens the database for some work and closes it afterwards: a database in use cannot be cloned. */
export async function withStore<Result>(database: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = openStore({ databaseUrl: urlOf(database), maxConnections: 2 });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Resolves when more than `before` runs are recorded. */
export async function waitForRun(database: string, before: number): Promise<void> {
  await withStore(database, async ({ pool }) => {
    for (let waited = 0; waited < 60_000; waited += 5) {
      const { rows } = await pool.query("SELECT count(*)::int AS runs FROM ingestion_runs");
      if (rows[0]?.runs > before) return;
      await sleep(5);
    }
    throw new Error("no run was recorded");
  });
}

/** How many runs are recorded, and how many of them as running. */
export async function countRuns(database: string): Promise<{ all: number; running: number }> {
  return await withStore(database, async ({ pool }) => {
    const { rows } = await pool.query(
      "SELECT count(*)::int AS all, count(*) FILTER (WHERE status = 'running')::int AS running FROM ingestion_runs",
    );
    return rows[0];
  });
}
