// A clone of the migrated template: a database of its own, without anything that opens it.
import { threadId } from "node:worker_threads";
import pg from "pg";
import { inject } from "vitest";
import { madeDatabases } from "./made-databases.ts";

/** Creates an empty, migrated database and returns its URL; the run's end drops it. */
export async function cloneTemplate(): Promise<string> {
  const name = `${inject("templateName")}_${process.pid}_${threadId}_${madeDatabases.length}`;
  madeDatabases.push(name);
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${inject("templateName")}`);
  await client.end();
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}
