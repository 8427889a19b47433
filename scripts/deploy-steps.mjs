// Runs the steps of the Dockerfile in order, without a container engine: each stage in an empty folder, the last one
// read-only and run by an ordinary user until its health check succeeds; then it is stopped and must exit cleanly.
// Needs a PostgreSQL server in DATABASE_URL, where it creates a database and drops it again. Where the checkout has
// installed the same package-lock.json, the first stage copies its node_modules.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { commandLine } from "./command-line.mjs";

commandLine(
  "node scripts/deploy-steps.mjs",
  "Takes the steps of the Dockerfile without an engine; needs a PostgreSQL server in DATABASE_URL",
).parse();
if (!process.env.DATABASE_URL) {
  console.error(
    "deploy-steps: DATABASE_URL is not set: it names a PostgreSQL server on which a database is made and dropped again",
  );
  process.exit(2);
}

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const work = mkdtempSync(join(tmpdir(), "disclosed-deploy-"));
const began = performance.now();
const say = (line) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);

/** [{ keyword, text }] of a Dockerfile: without comments, continued lines joined. */
function instructionsOf(dockerfile) {
  const lines = dockerfile.split("\n").filter((line) => !line.trimStart().startsWith("#"));
  const joined = lines.join("\n").replace(/\\\n\s*/g, " ");
  return joined
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ keyword: line.split(" ")[0], text: line.slice(line.indexOf(" ") + 1).trim() }));
}

const stages = new Map();
let stage;
const inside = (path, at = stage) => join(at.folder, path.startsWith("/") ? path : join(at.workdir, path));

const take = {
  FROM(text) {
    const [, name] = / AS (\w+)$/.exec(text) ?? [];
    stage = { folder: join(work, name ?? "run"), workdir: "/", env: {}, command: [], name };
    mkdirSync(stage.folder);
    stages.set(name, stage);
  },
  WORKDIR(text) {
    stage.workdir = text;
    mkdirSync(inside("."), { recursive: true });
  },
  COPY(text) {
    const words = text.split(/\s+/);
    const from = words.find((word) => word.startsWith("--from="))?.slice("--from=".length);
    const paths = words.filter((word) => !word.startsWith("--"));
    const target = inside(paths.pop());
    if (from === undefined) return copyContext(paths, target);
    for (const path of paths) {
      const source = inside(path, stages.get(from));
      const isFolder = statSync(source).isDirectory();
      mkdirSync(isFolder ? target : dirname(target), { recursive: true });
      cpSync(source, isFolder ? target : join(target, basename(path)), { recursive: true, verbatimSymlinks: true });
    }
  },
  RUN(text) {
    const known = text.startsWith("npm ci ") && !text.includes("--omit") && installedAlike();
    const command = known
      ? `cp -al ${join(root, "node_modules")} . 2>/dev/null || cp -a ${join(root, "node_modules")} .`
      : text;
    execFileSync("bash", ["-euc", command], {
      cwd: inside("."),
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, npm_config_prefer_offline: "true", npm_config_loglevel: "error" },
    });
  },
  ENV(text) {
    for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
  },
  ENTRYPOINT: (text) => void stage.command.unshift(...JSON.parse(text)),
  CMD: (text) => void stage.command.push(...JSON.parse(text)),
  HEALTHCHECK(text) {
    stage.health = JSON.parse(/CMD (\[.*\])$/.exec(text)[1]);
  },
  USER() {},
  EXPOSE() {},
};

/** The files that git tracks and .dockerignore does not exclude: all of them for `.`, else the named ones. */
function copyContext(paths, target) {
  const ignored = readFileSync(join(root, ".dockerignore"), "utf8").trim().split("\n");
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
  for (const file of files) {
    if (ignored.some((path) => file === path || file.startsWith(`${path}/`)) || !existsSync(join(root, file))) continue;
    if (!paths.includes(".") && !paths.includes(file)) continue;
    cpSync(join(root, file), join(target, file), { recursive: true });
  }
}

/** Compares versions with the lock file that npm writes into node_modules, which has no entry for the project itself. */
function installedAlike() {
  const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8")).packages;
  if (!existsSync(join(root, "node_modules/.package-lock.json"))) return false;
  const wanted = read("package-lock.json");
  return Object.entries(read("node_modules/.package-lock.json")).every(
    ([path, { version }]) => wanted[path]?.version === version,
  );
}

/** As an ordinary user, where this script runs as root. */
const asUnprivileged = (command) =>
  process.getuid() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", ...command] : command;

/** Runs one statement on the server of DATABASE_URL. */
async function onServer(statement) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function run(database) {
  const { folder, env, command, health } = stage;
  const home = join(work, "home");
  mkdirSync(home);
  execFileSync("chmod", ["-R", "a-w,a+rX", folder]);
  execFileSync("chmod", ["755", work]);
  execFileSync("chmod", ["777", home]);
  const { PATH, DEPLOY_PORT: PORT = "3999" } = process.env;
  const DATABASE_URL = Object.assign(new URL(process.env.DATABASE_URL), { pathname: `/${database}` }).href;
  const settings = {
    PATH,
    LOG_LEVEL: "warn",
    ...env,
    HOST: "127.0.0.1",
    METRICS_HOST: "127.0.0.1",
    METRICS_PORT: "0",
    SYNC_METRICS_PORT: "0",
    PORT,
    DATABASE_URL,
  };
  const options = { cwd: inside("."), env: { ...settings, DISCLOSED_HOME: home, HOME: home, TMPDIR: home } };
  const [program, ...args] = asUnprivileged(command);
  const service = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => service.once("exit", (code) => resolve(code)));
  const [checker, ...asked] = asUnprivileged(health);
  try {
    for (let round = 0; spawnSync(checker, asked, options).status !== 0; round++) {
      if (round === 60 || service.exitCode !== null) throw new Error("the service does not become healthy");
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    say("healthy");
    const disclosed = (...words) =>
      execFileSync(...split(asUnprivileged([...command.slice(0, -1), ...words])), options);
    await requestRows(disclosed, { port: PORT, home });
    say("answers");
    const refused = spawnSync(...split(asUnprivileged(["touch", join(folder, "app/bin/x")])), options);
    if (refused.status === 0) throw new Error("the sources can be written to");
  } finally {
    service.kill("SIGTERM");
  }
  const code = await ended;
  if (code !== 0) throw new Error(`the service ended with code ${code}`);
  say("ended in order");
}

/**
 * Uses the image: files that are missing in it fail where rows are read or pages and files are made, not in the health
 * check.
 */
async function requestRows(disclosed, { port, home }) {
  const email = "deploy@example.com";
  disclosed("accounts", "create", "--email", email, "--plan", "max");
  const { key } = JSON.parse(disclosed("keys", "create", "--account", email, "--json"));
  for (const path of ["/api/v1/trades", "/api/v1/politicians/Z000000", "/api/v1/coverage", "/docs", "/account"]) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } });
    if (status !== 200 && status !== 404) throw new Error(`${path} was answered with ${status}`);
  }
  disclosed("export", "trades", "--format", "parquet", "--out", join(home, "trades.parquet"));
  disclosed("doctor");
}

const split = ([program, ...args]) => [program, args];

try {
  for (const { keyword, text } of instructionsOf(readFileSync(join(root, "Dockerfile"), "utf8"))) {
    take[keyword](text);
    if (["FROM", "RUN", "COPY"].includes(keyword)) say(`${keyword} ${text}`);
  }
  const size = execFileSync("du", ["-sm", stage.folder], { encoding: "utf8" }).split("\t")[0];
  say(`${size} MB beside the base image`);
  const database = `disclosed_deploy_${process.pid}`;
  await onServer(`CREATE DATABASE ${database}`);
  await run(database).finally(() => onServer(`DROP DATABASE ${database} WITH (FORCE)`));
} finally {
  execFileSync("chmod", ["-R", "u+w", work]);
  rmSync(work, { recursive: true, force: true });
}
