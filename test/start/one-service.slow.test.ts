// One home has one service: a second start prints where the first one runs, ends with exit code 1 and changes nothing,
// whether the first one is running or starting; a killed one does not stop the next start.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { StartError } from "../../src/start/lifecycle.ts";
import { claimHome, findPosition } from "../../src/start/service-address.ts";
import { processToken } from "../../src/store/embedded/leases.ts";
import { createTestStore } from "../support/database.ts";
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
  it("prints where the first one runs, and leaves its demo key, its file and its database as they are", async () => {
    const home = newHome();
    const first = start(home);
    const [, base = ""] = await first.prints(/Base URL {2}(\S+)/);
    const [, key = ""] = await first.prints(/Demo key {2}(disc_live_\S+)/);
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
    "is refused while the first one runs, and works once that is killed, with WORKERS=%s and a database of the operator",
    async (workers) => {
      const store = await createTestStore();
      const home = newHome();
      const more = { DATABASE_URL: store.databaseUrl, WORKERS: workers, TRADE_INDEX: "false" };
      const first = start(home, more);
      await first.prints(/Press Ctrl-C to stop/);
      const second = start(home, more);
      expect(await second.ended()).toBe(1);
      expect(second.output()).toContain(`(process ${first.child.pid})`);

      first.child.kill("SIGKILL");
      await first.ended();
      expect(existsSync(serviceFile(home))).toBe(true);
      const third = start(home, more);
      await third.prints(/Press Ctrl-C to stop/);
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
      await claimHome(${JSON.stringify(home)}).then(() => console.log("claimed"), (error) => console.log(error.message));
      setInterval(() => {}, 1000);`;
    const all = Array.from({ length: 10 }, () => runText(text));
    await Promise.all(all.map((one) => one.prints(/ready/)));
    writeFileSync(go, "");
    await Promise.all(all.map((one) => one.prints(/claimed|process \d+/)));
    const winners = all.filter((one) => /claimed/.test(one.output()));
    expect(winners).toHaveLength(1);
    for (const one of all.filter((other) => other !== winners[0]))
      expect(one.output()).toContain(`(process ${winners[0]?.child.pid})`);
  });

  it("of a process id that now belongs to another process is ignored", async () => {
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

  it("that is incomplete or malformed is ignored", async () => {
    const home = newHome();
    mkdirSync(home);
    for (const text of ["", "{", "null", '{"pid":1}', '{"pid":"1","token":""}']) {
      writeFileSync(serviceFile(home), text);
      await (await claimHome(home)).release();
    }
  });

  it("can be read by its owner only, also in a file that others could read before", async () => {
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
    const printed: string[] = [];
    const claim = await claimHome(home, { say: (line) => printed.push(line) });
    expect(printed).toEqual([expect.stringContaining("another container or machine")]);
    await claim.release();
  });

  it("is renewed by its process, which does not create a removed home again", async () => {
    const home = newHome();
    const claim = await claimHome(home);
    const { mtimeMs } = statSync(serviceFile(home));
    await expect.poll(() => statSync(serviceFile(home)).mtimeMs).toBeGreaterThan(mtimeMs);
    expect(JSON.parse(readFileSync(serviceFile(home), "utf8"))).toMatchObject({ pid: process.pid });
    rmSync(home, { recursive: true });
    // when a later claim has been renewed twice, the renewal of this one is due too
    const laterHome = newHome();
    const later = await claimHome(laterHome);
    const times = new Set<number>();
    await until(() => times.add(statSync(serviceFile(laterHome)).mtimeMs).size > 2);
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
