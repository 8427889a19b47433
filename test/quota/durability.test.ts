// A counted request is on disk before its response: killing PostgreSQL right after loses none of them.
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Principal } from "../../src/ports/access.ts";
import { createPostgresWindows } from "../../src/quota/postgres-windows.ts";
import { createQuota } from "../../src/quota/quota.ts";
import { startEmbeddedPostgres } from "../../src/store/embedded/postgres.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/store.ts";
import { remaining } from "./accounts.ts";

const clock = () => new Date("2026-03-10T12:00:00Z");

it("no counted request is lost when the database is killed with kill -9", async () => {
  const home = await mkdtemp(join(tmpdir(), "disclosed-crash-"));
  // as root, PostgreSQL runs as another user, who must be able to open this folder, or it would use another one
  await chmod(home, 0o755);
  const before = await startEmbeddedPostgres(home);
  await migrate(before.databaseUrl);
  const store = openStore({ databaseUrl: before.databaseUrl });
  await store.prisma.plan.create({ data: { id: "t", name: "T", perMinute: 1, perDay: 1, perMonth: 1 } });
  const account = await store.prisma.account.create({ data: { email: "crash@example.test", planId: "t" } });
  const limits = { perMinute: 1000, perDay: 1000, perMonth: 1000 };
  const who: Principal = { accountId: account.id, keyId: "none", plan: "t", limits };
  const { rows } = await store.pool.query<{ data_directory: string }>("SHOW data_directory");
  const pidFile = join(rows[0]?.data_directory ?? "", "postmaster.pid");
  const postmaster = Number.parseInt(await readFile(pidFile, "utf8"), 10);

  const quota = createQuota(createPostgresWindows(store.pool, { clock }));
  await Promise.all(Array.from({ length: 40 }, () => quota.take(who)));
  process.kill(postmaster, "SIGKILL");
  await store.close().catch(() => {});
  await before.release();

  const after = await startEmbeddedPostgres(home);
  const reopened = openStore({ databaseUrl: after.databaseUrl });
  const { limitStatus } = await createQuota(createPostgresWindows(reopened.pool, { clock })).peek(who);
  await reopened.close();
  await after.release();
  await rm(home, { recursive: true, force: true });
  expect(remaining(limitStatus)).toEqual([960, 960, 960]);
});
