// The Python examples of the documents can be parsed. Slow tests run them; this one is fast and needs no Python
// packages.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { codeBlocks, output, pythonWith } from "./examples.ts";

const documents = execFileSync("git", ["ls-files", "*.md"], { cwd: packageRoot, encoding: "utf8" }).trim().split("\n");
const python = pythonWith("Python 3.9 or newer");

test.skipIf(!python)("every Python example can be parsed", async () => {
  const files = documents.map((document) => join(packageRoot, document));
  const examples = (await Promise.all(files.map((file) => codeBlocks(file, "python")))).flat();
  expect(examples.length).toBeGreaterThan(8);
  const program = "import ast, json, sys\nfor text in json.loads(sys.argv[1]): ast.parse(text)";
  await output(python ?? "", ["-c", program, JSON.stringify(examples)], { env: {} });
});
