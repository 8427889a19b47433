// Writes the generated files that are committed: the schema, the persisted documents, the OpenAPI document, the
// clients' types, the pages' operations, the kernel of the trade index, sample events, the entry for registries of MCP
// servers, the table of settings, the verdicts on regular expressions. With --check nothing is written; an outdated file
// is named and the exit code is 1.
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { collectPersisted } from "../rest/all-routes.ts";
import { buildOpenApiDocument } from "../rest/openapi/openapi.ts";
import { printGraphqlSchema } from "../src/graph/schema.ts";
import { packageRoot } from "../src/lib/package-root.ts";
import { printBitKernel } from "./bit-kernel.ts";
import { printClientTypes } from "./client-types.ts";
import { commandLine } from "./command-line.mjs";
import { postmanCollection } from "./postman-collection.ts";
import { printPythonColumns } from "./python-columns.ts";
import { printPythonStub } from "./python-types.ts";
import { sampleEvents } from "./sample-events.ts";
import { printServerJson } from "./server-json.ts";
import { printSettingsPage } from "./settings-page.ts";
import { collectPublicOperations, collectWebOperations, printWebOperations } from "./web-operations.ts";

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const printVerdicts = () =>
  execFileSync(join(packageRoot, "node_modules", ".bin", "tsx"), ["scripts/expressions.ts", "--print"], {
    cwd: packageRoot,
    encoding: "utf8",
  });

const outputs: Record<string, () => Promise<string>> = {
  "schema.graphql": async () => printGraphqlSchema(),
  "rest/generated/persisted.json": async () => json(await collectPersisted()),
  "rest/generated/openapi.json": async () => json(await buildOpenApiDocument()),
  "clients/typescript/src/generated/contract.ts": async () => printClientTypes(await buildOpenApiDocument()),
  "clients/postman/disclosed.postman_collection.json": async () =>
    json(postmanCollection(await buildOpenApiDocument())),
  "clients/python/disclosed/__init__.pyi": async () => printPythonStub(await buildOpenApiDocument()),
  "clients/python/disclosed/_columns.py": async () => printPythonColumns(await buildOpenApiDocument()),
  "src/fast/index/generated/bit-kernel.ts": printBitKernel,
  "src/web/generated/persisted.json": async () => json(await collectWebOperations()),
  "src/web/generated/public.json": async () => json(await collectPublicOperations()),
  "src/web/generated/operations.ts": async () => printWebOperations(printGraphqlSchema()),
  "server.json": printServerJson,
  "docs/settings.md": printSettingsPage,
  ...sampleEvents,
  "scripts/expressions/judged.txt": async () => printVerdicts(),
};

const { check: checkOnly } = commandLine("npm run generate --", "Writes what is generated and committed")
  .option("--check", "write nothing; name what is not fresh, and end with 1", false)
  .parse()
  .opts<{ check: boolean }>();
const stale: string[] = [];
for (const [name, make] of Object.entries(outputs)) {
  const file = join(packageRoot, name);
  const wanted = await make();
  const present = await readFile(file, "utf8").catch(() => "");
  if (wanted === present) continue;
  stale.push(name);
  if (checkOnly) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, wanted);
}
if (checkOnly && stale.length > 0) {
  console.error(`not fresh: ${stale.join(", ")}; run \`npm run generate\` and read the difference`);
  process.exit(1);
}
console.log(stale.length === 0 ? "generated files are fresh" : `written: ${stale.join(", ")}`);
