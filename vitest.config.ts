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
 * What takes long and is seldom red. The everyday suite leaves it out, so that it stays short, and the tests of
 * real records with it (test/publishers/shared-data.ts); `npm run test:all` and CI run it, and so does a run that names test files.
 * A file belongs here when it takes more than about seven seconds, and what it tests is also touched by a quicker one.
 */
const long = [
  // pages in a browser
  "test/browser/**/*.test.ts",
  // the commands of the documents and of the project, the recipes of CONTRIBUTING, the rules of alerts, old stores
  "test/repo/{readme,command-lines,recipes,observability,migrations}.test.ts",
  // services and PostgreSQL started, killed and started again, each with a home of its own
  "test/start/{service,one-service,embedded-postgres,unusable-home,tracing}.test.ts",
  "test/store/replicas.test.ts",
  "test/fast/index/owner.test.ts",
  "test/quota/{link,masters,redis-outage}.test.ts",
  // processes side by side, and what a caller may try ten thousand times
  "test/chaos/{edgar-pace,keys}.test.ts",
  "test/accounts/allowlist-bypass.test.ts",
  // commands that are stopped and killed as processes of their own, or run many times
  "test/cli/{publish,sync,watch-company,out-file,coverage,no-store,fetch,doctor}.test.ts",
  "test/backup/retained-backups.test.ts",
  // the clients, installed and run as programs
  "test/clients/{scripts,typescript}.test.ts",
  // random stores, derived again and again, and random questions, requests and schedules
  "test/derive/{properties,clusters,price-quality,outcomes,exercises}.test.ts",
  "test/store/{company-directory,insider-directory,politician-directory}.test.ts",
  "test/fast/index/exact-order.test.ts",
  "test/quota/schedules.test.ts",
  "test/fuzz/**/*.test.ts",
  "test/export/formulas.test.ts",
  // every value of every golden answer, every operation with wrong variables
  "test/rest/{echo,vocabulary-counts}.test.ts",
  "test/graph/independent-calls.test.ts",
  // connections that wait, and passwords that are hashed
  "test/http/pipelines.test.ts",
  "test/fast/front/front.test.ts",
  "test/people/sign-in.test.ts",
  // publishers that are late, broken or damaged in every way, and files in every order
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
  process.stderr.write(`CHAOS_SEED=${process.env.CHAOS_SEED} draws the same moments and choices again\n`);
}

const exclude = [...(chaos ? [] : dear.map((name) => `test/chaos/${name}.test.ts`)), ...(everything ? [] : long)];

/** These mock a module, which other files of the same process would then see mocked, or not. */
const mocking = ["test/quota/{ledger,link,redis-outage}.test.ts"];
/**
 * Files with a process of their own. The failure tests and the long ones are among them: some measure their process, set its environment
 * or kill what it has started, and they take so long that what they save by sharing does not count.
 */
const isolated = [...mocking, ...long, "test/chaos/**/*.test.ts"];

// graphql exists once a process: Pothos gets Node's entry of it, so the tests must not take the bundlers' one
const resolve = { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] };
const common = {
  setupFiles: ["test/support/threads.ts"],
  // on a machine that does other work too; nothing here is a measurement
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 240_000, interval: 20 } },
  pool: "forks" as const,
  // what a failure test measures is not to be another one's load
  maxWorkers: chaos ? 1 : 2,
};

export default defineConfig({
  resolve,
  test: {
    ...common,
    // once for both projects
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
