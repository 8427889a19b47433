import { defineConfig } from "vitest/config";

/**
 * The failure tests (test/chaos): `npm run test:chaos` runs all of them at full length (CHAOS=full), CHAOS=short all of them
 * briefly. The everyday suite has the ones that are cheap. Their moments and choices follow from one seed.
 */
const chaos = process.env.CHAOS;
const dear = [
  "fair-share",
  "full-disk",
  "ingestion",
  "limits",
  "outage-charges",
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
 * What takes minutes and is seldom red. The everyday suite leaves it out, and the tests of real records with it
 * (test/publishers/shared-data.ts); `npm run test:all` and CI run it, and so does a run that names test files.
 */
const long = [
  // pages in a browser
  "test/browser/**",
  // the commands of the documents and of the project, the recipes of CONTRIBUTING
  "test/repo/{readme,command-lines,recipes}.test.ts",
  // services and PostgreSQL started, killed and started again, each with a home of its own
  "test/start/{service,one-service,embedded-postgres,unusable-home}.test.ts",
  // commands that are stopped and killed as processes of their own
  "test/cli/{sync,watch-company}.test.ts",
  // random stores, derived again and again
  "test/derive/properties.test.ts",
  // hundreds of damaged files
  "test/hostile/hostile.test.ts",
];
const namesFiles = process.argv.slice(2).some((word) => /^(\.\/)?test\//.test(word));
if (namesFiles) process.env.SUITE ??= "all";
const everything = process.env.SUITE === "all";

if (chaos) {
  process.env.CHAOS_SEED ??= String(Date.now() % 1_000_000);
  process.stderr.write(`CHAOS_SEED=${process.env.CHAOS_SEED} draws the same moments and choices again\n`);
}

export default defineConfig({
  // graphql exists once a process: Pothos gets Node's entry of it, so the tests must not take the bundlers' one
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...(chaos ? [] : dear.map((name) => `test/chaos/${name}.test.ts`)), ...(everything ? [] : long)],
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/threads.ts"],
    // on a machine that does other work too; nothing here is a measurement
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 240_000, interval: 20 } },
    pool: "forks",
    // what a failure test measures is not to be another one's load
    maxWorkers: chaos ? 1 : 2,
  },
});
