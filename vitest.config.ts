import { defineConfig } from "vitest/config";

/**
 * The failure tests (test/chaos): `npm run test:chaos` runs all of them at full length (CHAOS=full), CHAOS=short runs
 * all of them briefly. Those that depend on no short time are called `*.slow.test.ts` and also run, briefly, with the
 * other slow tests. One seed determines their timing and their choices.
 */
const chaos = process.env.CHAOS;

/**
 * Tests that take more than about seven seconds, and whose code a faster test also covers, are in files of their own:
 * `*.slow.test.ts`, which CI runs, and `*.long.test.ts`, which take minutes on a busy machine and fail seldom, and which
 * only `npm run test:all` runs. The everyday suite leaves out both, and also the tests of real records
 * (test/publishers/shared-data.ts).
 */
const slow = "test/**/*.slow.test.ts";
const long = "test/**/*.long.test.ts";
const namesFiles = process.argv.slice(2).some((word) => /^(\.\/)?test\//.test(word));
/** undefined is the everyday suite; `slow` is also what CI runs, `all` also the long files */
if (namesFiles) process.env.SUITE ??= "all";
const suite = process.env.SUITE;

if (chaos) {
  process.env.CHAOS_SEED ??= String(Date.now() % 1_000_000);
  process.stderr.write(`CHAOS_SEED=${process.env.CHAOS_SEED} reproduces the same timing and choices\n`);
}

// what `test/package.json` installs has tests of its own
const exclude = [
  "**/node_modules/**",
  ...(chaos ? [] : ["test/chaos/!(*.slow).test.ts"]),
  ...(suite ? [] : [slow]),
  ...(suite === "all" ? [] : [long]),
];

/** It mocks a module, so it cannot share a process with files that import the real one; two slow ones do the same. */
const mocking = "test/quota/ledger.test.ts";
/**
 * Files that run in a separate process. The failure tests and the long ones are among them: some measure their process,
 * set its environment or kill its child processes, and they take so long that sharing a process saves little.
 */
const isolated = [mocking, slow, long, "test/chaos/**/*.test.ts"];

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
