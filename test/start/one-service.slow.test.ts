// One home has one service: a second start says where the first one runs, ends with exit code 1 and touches nothing, however the
// first one began, was killed, or is started beside it.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { StartError } from "../../src/start/lifecycle.ts";
import { claimHome, findPosition } from "../../src/start/service-address.ts";
import { processToken } from "../../src/store/embedded/leases.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { until } from "../support/until.ts";
import { endAll, processesWith, type Running, run, runText } from "./processes.ts";

const folder = mkdtempSync(join(tmpdir(), "disclosed-one-service-"));
chmodSync(folder, 0o755);
let count = 0;
const newHome = () => join(folder, `home-${++count}`);
const serviceFile = (home: string) => join(home, "service.json");

afterEach(() => {
  endAll();
  for (const pid of processesWith(folder)) process.kill(pid, "SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(home: string, more: Record<string, string> = {}): Running {
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, DISCLOSED_HOME: home, PORT: "0", ...more };
  return run(process.execPath, ["dist/src/main.js"], { env });
}

describe("a second start", () => {
  it("says where the first one runs; its demo key, its file and its database stay", async () => {
    const home = newHome();
    const first = start(home);
    const [, base = ""] = await first.says(/Base URL {2}(\S+)/);
    const [, key = ""] = await first.says(/Demo key {2}(disc_live_\S+)/);
    const before = readFileSync(serviceFile(home), "utf8");

    const second = start(home);
    expect(await second.ended()).toBe(1);
    expect(second.output()).toBe(
      `disclosed: a service of DISCLOSED_HOME=${home} runs at ${new URL(base).origin} (process ${first.child.pid}); ` +
        "stop it, or set DISCLOSED_HOME to another folder for a second one\n",
    );

    const response = await fetch(`${base}/usage`, { headers: { Authorization: `Bearer ${key}` } });
    expect(response.status).toBe(200);
    expect(readFileSync(serviceFile(home), "utf8")).toBe(before);
    const listed = run(process.execPath, ["bin/disclosed.js", "keys", "list", "--json"], {
      env: { PATH: process.env.PATH, DISCLOSED_HOME: home },
    });
    expect(await listed.ended()).toBe(0);
    first.child.kill("SIGTERM");
    expect(await first.ended()).toBe(0);
    expect(existsSync(serviceFile(home))).toBe(false);
  });

  it.each(["1", "2"])(
    "with WORKERS=%s and a database of the operator's own, whether killed or alive",
    async (workers) => {
      const store: TestStore = await createTestStore();
      const home = newHome();
      const more = { DATABASE_URL: store.databaseUrl, WORKERS: workers, TRADE_INDEX: "false" };
      const first = start(home, more);
      await first.says(/Press Ctrl-C to stop/);
      const second = start(home, more);
      expect(await second.ended()).toBe(1);
      expect(second.output()).toContain(`(process ${first.child.pid})`);

      first.child.kill("SIGKILL");
      await first.ended();
      expect(existsSync(serviceFile(home))).toBe(true);
      const third = start(home, more);
      await third.says(/Press Ctrl-C to stop/);
      third.child.kill("SIGTERM");
      expect(await third.ended()).toBe(0);
      await store.close();
    },
  );
});

describe("a claim", () => {
  it("belongs to one of ten processes that start concurrently", async () => {
    const home = newHome();
    const go = join(folder, "go");
    const text = `
      const { existsSync } = await import("node:fs");
      const { claimHome } = await import(root + "/src/start/service-address.ts");
      console.log("ready");
      while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 1));
      await claimHome(${JSON.stringify(home)}).then(() => console.log("has it"), (error) => console.log(error.message));
      setInterval(() => {}, 1000);`;
    const all = Array.from({ length: 10 }, () => runText(text));
    await Promise.all(all.map((one) => one.says(/ready/)));
    writeFileSync(go, "");
    await Promise.all(all.map((one) => one.says(/has it|process \d+/)));
    const winners = all.filter((one) => /has it/.test(one.output()));
    expect(winners).toHaveLength(1);
    for (const one of all.filter((other) => other !== winners[0]))
      expect(one.output()).toContain(`(process ${winners[0]?.child.pid})`);
  });

  it("of a process id that another process has by now counts for nothing", async () => {
    const home = newHome();
    const claim = await claimHome(home);
    await expect(claimHome(home)).rejects.toThrow(StartError);
    const entry = JSON.parse(readFileSync(serviceFile(home), "utf8"));
    writeFileSync(serviceFile(home), JSON.stringify({ ...entry, token: `${entry.token}0` }));
    const next = await claimHome(home);
    await claim.release();
    expect(await findPosition(home)).toEqual({});
    await next.announce({ publicUrl: "http://127.0.0.1:1" });
    await expect(claimHome(home)).rejects.toThrow(`runs at http://127.0.0.1:1 (process ${process.pid})`);
    await next.release();
    expect(existsSync(serviceFile(home))).toBe(false);
  });

  it("that was torn while it was written, or is not ours to read as one, counts for nothing", async () => {
    const home = newHome();
    mkdirSync(home);
    for (const torn of ["", "{", "null", '{"pid":1}', '{"pid":"1","token":""}']) {
      writeFileSync(serviceFile(home), torn);
      await (await claimHome(home)).release();
    }
  });

  it("can be read by its owner only, whatever the permissions before", async () => {
    const home = newHome();
    mkdirSync(home);
    writeFileSync(serviceFile(home), "{}", { mode: 0o644 });
    const claim = await claimHome(home);
    await claim.announce({ databaseUrl: "postgresql://me:secret@127.0.0.1/x" });
    expect(statSync(serviceFile(home)).mode & 0o777).toBe(0o600);
    expect(await findPosition(home)).toEqual({ databaseUrl: "postgresql://me:secret@127.0.0.1/x" });
    await claim.release();
  });

  it("of another machine holds while it is renewed, and ends when it is not", async () => {
    const home = newHome();
    mkdirSync(home);
    const entry = { pid: process.pid, token: processToken(process.pid), machine: "elsewhere boot pid:[1]" };
    const write = () => writeFileSync(serviceFile(home), JSON.stringify(entry));
    write();
    const renewed = setInterval(write, 500);
    await expect(claimHome(home)).rejects.toThrow(`(process ${process.pid} on elsewhere)`);
    clearInterval(renewed);
    const said: string[] = [];
    const claim = await claimHome(home, { say: (line) => said.push(line) });
    expect(said).toEqual([expect.stringContaining("another container or machine")]);
    await claim.release();
  });

  it("is renewed by its process, and a home that is removed is not made again", async () => {
    const home = newHome();
    const claim = await claimHome(home);
    const { mtimeMs } = statSync(serviceFile(home));
    await expect.poll(() => statSync(serviceFile(home)).mtimeMs).toBeGreaterThan(mtimeMs);
    expect(JSON.parse(readFileSync(serviceFile(home), "utf8"))).toMatchObject({ pid: process.pid });
    rmSync(home, { recursive: true });
    // a later claim is renewed twice: the one before would have been as well
    const laterHome = newHome();
    const later = await claimHome(laterHome);
    const seen = new Set<number>();
    await until(() => seen.add(statSync(serviceFile(laterHome)).mtimeMs).size > 2);
    await later.release();
    await claim.release();
    expect(existsSync(home)).toBe(false);
  });

  it("that waits for another machine ends immediately when the start is interrupted", async () => {
    const home = newHome();
    mkdirSync(home);
    writeFileSync(serviceFile(home), JSON.stringify({ pid: 1, token: "x", machine: "elsewhere" }));
    const interrupted = new AbortController();
    const claiming = claimHome(home, { signal: interrupted.signal, say: () => interrupted.abort() });
    await expect(claiming).rejects.toThrow(/abort/i);
  });
});
