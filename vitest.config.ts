import { defineConfig } from "vitest/config";

export default defineConfig({
  // graphql exists once a process: Pothos gets Node's entry of it, so the tests must not take the bundlers' one
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
