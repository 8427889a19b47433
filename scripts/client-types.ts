// The types of the TypeScript client, by openapi-typescript from the OpenAPI document. The generator needs the compiler's JavaScript
// API, which TypeScript 7 has no more: it gets the copy of an older compiler that @ts-morph/common carries.
import { register } from "node:module";
import type { OpenAPI3 } from "openapi-typescript";

const compiler = `import common from "@ts-morph/common"; export default common.ts;`;
const hook = `export const resolve = (name, context, next) =>
  name === "typescript"
    ? { url: ${JSON.stringify(new URL("./older-compiler.mjs", import.meta.url).href)}, format: "module", shortCircuit: true }
    : next(name, context);
export const load = (url, context, next) =>
  url.endsWith("/older-compiler.mjs")
    ? { format: "module", source: ${JSON.stringify(compiler)}, shortCircuit: true }
    : next(url, context);`;

/** The text of a TypeScript file with the types of all paths. */
export async function printClientTypes(document: Record<string, unknown>): Promise<string> {
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
  const { default: generate, astToString } = await import("openapi-typescript");
  const tree = await generate(document as unknown as OpenAPI3);
  return `// Generated from rest/generated/openapi.json by \`npm run generate\`.\n${astToString(tree)}`;
}
