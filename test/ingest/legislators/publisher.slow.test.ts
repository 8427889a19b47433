// Fetching the congress-legislators project over HTTP: an invented small one that changes and fails, and its real files with their
// earlier rosters, served by the double.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import legislatorsPublisher from "../../../src/ingest/legislators/publisher.ts";
import { type Commit, commitsResponse, shaOf } from "../../publishers/commits.ts";
import { fetches, follow } from "../../publishers/follow.ts";
import { type Double, startDouble } from "../../publishers/kit.ts";
import { startLegislators } from "../../publishers/legislators.ts";
import { hasRecords } from "../../publishers/shared-data.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { memberYaml } from "./support.ts";

let store: TestStore;
const opened: Double[] = [];
beforeEach(async () => {
  store = await createTestStore();
});
afterEach(async () => {
  await store.close();
  await Promise.all(opened.splice(0).map((double) => double.close()));
});

const rows = async (sql: string) => (await store.pool.query(sql)).rows;
const memberships = () =>
  rows(`SELECT committee_code AS c, bioguide_id AS m, valid_from AS "from", seen_from AS first, seen_to AS last, valid_to AS "to"
    FROM committee_memberships ORDER BY 1, 2, seen_from`);

/** A small project: paths to bodies, all with one Last-Modified. */
function site(form: "json" | "yaml") {
  const terms = { type: "rep", start: "2023-01-03", end: "2027-01-03", state: "OH", district: 4, party: "Democrat" };
  const member = (bioguide: string) => ({ id: { bioguide }, name: { first: "Ada", last: "Adams" }, terms: [terms] });
  const files: Record<string, string> =
    form === "json"
      ? {
          "legislators-historical": JSON.stringify([member("A000009")]),
          "legislators-current": JSON.stringify([member("A000001"), member("A000002")]),
          "committees-historical": JSON.stringify([
            { type: "house", name: "Old", thomas_id: "HSOL", congresses: [93] },
          ]),
          "committees-current": JSON.stringify([{ type: "house", name: "Examples", thomas_id: "HSEX" }]),
          "committee-membership-current": JSON.stringify({
            HSEX: [{ bioguide: "A000001" }, { bioguide: "A000002" }],
          }),
        }
      : {
          "legislators-historical": memberYaml("A000009", "Ada Adams", ["rep 2013-01-03 2015-01-03 OH-4 Democrat"]),
          "legislators-current": memberYaml("A000001", "Ada Adams", ["rep 2013-01-03 2015-01-03 OH-4 Democrat"]),
          "committees-historical": "- {type: house, name: Old, thomas_id: HSOL, congresses: [93]}\n",
          "committees-current": "- {type: house, name: Examples, thomas_id: HSEX}\n",
          "committee-membership-current": "HSEX:\n- bioguide: A000001\n",
        };
  return { files, form, modified: "Fri, 03 Jan 2025 10:00:00 GMT" as string | null, commits: [] as Commit[] };
}

async function open(project: ReturnType<typeof site>): Promise<Double> {
  const double = await startDouble((request) => {
    const { path } = request;
    const committed = commitsResponse(project.commits, request);
    if (committed) return committed;
    const [name = "", form] = path.slice(1).split(".");
    const body = form === project.form ? project.files[name] : undefined;
    const headers: Record<string, string> = project.modified === null ? {} : { "last-modified": project.modified };
    return body === undefined ? null : { headers, body };
  });
  opened.push(double);
  return double;
}

const publisherAt = (url: string) =>
  legislatorsPublisher({ legislatorsUrl: url, legislatorsApiUrl: url, legislatorsFilesUrl: url });
const visit = (double: Double, today: string) => follow(store, publisherAt(double.url), { from: "2020-01-01", today });

describe("the project", () => {
  it("is fetched as lists and a roster, the next time by conditional requests; a change is a dated snapshot", async () => {
    const project = site("json");
    const double = await open(project);
    await visit(double, "2025-01-20");
    expect(double.requests.map(({ path }) => path)).toEqual([
      "/legislators-historical.json",
      "/legislators-current.json",
      "/committees-historical.json",
      "/committees-current.json",
      "/committee-membership-current.json",
      "/commits",
      "/commits",
    ]);
    expect(await rows("SELECT as_of FROM roster_snapshots")).toEqual([{ as_of: "2025-01-03" }]);
    expect(await fetches(store, "legislators")).toMatchObject({
      "committee-membership-current": { outcome: "listed", final: false },
    });

    // published again without a change: another Last-Modified alone makes no snapshot
    double.requests.length = 0;
    project.modified = "Mon, 03 Feb 2025 10:00:00 GMT";
    await visit(double, "2025-02-04");
    expect(double.requests.map(({ headers }) => Boolean(headers["if-none-match"]))).toEqual(Array(7).fill(true));
    expect(await rows("SELECT as_of FROM roster_snapshots")).toEqual([{ as_of: "2025-01-03" }]);

    project.files["committee-membership-current"] = JSON.stringify({ HSEX: [{ bioguide: "A000002" }] });
    project.modified = "Mon, 03 Mar 2025 23:59:00 GMT";
    await visit(double, "2025-03-20");
    expect(await memberships()).toEqual([
      { c: "HSEX", m: "A000001", from: "2025-01-03", first: "2025-01-03", last: "2025-01-03", to: "2025-03-03" },
      { c: "HSEX", m: "A000002", from: "2025-01-03", first: "2025-01-03", last: "2025-03-03", to: "2027-01-03" },
    ]);
  });

  it("may serve only YAML; a roster without a plausible Last-Modified is dated by the day of its fetch", async () => {
    const project = site("yaml");
    project.modified = null;
    const double = await open(project);
    await visit(double, "2025-06-07");
    expect(await rows("SELECT as_of FROM roster_snapshots")).toEqual([{ as_of: "2025-06-07" }]);
    for (const modified of ["Wed, 01 Jan 2031 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "yesterday"]) {
      project.modified = modified;
      project.files["committee-membership-current"] += "\n";
      await visit(double, "2025-06-08");
    }
    expect(await rows("SELECT as_of FROM roster_snapshots ORDER BY 1")).toEqual([
      { as_of: "2025-06-07" },
      { as_of: "2025-06-08" },
    ]);
  });

  it("is not used if a response is missing or truncated; the roster waits for its lists", async () => {
    const project = site("json");
    const double = await open(project);
    const { "committees-current": list, ...others } = project.files;
    project.files = others;
    await visit(double, "2025-01-20");
    expect(await fetches(store, "legislators")).toMatchObject({ "committees-current": { outcome: "failed" } });
    expect(await rows("SELECT as_of FROM roster_snapshots")).toEqual([]);

    project.files["committees-current"] = list ?? "";
    double.fault(/membership/, { kind: "truncated" }, { times: 9 });
    await visit(double, "2025-01-21");
    expect(await fetches(store, "legislators")).toMatchObject({
      "committees-current": { outcome: "listed" },
      "committee-membership-current": { outcome: "failed", message: expect.stringMatching(/./) },
    });
    expect(await rows("SELECT as_of FROM roster_snapshots")).toEqual([]);
  });

  it("is not requested further after HTTP 429, and a damaged roster ends no membership", async () => {
    const project = site("json");
    const double = await open(project);
    await visit(double, "2025-01-20");
    const before = await memberships();
    // a list that is stored and now fails does not hold back the roster
    double.fault("/legislators-current.json", { kind: "status", status: 500 }, { times: 9 });
    project.files["committee-membership-current"] = '{"HSEX": []}';
    project.modified = "Mon, 03 Mar 2025 10:00:00 GMT";
    await visit(double, "2025-03-20");
    expect(await memberships()).toEqual(before);
    expect(await rows("SELECT reason FROM quarantine WHERE status = 'open'")).toEqual([{ reason: "unknown_layout" }]);

    double.fault(/./, { kind: "status", status: 429 }, { times: 1 });
    double.requests.length = 0;
    await visit(double, "2025-03-21");
    expect(double.requests.length).toBe(1);
  });

  it("has old members without party, district or birthday", async () => {
    const project = site("json");
    project.files["legislators-historical"] = JSON.stringify([
      {
        id: { bioguide: "Q000001" },
        name: { first: "Ezra", last: "Quill", nickname: "of Quillton" },
        bio: { gender: "M" },
        terms: [
          { type: "rep", start: "1789-03-04", end: "1791-03-03", state: "PA", district: -1 },
          { type: "sen", start: "1791-10-24", end: "1796-03-08", state: "PA", class: 1, party: "Federalist" },
        ],
      },
    ]);
    await visit(await open(project), "2025-01-20");
    expect(
      await rows(
        "SELECT chamber, start_on, district, party FROM politician_terms WHERE bioguide_id = 'Q000001' ORDER BY 2",
      ),
    ).toEqual([
      { chamber: "House", start_on: "1789-03-04", district: -1, party: "Unknown" },
      { chamber: "Senate", start_on: "1791-10-24", district: null, party: "Federalist" },
    ]);
    expect(await rows("SELECT * FROM quarantine")).toEqual([]);
  });
});

describe("the project's change history", () => {
  const seats = (...members: string[]) => `HSEX:\n${members.map((id) => `- bioguide: ${id}\n`).join("")}`;
  const committees = "- {type: house, name: Examples, thomas_id: HSEX}\n";
  const [list, roster] = ["committees-current.yaml", "committee-membership-current.yaml"];
  /** Three days with a roster, the second of them with two versions. */
  const commits = (): Commit[] => [
    { at: "2023-01-20T12:00:00Z", files: { [list]: committees, [roster]: seats("A000001", "A000002") } },
    { at: "2023-06-05T09:00:00Z", files: { [roster]: seats("A000001", "A000002", "A000003") } },
    { at: "2023-06-05T23:59:59Z", files: { [roster]: seats("A000001") } },
    { at: "2023-09-12T08:00:00Z", files: { [roster]: seats("A000001", "A000002") } },
  ];
  const snapshots = async () =>
    (await rows("SELECT to_char(as_of, 'YYYY-MM-DD') AS day FROM roster_snapshots ORDER BY 1")).map(({ day }) => day);
  const requested = (double: Double) =>
    double.requests.map(({ path }) => path).filter((path) => /^\/[0-9a-f]{40}\//.test(path));

  it("gives a membership the days between the rosters that show it, and each version is fetched once", async () => {
    const project = site("json");
    project.commits = commits();
    const double = await open(project);
    await visit(double, "2025-01-20");
    const [first, , lastOfJune, september] = project.commits.map(shaOf);
    expect(requested(double)).toEqual([
      `/${first}/${list}`,
      `/${first}/${roster}`,
      `/${lastOfJune}/${roster}`,
      `/${september}/${roster}`,
    ]);
    expect(await snapshots()).toEqual(["2023-01-20", "2023-06-05", "2023-09-12", "2025-01-03"]);
    expect((await memberships()).filter(({ m, first }) => m === "A000002" && first < "2025")).toEqual([
      { c: "HSEX", m: "A000002", from: "2023-01-03", first: "2023-01-20", last: "2023-01-20", to: "2023-06-05" },
      { c: "HSEX", m: "A000002", from: "2023-09-12", first: "2023-09-12", last: "2023-09-12", to: "2025-01-03" },
    ]);

    double.requests.length = 0;
    await visit(double, "2025-01-21");
    expect(requested(double)).toEqual([]);

    const next: Commit = { at: "2025-01-21T15:00:00Z", files: { [roster]: seats("A000002") } };
    project.commits.push(next);
    // a day that is not over may get another version
    await visit(double, "2025-01-21");
    expect(requested(double)).toEqual([]);
    await visit(double, "2025-01-22");
    expect(requested(double)).toEqual([`/${shaOf(next)}/${roster}`]);
    expect(await snapshots()).toContain("2025-01-21");
  });

  it("is continued after a failure where it stopped, over all pages, and is a failed fetch until then", async () => {
    const project = site("json");
    const days = Array.from({ length: 130 }, (_, n) => new Date(Date.UTC(2023, 0, 10 + n, 12)).toISOString());
    project.commits = days.map((at, n) => ({
      at: at.replace(".000", ""),
      files: { ...(n === 0 && { [list]: committees }), [roster]: `${seats("A000001")}# ${n}\n` },
    }));
    const double = await open(project);
    double.fault(`/${shaOf(project.commits[60] as Commit)}/${roster}`, { kind: "reset" }, { times: 9 });
    await visit(double, "2025-01-20");
    expect(await fetches(store, "legislators")).toMatchObject({
      [`history/${roster}`]: { outcome: "failed", message: expect.stringMatching(/./) },
    });
    const stored = (await snapshots()).length;
    expect(stored).toBeLessThan(61);

    const again = await open(project);
    await visit(again, "2025-01-21");
    expect(requested(again)).toHaveLength(131 - stored);
    expect(await snapshots()).toHaveLength(131);
    expect(await fetches(store, "legislators")).toMatchObject({ [`history/${roster}`]: { outcome: "listed" } });
  }, 60_000);

  it("is a failed fetch if the response is not a list of commits", async () => {
    const project = site("json");
    const double = await open(project);
    double.fault("/commits", { kind: "changed", body: '{"message": "Moved Permanently"}' }, { times: 9 });
    await visit(double, "2025-01-20");
    expect(await fetches(store, "legislators")).toMatchObject({
      "committee-membership-current": { outcome: "listed" },
      [`history/${list}`]: { outcome: "failed", message: expect.stringContaining("is not a list of commits") },
    });
  });
});

it.skipIf(!hasRecords())(
  "each seat in the real rosters of ten years is a membership for the Congress of its roster",
  async () => {
    const double = await startLegislators();
    opened.push(double);
    const dates = ["2016-01-09", "2019-11-18", "2024-09-12", "2026-06-15"];
    const order = [
      ["fork-snapshots/2019-11-18-thexdesk", "2026-06-20"],
      ["fork-snapshots/2016-01-09-108michael", "2026-06-22"],
      ["fork-snapshots/2024-09-12-barapa", "2026-06-23"],
      ["gh-pages", "2026-06-24"],
    ] as const;
    for (const [snapshot, today] of order) {
      double.serve(snapshot);
      await visit(double, today);
    }
    expect((await rows("SELECT as_of FROM roster_snapshots ORDER BY 1")).map(({ as_of }) => as_of)).toEqual(dates);
    expect(await rows("SELECT * FROM quarantine WHERE reason LIKE 'incomplete%' AND status = 'open'")).toEqual([]);

    // each of the four rosters is the only one of its Congress
    const congresses: Record<string, string> = {
      "2016-01-09": "2015-01-03 2017-01-03",
      "2019-11-18": "2019-01-03 2021-01-03",
      "2024-09-12": "2023-01-03 2025-01-03",
      "2026-06-15": "2025-01-03 2027-01-03",
    };
    const entries = await rows("SELECT as_of, committee_code || ' ' || bioguide_id AS seat FROM roster_entries");
    const expected = entries.map(({ as_of, seat }) => `${seat} ${congresses[`${as_of}`]}`);
    const found = await rows(
      "SELECT committee_code || ' ' || bioguide_id || ' ' || valid_from || ' ' || valid_to AS line FROM committee_memberships",
    );
    expect(expected.length).toBeGreaterThan(8_000);
    expect(found.map(({ line }) => line).sort()).toEqual(expected.sort());
  },
);
