// How the pages' scripts and styles are built: one entry a group of pages, hashed names, nothing inlined, so that the strict policy
// of src/http/page-headers.ts holds. The HTML around them is written by src/pages, which finds the names in the manifest.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  base: "/",
  publicDir: false,
  logLevel: "error",
  build: {
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // the shared part is one file on purpose: it is kept while pages change
    chunkSizeWarningLimit: 1_000,
    rollupOptions: {
      output: { chunkFileNames: "assets/shared-[hash].js" },
      input: {
        account: here("account/main.tsx"),
        admin: here("admin/main.tsx"),
        site: here("site/site.ts"),
        "color-scheme": here("site/color-scheme.ts"),
      },
    },
  },
});
