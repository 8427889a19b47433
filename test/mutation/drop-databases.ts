// Set up in every test file of a mutation run, which creates thousands of databases: each is dropped after its test file.
import { afterAll, inject } from "vitest";
import { madeDatabases } from "../support/made-databases.ts";

afterAll(async () => {
  if (madeDatabases.length === 0) return;
  const { Client } = await import("pg");
  const client = new Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  for (const name of madeDatabases.splice(0)) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.end();
});
