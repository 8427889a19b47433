// Tables that the sample data include, and those that they never do.
import { afterAll, beforeAll, expect, it } from "vitest";
import { beginRealData, domainTables, kindOf } from "../../../src/store/sample-data.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

/** Tables that are not emptied with the sample data; a new table belongs here or into domainTables. */
const preserved = [
  "_prisma_migrations",
  "account_errors",
  "account_requests",
  "accounts",
  "api_keys",
  "audit_log",
  "committee_jurisdictions",
  "credentials",
  "data_version",
  "deliveries",
  "download_days",
  "fetched_resources",
  "key_usage",
  "ingestion_runs",
  "list_changes",
  "match_progress",
  "matched_changes",
  "maintenance",
  "notices",
  "open_streams",
  "outbound_gates",
  "plans",
  "quarantine",
  "quarantine_copies",
  "quota_windows",
  "rate_limits",
  "request_log",
  "row_changes",
  "run_requests",
  "service_minutes",
  "sessions",
  "sic_codes",
  "source_files",
  "subscriptions",
  "two_factors",
  "usage_daily",
  "users",
  "verifications",
];

it("every table of the store is either included in the sample data or excluded", async () => {
  const { rows } = await store.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  expect(rows.map((row) => row.name).sort()).toEqual([...domainTables, ...preserved].sort());
});

it("real data are never removed", async () => {
  await store.pool.query("INSERT INTO companies (cik, name) VALUES ('0000000001', 'REAL CO')");
  for (const kind of ["real", "empty"]) {
    await store.pool.query("UPDATE data_version SET kind = $1", [kind]);
    expect(await beginRealData(store.pool)).toBe(false);
    expect(await kindOf(store.pool)).toBe("real");
  }
  expect((await store.pool.query("SELECT 1 FROM companies")).rowCount).toBe(1);
});

it.each(["sample", "filling"])(
  "invented records are removed in the transaction that loads the first real ones: %s",
  async (kind) => {
    await store.pool.query("TRUNCATE companies CASCADE");
    await store.pool.query("INSERT INTO companies (cik, name) VALUES ('0000000001', 'SAMPLE CO')");
    await store.pool.query("UPDATE data_version SET kind = $1", [kind]);
    expect(await beginRealData(store.pool)).toBe(true);
    expect((await store.pool.query("SELECT 1 FROM companies")).rowCount).toBe(0);
    expect(await kindOf(store.pool)).toBe("real");
  },
);
