import { defineConfig } from "vitest/config";

/**
 * The failure tests (test/chaos): `npm run test:chaos` runs all of them at full length (CHAOS=full), CHAOS=short runs
 * all of them briefly. The everyday suite runs only the fast ones. One seed determines their timing and their choices.
 */
const chaos = process.env.CHAOS;
/** failure tests that are too slow for the everyday suite */
const slowChaosTests = [
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
 * Slow tests that seldom fail. The everyday suite leaves them out, so that it stays short, and also the tests of real
 * records (test/publishers/shared-data.ts). `npm run test:all` and CI run them, and so does a run that names test
 * files. A file belongs here when it takes more than about seven seconds and a faster test also covers the same code.
 */
const long = [
  // pages in a browser
  "test/browser/**/*.test.ts",
  // the commands in the documents and of the project, the recipes, alert rules, old stores
  "test/repo/{readme,command-lines,recipes,observability,migrations}.test.ts",
  // services and PostgreSQL that are started, killed and restarted, each in its own DISCLOSED_HOME
  "test/start/{service,one-service,embedded-postgres,unusable-home,tracing}.test.ts",
  "test/store/replicas.test.ts",
  "test/fast/index/owner.test.ts",
  "test/quota/{link,masters,redis-outage}.test.ts",
  // concurrent processes, and ten thousand attempts of a caller
  "test/chaos/{edgar-pace,keys}.test.ts",
  "test/accounts/allowlist-bypass.test.ts",
  // commands that are stopped and killed as separate processes, or run many times
  "test/cli/{publish,sync,watch-company,out-file,coverage,no-store,fetch,doctor}.test.ts",
  "test/backup/retained-backups.test.ts",
  // the clients, installed and run as programs
  "test/clients/{scripts,typescript}.test.ts",
  // random stores, derived repeatedly, and random queries, requests and schedules
  "test/derive/{properties,clusters,price-quality,outcomes,exercises}.test.ts",
  "test/store/{company-directory,insider-directory,politician-directory}.test.ts",
  "test/fast/index/exact-order.test.ts",
  "test/quota/schedules.test.ts",
  "test/fuzz/**/*.test.ts",
  "test/export/formulas.test.ts",
  // every value of every golden response, every operation with wrong variables
  "test/rest/{echo,vocabulary-counts}.test.ts",
  "test/graph/independent-calls.test.ts",
  // waiting connections and password hashing
  "test/http/pipelines.test.ts",
  "test/fast/front/front.test.ts",
  "test/people/sign-in.test.ts",
  // publishers that respond late or with damaged data, and files in every order
  "test/ingest/{house,senate,legislators}/publisher.test.ts",
  "test/ingest/legislators/{source,incomplete-rosters,memberships}.test.ts",
  "test/ingest/senate/har.test.ts",
  "test/ingest/companies/companies.test.ts",
  "test/ingest/congress/standing.test.ts",
  "test/ingest/outbound/door.test.ts",
  "test/ingest/sync/requests.test.ts",
  "test/provenance/verify.test.ts",
  "test/reparse/reparse.test.ts",
  // hundreds of damaged files
  "test/hostile/hostile.test.ts",
];
const namesFiles = process.argv.slice(2).some((word) => /^(\.\/)?test\//.test(word));
if (namesFiles) process.env.SUITE ??= "all";
const everything = process.env.SUITE === "all";

if (chaos) {
  process.env.CHAOS_SEED ??= String(Date.now() % 1_000_000);
  process.stderr.write(`CHAOS_SEED=${process.env.CHAOS_SEED} reproduces the same timing and choices\n`);
}

const exclude = [
  ...(chaos ? [] : slowChaosTests.map((name) => `test/chaos/${name}.test.ts`)),
  ...(everything ? [] : long),
];

/** These mock a module, so they cannot share a process with files that import the real one. */
const mocking = ["test/quota/{ledger,link,redis-outage}.test.ts"];
/**
 * Files that run in a separate process. The failure tests and the long ones are among them: some measure their process,
 * set its environment or kill its child processes, and they take so long that sharing a process saves little.
 */
const isolated = [...mocking, ...long, "test/chaos/**/*.test.ts"];

// a process may load only one copy of graphql: Pothos loads Node's entry point, so the tests must not load the
// bundlers' one
const resolve = { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] };
const common = {
  setupFiles: ["test/support/threads.ts"],
  // long, for a machine that does other work too; these timeouts measure nothing
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 240_000, interval: 20 } },
  pool: "forks" as const,
  // failure tests run alone: each has several processes with connections of their own, and one must not measure the load of another
  maxWorkers: chaos ? 1 : Number(process.env.TEST_WORKERS ?? 2),
};

export default defineConfig({
  resolve,
  test: {
    ...common,
    // runs once for both projects
    globalSetup: ["test/support/global-setup.ts"],
    projects: [
      { resolve, test: { ...common, name: "isolated", include: isolated, exclude } },
      // Modules hold no state (test/repo/state.test.ts), so these files share what they import: GraphQL's schema, Prisma's client.
      {
        resolve,
        test: {
          ...common,
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, ...isolated],
          isolate: false,
        },
      },
    ],
  },
});
