// A database of its own for a test file: a clone of the migrated template.
import pg from "pg";
import { inject } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";

export interface TestStore extends Store {
  databaseUrl: string;
}

let made = 0;

/** Creates an empty, migrated database and opens it. Close it in afterAll; the run's end drops the database. */
export async function createTestStore(): Promise<TestStore> {
  const name = `disclosed_test_${process.ppid}_${process.pid}_${++made}`;
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${inject("templateName")}`);
  await client.end();
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return { ...openStore({ databaseUrl: url.href }), databaseUrl: url.href };
}
