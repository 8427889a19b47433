// The thread of src/ingest/isolated from the TypeScript sources, for processes that run these with tsx. Packages are loaded as
// they are: transpiling pdf.js takes seconds and hundreds of megabytes.
import { register } from "node:module";
import { register as registerTypeScript } from "tsx/esm/api";

const packagesAsTheyAre = `
  import { readFile } from "node:fs/promises";
  export async function load(url, context, next) {
    if (!/\\/node_modules\\/.*\\.mjs$/.test(url)) return await next(url, context);
    return { format: "module", source: await readFile(new URL(url)), shortCircuit: true };
  }`;

registerTypeScript();
register(`data:text/javascript,${encodeURIComponent(packagesAsTheyAre)}`);
await import("../../src/ingest/isolated/thread.ts");
