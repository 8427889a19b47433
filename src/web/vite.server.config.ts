// Builds the thread that renders public pages: one file with all libraries in it, which an installation therefore does
// not need. Its names of CSS classes are those of vite.config.ts, because both begin at the same folder.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  publicDir: false,
  logLevel: "error",
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: true },
  build: { ssr: here("render-worker.ts"), target: "node20", minify: true },
});
