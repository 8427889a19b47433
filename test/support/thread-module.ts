// The thread of src/ingest/isolated as JavaScript. A thread that ran the TypeScript sources would compile them at each
// start, which takes four times as long as the reading in most tests.
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { packageRoot } from "../../src/lib/package-root.ts";

/** Builds it where Node finds the packages that it imports. */
export async function buildThreadModule(): Promise<{ url: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(packageRoot, "node_modules", ".disclosed-thread-"));
  await build({
    configFile: false,
    root: packageRoot,
    logLevel: "warn",
    build: {
      ssr: "src/ingest/isolated/thread.ts",
      outDir: folder,
      target: "node20",
      rollupOptions: { output: { entryFileNames: "thread.js" } },
    },
  });
  const url = pathToFileURL(join(folder, "thread.js")).href;
  return { url, remove: () => rm(folder, { recursive: true, force: true }) };
}
