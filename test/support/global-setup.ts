// One PostgreSQL for the whole test run: TEST_DATABASE_URL, or an embedded one in a temporary folder. It holds one migrated
// template database; each test file clones it (createTestStore).
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../src/store/migrate.ts";

export default async function setup(project: { provide(key: "postgresUrl" | "templateName", value: string): void }) {
  const server = await startServer();
  const templateName = `disclosed_template_${process.pid}`;
  await onServer(server.url, `CREATE DATABASE ${templateName}`);
  await migrate(databaseOn(server.url, templateName));
  project.provide("postgresUrl", server.url);
  project.provide("templateName", templateName);
  return async () => {
    const rows = await onServer(
      server.url,
      `SELECT datname FROM pg_database WHERE datname LIKE 'disclosed_test_${process.pid}_%' OR datname LIKE '${templateName}%'`,
    );
    for (const { datname } of rows) await onServer(server.url, `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    await server.stop();
  };
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  const { startEmbeddedPostgres } = await import("../../src/store/embedded/postgres.ts");
  const home = await mkdtemp(join(tmpdir(), "disclosed-test-"));
  // as root, PostgreSQL runs as another user, who must be able to enter
  await chmod(home, 0o755);
  const postgres = await startEmbeddedPostgres(home);
  return {
    url: postgres.databaseUrl,
    async stop() {
      await postgres.release();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function onServer(url: string, sql: string): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function databaseOn(url: string, name: string): string {
  const result = new URL(url);
  result.pathname = `/${name}`;
  return result.href;
}

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    templateName: string;
  }
}
