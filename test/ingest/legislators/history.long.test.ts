// `disclosed ingest legislators --history`: rosters of many dates from a git repository, folders and an archive. The real rosters of
// 2019 and 2020 are compared with a second reading, line by line (`seatsOf`).
import { execFileSync } from "node:child_process";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import tar from "tar-stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hasRecords, sharedData } from "../../publishers/shared-data.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { runCommand } from "../../support/run-command.ts";
import { memberYaml } from "./support.ts";

let store: TestStore;
let folder: string;
beforeEach(async () => {
  store = await createTestStore();
  folder = mkdtempSync(join(tmpdir(), "disclosed-history-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const rows = async (sql: string) => (await store.pool.query(sql)).rows;
const ingest = (...args: string[]) =>
  runCommand(["ingest", "legislators", ...args, "--json"], {
    DATABASE_URL: store.databaseUrl,
    DISCLOSED_HOME: join(folder, "home"),
  });
const snapshots = async () =>
  (await rows("SELECT to_char(as_of, 'YYYY-MM-DD') AS day FROM roster_snapshots ORDER BY 1")).map(({ day }) => day);

const [list, roster] = ["committees-current.yaml", "committee-membership-current.yaml"];
const committees = "- {type: house, name: Examples, thomas_id: HSEX}\n";
const members = ["A000001", "A000002"]
  .map((id) => memberYaml(id, "Ada Adams", ["rep 2023-01-03 2025-01-03 OH-4 Democrat"]))
  .join("");
const seats = (...ids: string[]) => `HSEX:\n${ids.map((id) => `- bioguide: ${id}\n`).join("")}`;

describe("a git repository of the project", () => {
  const repository = () => join(folder, "congress-legislators");
  function git(...args: string[]): void {
    execFileSync("git", ["-C", repository(), "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args]);
  }
  function commit(at: string, files: Record<string, string | null>): void {
    for (const [name, content] of Object.entries(files)) {
      if (content === null) rmSync(join(repository(), name));
      else writeFileSync(join(repository(), name), content);
    }
    git("add", "--all");
    vi.stubEnv("GIT_COMMITTER_DATE", at);
    git("commit", "--quiet", "--message", `Update of ${at}`);
  }
  beforeEach(() => {
    mkdirSync(repository());
    git("init", "--quiet");
    commit("2023-01-20T12:00:00Z", {
      "legislators-current.yaml": members,
      [list]: committees,
      [roster]: seats("A000001", "A000002"),
    });
    commit("2023-06-05T09:00:00Z", { [roster]: seats("A000002") });
    // the same day in UTC
    commit("2023-06-05T18:30:00-05:00", { [roster]: seats("A000001") });
    commit("2023-09-12T08:00:00Z", { [roster]: seats("A000001", "A000002"), "README.md": "about it" });
  });

  it("gives the last roster of each day on which it changed, its members and its committees", async () => {
    const { code, stdout } = await ingest("--history", repository());
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ files: 5, quarantined_files: 0, records: { quarantined: 0 } });
    expect(await snapshots()).toEqual(["2023-01-20", "2023-06-05", "2023-09-12"]);
    expect(
      await rows(`SELECT to_char(valid_from, 'YYYY-MM-DD') AS from, to_char(valid_to, 'YYYY-MM-DD') AS to
        FROM committee_memberships WHERE bioguide_id = 'A000002' ORDER BY 1`),
    ).toEqual([
      { from: "2023-01-03", to: "2023-06-05" },
      { from: "2023-09-12", to: "2025-01-03" },
    ]);
    const again = await ingest("--history", repository());
    expect(JSON.parse(again.stdout).records).toMatchObject({ new: 0, amended: 0 });
  });

  it("starts no program that its configuration names", async () => {
    const script = join(folder, "monitor.sh");
    writeFileSync(script, `#!/bin/sh\ntouch ${join(folder, "started")}\n`, { mode: 0o755 });
    git("config", "core.fsmonitor", script);
    git("config", "diff.external", script);
    git("config", "core.pager", script);
    expect((await ingest("--history", repository())).code).toBe(0);
    expect(await snapshots()).toHaveLength(3);
    expect(existsSync(join(folder, "started"))).toBe(false);
  });

  it("ends the run with the reason if it is damaged", async () => {
    writeFileSync(join(repository(), ".git", "HEAD"), "nothing\n");
    const { code, stderr } = await ingest("--history", repository());
    expect(code).toBe(1);
    expect(stderr).toMatch(/congress-legislators: git cannot read the repository: .+/);
  });
});

describe("an archive of rosters in folders by date", () => {
  async function archive(add: (pack: tar.Pack) => void): Promise<string> {
    const path = join(folder, "history.tar.gz");
    const pack = tar.pack();
    for (const day of ["2023-02-01", "2023-08-01"]) {
      pack.entry({ name: `history/${day}/${list}` }, committees);
      pack.entry({ name: `history/${day}/${roster}` }, seats("A000001"));
    }
    pack.entry({ name: "history/COMMITS.tsv" }, "2023-02-01\tabc\n");
    add(pack);
    pack.finalize();
    await pipeline(pack, createGzip(), createWriteStream(path));
    return path;
  }
  beforeEach(async () => {
    writeFileSync(join(folder, "legislators-current.yaml"), members);
    await ingest(join(folder, "legislators-current.yaml"));
  });

  it("gives all its rosters, and links and paths that lead out of it write nothing", async () => {
    const path = await archive((pack) => {
      pack.entry({ name: `history/2023-09-01/${roster}`, type: "symlink", linkname: "/etc/passwd" });
      pack.entry({ name: `../../2023-10-01/${roster}` }, seats("A000002"));
    });
    const before = readdirSync(join(folder, ".."));
    expect((await ingest("--history", path)).code).toBe(0);
    expect(await snapshots()).toEqual(["2023-02-01", "2023-08-01", "2023-10-01"]);
    expect(readdirSync(join(folder, "..")).filter((name) => !before.includes(name) && /^\d{4}-/.test(name))).toEqual(
      [],
    );
  });

  it("is refused if a roster is in no folder with a date", async () => {
    const path = await archive((pack) => pack.entry({ name: `history/newest/${roster}` }, seats("A000002")));
    const { code, stderr } = await ingest("--history", path);
    expect(code).toBe(2);
    expect(stderr).toContain("is a committee roster without a date: put it into a folder whose name is the date");
    expect(await snapshots()).toEqual([]);
  });
});

const history = "added-2026-11/congress-legislators-history.tar.xz";

describe.skipIf(!hasRecords(history))("the real rosters of 2019 and 2020", () => {
  it("give each member, on sampled days, the committees that the rosters themselves show", async () => {
    execFileSync("tar", ["-xJf", join(sharedData, history), "-C", folder]);
    const root = join(folder, "congress-legislators-history");
    const days = readdirSync(root).filter((day) => /^20(19|20)-/.test(day));
    const known = join(sharedData, "congress-legislators");
    await ingest(join(known, "gh-pages", "legislators-historical.csv"), "--as-of", "2026-06-15");
    await ingest(join(known, "fork-snapshots", "2019-11-18-thexdesk", "legislators-current.yaml"));
    const { code } = await ingest("--history", ...days.map((day) => join(root, day)));
    expect(code).toBe(0);

    const rosters = days.sort().flatMap((day) => {
      const shown = seatsOf(readFileSync(join(root, day, roster), "utf8"));
      return shown.size >= 10 ? [{ day, shown }] : [];
    });
    const codes = [...new Set(rosters.flatMap(({ shown }) => [...shown.keys()]))];
    const stored = new Set((await rows("SELECT bioguide_id AS id FROM politicians")).map(({ id }) => id));
    const samples = ["2019-03-31", "2019-06-30", "2019-12-24", "2020-03-13", "2020-09-30", "2020-12-31"];
    for (const sample of samples) {
      const expected = codes.flatMap((code) => {
        const showing = rosters.filter(({ shown }) => shown.has(code));
        // the last roster of the day that shows the committee: select committees were created during that Congress
        const last = showing.findLast(({ day }) => day <= sample);
        return [...(last?.shown.get(code) ?? [])].filter((id) => stored.has(id)).map((id) => `${code} ${id}`);
      });
      const found = await store.pool.query<{ seat: string }>(
        `SELECT committee_code || ' ' || bioguide_id AS seat FROM committee_memberships
         WHERE length(committee_code) = 4 AND $1 >= valid_from AND $1 < valid_to`,
        [sample],
      );
      expect(found.rows.map(({ seat }) => seat).sort(), sample).toEqual(expected.sort());
      expect(expected.length).toBeGreaterThan(1000);
    }
  }, 300_000);
});

/** The members of each full committee in a roster, read without a YAML parser. */
function seatsOf(yaml: string): Map<string, Set<string>> {
  const seats = new Map<string, Set<string>>();
  let members = new Set<string>();
  for (const line of yaml.split("\n")) {
    const [, code] = /^([A-Z]{4}(?:\d\d)?):/.exec(line) ?? [];
    if (code) members = new Set();
    if (code?.length === 4) seats.set(code, members);
    const [, id] = /^ {2}bioguide: (\w{7})$|^- bioguide: (\w{7})$/.exec(line)?.filter(Boolean) ?? [];
    if (id) members.add(id);
  }
  return seats;
}
