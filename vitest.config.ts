import { defineConfig } from "vitest/config";

/**
 * The failure tests (test/chaos): `npm run test:chaos` runs all of them at full length (CHAOS=full), CHAOS=short all of them
 * briefly. The everyday suite has the ones that are cheap. Their moments and choices follow from one seed.
 */
const chaos = process.env.CHAOS;
const dear = [
  "full-disk",
  "ingestion",
  "limits",
  "pooler",
  "postgres",
  "redis",
  "redis-topologies",
  "revocation",
  "scale-out",
  "stopping",
  "what-broke",
];

/**
 * Takes minutes for itself: pages in a browser, the README's commands, the project's own. The everyday suite leaves them out; `npm run test:all` and
 * CI do not, nor does whoever names them.
 */
const long = ["test/browser", "test/repo/readme.test.ts", "test/repo/command-lines.test.ts"];
const isAsked = (path: string) => process.env.SUITE === "all" || process.argv.some((word) => word.includes(path));

if (chaos) {
  process.env.CHAOS_SEED ??= String(Date.now() % 1_000_000);
  process.stderr.write(`CHAOS_SEED=${process.env.CHAOS_SEED} draws the same moments and choices again\n`);
}

export default defineConfig({
  // graphql exists once a process: Pothos gets Node's entry of it, so the tests must not take the bundlers' one
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [
      ...(chaos ? [] : dear.map((name) => `test/chaos/${name}.test.ts`)),
      ...long.filter((path) => !isAsked(path)).map((path) => (path.endsWith(".ts") ? path : `${path}/**`)),
    ],
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/threads.ts"],
    // on a machine that does other work too; nothing here is a measurement
    testTimeout: 90_000,
    hookTimeout: 180_000,
    pool: "forks",
    // what a failure test measures is not to be another one's load
    maxWorkers: chaos ? 1 : 2,
  },
});
