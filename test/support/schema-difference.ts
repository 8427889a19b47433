// Compares a database with prisma/schema.prisma, by Prisma's schema engine.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import { packageRoot } from "../../src/lib/package-root.ts";
import { loadSchemaEngine, openSchemaEngineDriver } from "./schema-engine.ts";

const schemaFile = join(packageRoot, "prisma", "schema.prisma");
const noFilters = { externalTables: [], externalEnums: [] };

async function withEngine<T>(databaseUrl: string, run: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const schema = await readFile(schemaFile, "utf8");
  const driver = openSchemaEngineDriver(databaseUrl);
  const factory = bindMigrationAwareSqlAdapterFactory(driver.adapter);
  let engine: SchemaEngine | undefined;
  try {
    engine = await (await loadSchemaEngine()).new({ datamodels: [["schema.prisma", schema]] }, () => {}, factory);
    return await run(engine);
  } catch (error) {
    // the engine refers to the driver's error by a number
    const [, id] = /^External error id#(\d+)$/.exec(error instanceof Error ? error.message : "") ?? [];
    throw id === undefined ? error : (factory.errorRegistry.consumeError(Number(id))?.error ?? error);
  } finally {
    engine?.free();
    await driver.close();
  }
}

/** SQL that would turn the database into exactly schema.prisma; the empty migration when the two agree. */
export async function schemaDifference(databaseUrl: string): Promise<string> {
  return await withEngine(databaseUrl, async (engine) => {
    const files = [{ path: "schema.prisma", content: await readFile(schemaFile, "utf8") }];
    const result = await engine.diff({
      // "schemaDatasource" means the database that the adapter is connected to
      from: { tag: "schemaDatasource", files, configDir: packageRoot },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: noFilters,
    });
    return result.stdout ?? "";
  });
}
