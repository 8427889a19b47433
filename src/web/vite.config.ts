// Builds the pages' scripts and styles: one entry per group of pages, hashed file names, nothing inlined, because of
// the strict content security policy in src/http/app.ts. src/pages writes the HTML and finds the file names in
// the manifest.
import { fileURLToPath } from "node:url";
import { type CSSOptions, defineConfig } from "vite";
import { darkOfSystem, darkSelector, lightSelectorOf } from "./frame/dark-without-scripts.ts";

type PostcssPlugin = NonNullable<Exclude<CSSOptions["postcss"], string | undefined>["plugins"]>[number];

const darkWithoutScripts: PostcssPlugin = {
  postcssPlugin: "dark-without-scripts",
  OnceExit(css, { atRule }) {
    // at the end of the sheet: rules of the light scheme may come behind those of the dark one
    const copies = atRule({ name: "media", params: darkOfSystem, nodes: [] });
    css.walkRules(darkSelector, (rule) => {
      let copy: Parameters<typeof copies.append>[0] = rule.clone({ selector: lightSelectorOf(rule.selector) });
      for (let around = rule.parent; around?.type === "atrule"; around = around.parent)
        copy = around.clone({ nodes: [copy] });
      copies.append(copy);
    });
    if (copies.nodes?.length) css.append(copies);
  },
};

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  base: "/",
  publicDir: false,
  logLevel: "error",
  css: { postcss: { plugins: [darkWithoutScripts] } },
  build: {
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // the shared code is one file on purpose: it stays cached when pages change
    chunkSizeWarningLimit: 1_000,
    rollupOptions: {
      output: { chunkFileNames: "assets/shared-[hash].js" },
      input: {
        account: here("account/main.tsx"),
        admin: here("admin/main.tsx"),
        data: here("data/main.tsx"),
        "data-start": here("data/start.ts"),
        site: here("site/site.ts"),
        "color-scheme": here("site/color-scheme.ts"),
      },
    },
  },
});
