// Created once for a whole run of tests: a PostgreSQL (TEST_DATABASE_URL, or an embedded one in a temporary folder) with one migrated
// template database, which test files clone (createTestStore), and the thread that reads files.
import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { ProvidedContext } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { migrate } from "../../src/store/migrate.ts";
import { buildThreadModule } from "./thread-module.ts";

export default async function setup(project: { provide(key: keyof ProvidedContext, value: string): void }) {
  // libraries that tests alone need, and those of the client that they use
  const folders = ["test", "clients/typescript"];
  execFileSync(process.execPath, ["scripts/tools.mjs", ...folders], { cwd: packageRoot, stdio: "inherit" });
  const [server, thread] = await Promise.all([startServer(), buildThreadModule()]);
  const templateName = `disclosed_template_${process.pid}`;
  await onServer(server.url, `CREATE DATABASE ${templateName}`);
  await migrate(databaseOn(server.url, templateName));
  project.provide("postgresUrl", server.url);
  project.provide("templateName", templateName);
  project.provide("threadModule", thread.url);
  return async () => {
    await thread.remove();
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
  // these databases need not survive a crash of the machine; a killed server loses nothing
  for (const name of ["fsync", "full_page_writes"])
    await onServer(postgres.databaseUrl, `ALTER SYSTEM SET ${name} = off`);
  await onServer(postgres.databaseUrl, "SELECT pg_reload_conf()");
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
    threadModule: string;
  }
}
