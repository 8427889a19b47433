// What a thread loads first when it runs the TypeScript sources. Packages are loaded as they are: pushing pdf.js through a
// transpiler costs seconds and hundreds of megabytes.
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
