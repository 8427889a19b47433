// Databases for test files: clones of the template databases of the run. Nothing here opens a store.
import { threadId } from "node:worker_threads";
import pg from "pg";
import { inject } from "vitest";
import { madeDatabases } from "./made-databases.ts";

/** Creates a copy of `template`, by default an empty, migrated database, and returns its URL; the end of the run drops it. */
export async function cloneTemplate(template = inject("templateName")): Promise<string> {
  const name = `${inject("templateName")}_${process.pid}_${threadId}_${madeDatabases.length}`;
  madeDatabases.push(name);
  await onServer((client) => copyDatabase(client, template, name));
  return urlOf(name);
}

/** Returns the name of a template with the rows that `fill` writes; the first test file that needs it creates it for all others. */
export async function filledTemplate(label: string, fill: (databaseUrl: string) => Promise<void>): Promise<string> {
  const name = `${inject("templateName")}_${label}`;
  const partial = `${name}_partial`;
  await onServer(async (client) => {
    // the others wait; the end of the connection ends the lock
    await client.query("SELECT pg_advisory_lock(hashtext($1))", [name]);
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rowCount) return;
    await client.query(`DROP DATABASE IF EXISTS ${partial} WITH (FORCE)`);
    await copyDatabase(client, inject("templateName"), partial);
    await fill(urlOf(partial));
    await client.query(`ALTER DATABASE ${partial} RENAME TO ${name}`);
  });
  return name;
}

/** Copying files takes a third of the time that writing the copy to the log takes. */
async function copyDatabase(client: pg.Client, template: string, name: string): Promise<void> {
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
}

function urlOf(database: string): string {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await work(client).finally(() => client.end());
}
