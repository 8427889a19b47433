// Builds dist/ from src/ and rest/: the Prisma client first, then the compiler, then the pages (dist/web). Needs no
// network. With --if-stale each part that was built from exactly these sources is skipped, so that the second `npm
// start` is quick.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { commandLine } from "./command-line.mjs";
import { hashOf, pagesHash, readOrEmpty, sourceHash } from "./source-hash.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const dist = join(root, "dist");
const client = join(root, "src/store/client");
const pages = join(root, "src/web");
const builtPages = join(dist, "web");
const { ifStale } = commandLine("npm run build --", "Builds dist/: the service and the pages")
  .option("--if-stale", "leave alone what was built from exactly these sources", false)
  .parse()
  .opts();

await build();

async function build() {
  if (!isInstalled("typescript")) {
    // a packed release comes with dist/ and without the compiler
    if (existsSync(join(dist, "src/main.js"))) return;
    fail("the compiler is missing: run `npm ci` without --omit=dev");
  }
  const server = !ifStale || readOrEmpty(join(dist, ".source-hash")) !== sourceHash(root);
  const browser = !ifStale || readOrEmpty(join(builtPages, ".source-hash")) !== pagesHash(root);
  if (server) {
    generateClient();
    compile();
  }
  if (browser) await bundle();
}

/** Prisma would download a schema engine that is not needed here; any executable in its place prevents that. */
function generateClient() {
  const stamp = join(client, ".schema-hash");
  const sources = ["prisma/schema.prisma", "scripts/stored-models.mjs"].map((name) => join(root, name));
  const hash = hashOf(root, [...sources, require.resolve("prisma/package.json")]);
  if (readOrEmpty(stamp) === hash) return;
  console.log("generating the database client");
  runNode(join(dirname(require.resolve("prisma/package.json")), "build/index.js"), ["generate"], {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "true",
    CHECKPOINT_DISABLE: "1",
  });
  writeFileSync(stamp, hash);
}

/** Compiles into a folder beside dist/ and then swaps them, so that an interrupted build never looks complete. */
function compile() {
  console.log("compiling");
  const fresh = join(root, `dist.partial-${process.pid}`);
  const hash = sourceHash(root);
  runNode(join(dirname(require.resolve("typescript/package.json")), "bin/tsc"), [
    "-p",
    "tsconfig.build.json",
    "--outDir",
    fresh,
  ]);
  writeFileSync(join(fresh, ".source-hash"), hash);
  if (existsSync(builtPages)) renameSync(builtPages, join(fresh, "web"));
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
}

/** Builds the pages' scripts and styles, each with its compressed forms; the folder is swapped at the end too. */
async function bundle() {
  console.log("building the pages");
  const fresh = join(dist, `web.partial-${process.pid}`);
  const hash = pagesHash(root);
  try {
    // a test runner's or a developer's NODE_ENV would build React for development, 1.6 times as large
    process.env.NODE_ENV = "production";
    const { build: viteBuild } = await import("vite");
    await viteBuild({ configFile: join(pages, "vite.config.ts"), build: { outDir: fresh, emptyOutDir: true } });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    fail(String(error));
  }
  for (const name of readdirSync(join(fresh, "assets"))) compress(join(fresh, "assets", name));
  writeFileSync(join(fresh, ".source-hash"), hash);
  rmSync(builtPages, { recursive: true, force: true });
  renameSync(fresh, builtPages);
}

function compress(file) {
  const bytes = readFileSync(file);
  const text = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: text }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

function runNode(script, args, env = {}) {
  const result = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    // Prisma finds its generators on the PATH that npm sets
    env: { ...process.env, ...env, PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}` },
    encoding: "utf8",
  });
  if (result.status === 0) return;
  for (const name of readdirSync(root).filter((entry) => entry === `dist.partial-${process.pid}`))
    rmSync(join(root, name), { recursive: true, force: true });
  fail(`${result.error?.message ?? ""}${result.stdout ?? ""}${result.stderr ?? ""}`);
}

function isInstalled(name) {
  try {
    require.resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

function fail(message) {
  console.error(`build failed: ${message.trim()}`);
  process.exit(1);
}
