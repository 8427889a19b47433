// Loads Prisma's schema engine as WebAssembly. The package's own entry imports the .wasm as a module, which Node 20 and 22
// do only behind a flag, so the module is instantiated here from its bytes.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { SchemaEngine as SchemaEngineType } from "@prisma/schema-engine-wasm";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";

type Exports = Record<string, unknown> & { __wbindgen_start(): void };
type Bindings = typeof bindings & { __wbg_set_wasm(exports: Exports): void };

// Node's types leave WebAssembly to the DOM library, which this project does not load.
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    instantiate(bytes: Uint8Array, imports: Record<string, unknown>): Promise<{ instance: { exports: Exports } }>;
  };
};

let loaded: Promise<typeof SchemaEngineType> | undefined;

/** The engine's class, instantiated once per process. */
export function loadSchemaEngine(): Promise<typeof SchemaEngineType> {
  loaded ??= instantiate();
  return loaded;
}

async function instantiate(): Promise<typeof SchemaEngineType> {
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(join(dirname(entry), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": bindings });
  (bindings as Bindings).__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings.SchemaEngine as typeof SchemaEngineType;
}
