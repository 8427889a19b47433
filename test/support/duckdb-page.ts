// DuckDB in a page of Chromium: its build for WebAssembly reads Parquet over HTTP without extensions. In Node httpfs is
// an extension, which DuckDB downloads from its publisher at run time.
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Packages that `.ci/run` installs beside the project: 157 MB that only two tests need. */
export const duckdbPackages = process.env.DUCKDB_PACKAGES ?? "";

/** Where the page finds its modules: DuckDB's, and what it imports. */
const files = {
  "@duckdb/duckdb-wasm": "@duckdb/duckdb-wasm/dist/duckdb-browser.mjs",
  "apache-arrow": "apache-arrow/Arrow.dom.mjs",
  flatbuffers: "flatbuffers/mjs/flatbuffers.js",
  tslib: "tslib/tslib.es6.mjs",
};

export function hasDuckdb(build: "@duckdb/duckdb-wasm" | "@duckdb/node-api"): boolean {
  if (duckdbPackages && existsSync(join(duckdbPackages, build))) return true;
  process.stderr.write(`SKIPPED, DuckDB: DUCKDB_PACKAGES names no folder with ${build}.\n`);
  return false;
}

const types: Record<string, string> = {
  js: "text/javascript",
  mjs: "text/javascript",
  wasm: "application/wasm",
};

/** The file of a path under /packages/, with its media type. */
export function packageFile(path: string): { file: string; type: string } {
  return { file: join(duckdbPackages, path), type: types[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain" };
}

const imports = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `/packages/${file}`]));

/** A page whose `query(sql)` returns the rows as objects. */
export const duckdbPage = `<!doctype html>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
import { AsyncDuckDB, VoidLogger } from "@duckdb/duckdb-wasm";
const dist = location.origin + "/packages/@duckdb/duckdb-wasm/dist/";
const opened = (async () => {
  const database = new AsyncDuckDB(new VoidLogger(), new Worker(dist + "duckdb-browser-eh.worker.js"));
  await database.instantiate(dist + "duckdb-eh.wasm");
  await database.open({ filesystem: { allowFullHTTPReads: false } });
  return await database.connect();
})();
globalThis.query = async (sql) => {
  const table = await (await opened).query(sql);
  const plain = (_, value) => (typeof value === "bigint" ? Number(value) : value);
  return JSON.parse(JSON.stringify(table.toArray().map((row) => row.toJSON()), plain));
};
</script>`;
