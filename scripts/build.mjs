// Builds dist/ from src/ and rest/: the Prisma client first, then the compiler, then the pages (dist/web). Needs no
// network. With --if-stale each part that was built from exactly these sources is skipped, so that the second `npm
// start` is quick.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, sep } from "node:path";
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
    // an installation without tools, into which someone may bring dist/
    if (process.env.npm_lifecycle_event === "prepare") return console.log("not built: the compiler is left out");
    fail("the compiler is missing: run `npm ci` without --omit=dev");
  }
  const server = !ifStale || readOrEmpty(join(dist, ".source-hash")) !== sourceHash(root);
  const browser = !ifStale || readOrEmpty(join(builtPages, ".source-hash")) !== pagesHash(root);
  if (server) {
    await generateClient();
    compile();
  }
  if (browser) await bundle();
  linkCommand();
}

/**
 * `node_modules/.bin/disclosed` and scripts of npm run the command of the checkout. npm 11 does not use it for `npx disclosed`:
 * it links a package that has the command itself into its cache.
 */
function linkCommand() {
  const link = join(root, "node_modules/.bin/disclosed");
  if (process.platform === "win32" || existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync("../../bin/disclosed.js", link);
}

async function generateClient() {
  const stamp = join(client, ".schema-hash");
  const sources = ["prisma/schema.prisma", "scripts/stored-models.mjs"].map((name) => join(root, name));
  const hash = hashOf(root, [...sources, require.resolve("@prisma/client/package.json")]);
  if (readOrEmpty(stamp) === hash) return;
  console.log("generating the database client");
  const { generateDatabaseClient } = await import("./database-client.mjs");
  const before = process.cwd();
  process.chdir(root);
  // Prisma finds its generators on the PATH that npm sets
  process.env.PATH = `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`;
  await generateDatabaseClient().catch((error) => fail(String(error)));
  process.chdir(before);
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
  bringClientRuntime(join(fresh, "src/store/client"));
  writeFileSync(join(fresh, ".source-hash"), hash);
  if (existsSync(builtPages)) renameSync(builtPages, join(fresh, "web"));
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
}

/**
 * Puts what the compiled client needs of @prisma/client beside it. The package has the query compilers of five databases in four forms,
 * 75 MB, of which an installed release needs one.
 */
function bringClientRuntime(folder) {
  const source = join(root, "node_modules/@prisma/client/runtime");
  const imported = /"@prisma\/client\/runtime\/([\w.-]+)"/g;
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".js"));
  mkdirSync(join(folder, "runtime"));
  for (const file of files) {
    const path = join(folder, file);
    const runtime = file.includes(sep) ? "../runtime" : "./runtime";
    const text = readFileSync(path, "utf8");
    const brought = text.replace(imported, (_, name) => {
      const module = name.endsWith(".mjs") ? name : `${name}.mjs`;
      copyFileSync(join(source, module), join(folder, "runtime", module));
      return `"${runtime}/${module}"`;
    });
    if (brought !== text) writeFileSync(path, brought);
  }
}

/**
 * Builds the pages' scripts and styles, each with its compressed forms, and the thread that renders pages; the folder is
 * swapped at the end too.
 */
async function bundle() {
  console.log("building the pages");
  const fresh = join(dist, `web.partial-${process.pid}`);
  const hash = pagesHash(root);
  try {
    // a test runner's or a developer's NODE_ENV would build React for development, 1.6 times as large
    process.env.NODE_ENV = "production";
    const { build: viteBuild } = await import("vite");
    await viteBuild({ configFile: join(pages, "vite.config.ts"), build: { outDir: fresh, emptyOutDir: true } });
    const server = { outDir: join(fresh, "server"), emptyOutDir: true };
    await viteBuild({ configFile: join(pages, "vite.server.config.ts"), build: server });
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

function runNode(script, args) {
  const result = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
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
