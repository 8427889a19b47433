// The output of `npm run build` for src/web: the files under their hashed names, each with its compressed forms, sent
// at /assets, and the files that each page needs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RequestHandler } from "express";
import { codingFor, type Packed } from "../lib/http-headers.ts";
import { packageRoot } from "../lib/package-root.ts";

/** A chunk of Vite's manifest, with the fields that are read here. */
interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** Paths below / of the files that a page links to. */
export interface Entry {
  script: string;
  styles: string[];
  /** modules that the script imports first, to be fetched concurrently with it */
  preloads: string[];
}

/** One built file in memory. */
interface Asset extends Packed {
  type: string;
}

export interface Built {
  /** `account/main.tsx`, as in src/web. @throws Error for a name that was not built */
  entry(name: string): Entry;
  /** path below / -> file */
  assets: ReadonlyMap<string, Asset>;
}

const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
};

/** Reads dist/web once. @throws Error where it was not built */
export function readBuilt(folder: string = join(packageRoot, "dist/web")): Built {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  return { entry: (name) => entryOf(manifest, name), assets: readAssets(folder) };
}

function entryOf(manifest: Record<string, Chunk>, name: string): Entry {
  const first = manifest[name];
  if (!first) throw new Error(`${name} is not in dist/web/manifest.json; run \`npm run build\``);
  const seen = new Set<Chunk>();
  const visit = (chunk: Chunk | undefined) => {
    if (!chunk || seen.has(chunk)) return;
    seen.add(chunk);
    for (const other of chunk.imports ?? []) visit(manifest[other]);
  };
  visit(first);
  const chunks = [...seen];
  return {
    script: `/${first.file}`,
    // imported styles come before those of the importing module, so that the latter's rules override them
    styles: [...new Set(chunks.reverse().flatMap(({ css = [] }) => css.map((file) => `/${file}`)))],
    preloads: chunks.filter((chunk) => chunk !== first).map(({ file }) => `/${file}`),
  };
}

function readAssets(folder: string): Map<string, Asset> {
  const names = readdirSync(join(folder, "assets")).filter((name) => !/\.(br|gz)$/.test(name));
  return new Map(
    names.map((name): [string, Asset] => {
      const file = join(folder, "assets", name);
      const type = types[name.split(".").pop() ?? ""] ?? "application/octet-stream";
      const [identity, br, gzip] = [file, `${file}.br`, `${file}.gz`].map((path) => readFileSync(path));
      return [`/assets/${name}`, { type, identity, br, gzip } as Asset];
    }),
  );
}

// The names of the files change with their content, so browsers cache them permanently.

/** Sends the smallest encoding that the browser accepts; a file that was not built is passed to the next handler. */
export function serveAssets({ assets }: Built): RequestHandler {
  return (request, response, next) => {
    const asset = assets.get(request.path);
    if (!asset) return next();
    const coding = codingFor(request);
    if (coding !== "identity") response.set("Content-Encoding", coding);
    response.set({ "Content-Type": asset.type, "Cache-Control": "public, max-age=31536000, immutable" });
    response.vary("Accept-Encoding");
    response.send(asset[coding]);
  };
}
