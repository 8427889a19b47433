// src/fast/index/bit-kernel.wat as a module that can be loaded without tools.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import openWabt from "wabt";
import { packageRoot } from "../src/lib/package-root.ts";

const name = "src/fast/index/bit-kernel.wat";

/** The text of src/fast/index/generated/bit-kernel.ts. Rejects with the errors of the kernel. */
export async function printBitKernel(): Promise<string> {
  const wabt = await openWabt();
  const module = wabt.parseWat(name, await readFile(join(packageRoot, name), "utf8"), { simd: true });
  module.validate();
  const { buffer } = module.toBinary({});
  module.destroy();
  const text = Buffer.from(buffer).toString("base64");
  return `// Made of ${name} by \`npm run generate\`.\nexport const bitKernel = Buffer.from(\n  "${text}",\n  "base64",\n);\n`;
}
