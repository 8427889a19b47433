// A day is `empty` only if the publisher's own listing proves that it covers the day. Real listings with gaps, and
// publishers that return nothing, are compared with the days that callers receive.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import secPublisher from "../../src/ingest/form345/publisher.ts";
import { readIndexFile } from "../../src/ingest/house/index-file.ts";
import { judgeIndex } from "../../src/ingest/house/index-listing.ts";
import housePublisher from "../../src/ingest/house/publisher.ts";
import senatePublisher from "../../src/ingest/senate/publisher.ts";
import { coverageDays } from "../../src/store/statistics/coverage-days.ts";
import { fetches, follow } from "../publishers/follow.ts";
import { startDouble } from "../publishers/kit.ts";
import { startSecDouble } from "../publishers/sec.ts";
import { startSenate } from "../publishers/senate.ts";
import { hasRecords, sharedData } from "../publishers/shared-data.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { type HouseIndexRow, houseGaps, houseIndexXml } from "../support/house-index.ts";
import { zipOf } from "./run/zip.ts";

let store: TestStore;
let opened: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  store = await createTestStore();
  opened = [store];
});
afterEach(async () => {
  for (const one of opened.toReversed()) await one.close();
});
/** The double, which is closed after the test. */
async function closeAfter<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const double = await starting;
  opened.push(double);
  return double;
}

/** The states of the days of a span, by day. */
async function states(source: string, from: string, to: string): Promise<Map<string, string>> {
  const days = await coverageDays(store.prisma, source, from, to);
  return new Map(days.map(({ day, state }) => [day.toISOString().slice(0, 10), state]));
}
const daysIn = (found: Map<string, string>, state: string) =>
  [...found].filter(([, one]) => one === state).map(([day]) => day);

function logCounts(what: string, found: Map<string, string>): void {
  const counts = new Map<string, number>();
  for (const state of found.values()) counts.set(state, (counts.get(state) ?? 0) + 1);
  console.log(`${what}: ${[...counts].map(([state, days]) => `${days} ${state}`).join(", ")}`);
}

describe("the Senate's search", () => {
  const row = (filed: string, n = 1) => {
    const uuid = `0a1b2c3d-0000-4111-8222-${String(n).padStart(12, "0")}`;
    const link = `<a href="/search/view/ptr/${uuid}/" target="_blank">Periodic Transaction Report for ${filed}</a>`;
    return ["Ada B", "Marlowe", "Marlowe, Ada B. (Senator)", link, filed];
  };
  const followSenate = (url: string, from: string, today: string) =>
    follow(store, senatePublisher({ senateUrl: url }), { from, today, max: 0 });

  it("that returns no report at all proves no day, over years and from the first fetch on", async () => {
    const double = await closeAfter(startSenate({ rows: [] }));
    await followSenate(double.url, "2023-01-01", "2026-11-23");
    const found = await states("senate", "2023-01-01", "2026-11-23");
    logCounts("a Senate search without any report", found);
    expect(new Set(found.values())).toEqual(new Set(["failed"]));
    expect(found.size).toBe(1423);
  });

  it("whose months hide what the whole span has proves no month without reports", async () => {
    const double = await closeAfter(
      startSenate({ rows: [row("09/10/2026", 1), row("10/12/2026", 2), row("11/12/2026", 3)] }),
    );
    const all = [...double.rows];
    double.beforeSearch = ({ form }) => {
      const isOctober = form.get("submitted_start_date")?.startsWith("10/01/2026") ?? false;
      double.rows.splice(0, double.rows.length, ...(isOctober ? [] : all));
    };
    await followSenate(double.url, "2026-09-01", "2026-11-23");
    expect((await fetches(store, "senate"))["ptr/2026-10"]).toMatchObject({
      outcome: "failed",
      message: expect.stringContaining("states 3 reports"),
    });
    const october = await states("senate", "2026-10-01", "2026-10-31");
    expect(new Set(october.values())).toEqual(new Set(["failed"]));
  });

  it("that lists nothing new for longer than senators may take proves nothing after its newest report", async () => {
    const double = await closeAfter(startSenate({ rows: [row("08/12/2026")] }));
    await followSenate(double.url, "2026-08-01", "2026-11-23");
    const found = await states("senate", "2026-08-01", "2026-11-22");
    expect(daysIn(found, "empty")).toEqual(
      Array.from({ length: 11 }, (_, n) => `2026-08-${String(n + 1).padStart(2, "0")}`),
    );
    expect(daysIn(found, "failed")).toHaveLength(102);
  });

  it.each([
    ["another form of response", '{"total":0,"rows":[]}'],
    ["no totals", '{"draw":1,"data":[],"result":"ok"}'],
    ["no filtered total", '{"draw":1,"recordsTotal":0,"data":[],"result":"ok"}'],
    ["totals that do not fit together", '{"draw":1,"recordsTotal":9,"recordsFiltered":0,"data":[],"result":"ok"}'],
    ["no number of the request", '{"recordsTotal":0,"recordsFiltered":0,"data":[],"result":"ok"}'],
    ["a page", "<html><title>Access Denied</title></html>"],
    ["nothing but null", "null"],
  ])("with %s is a failed fetch", async (_, body) => {
    const double = await closeAfter(startSenate({ rows: [row("11/10/2026")] }));
    double.fault("/search/report/data/", { kind: "changed", body }, { times: 9 });
    await followSenate(double.url, "2026-11-01", "2026-11-23");
    expect((await fetches(store, "senate"))["ptr/2026-11"]?.outcome).toBe("failed");
  });

  it("that ignores the requested days is a failed fetch", async () => {
    const double = await closeAfter(startSenate({ rows: [] }));
    const body = JSON.stringify({
      draw: 1,
      recordsTotal: 1,
      recordsFiltered: 1,
      data: [row("01/05/2015")],
      result: "ok",
    });
    double.fault("/search/report/data/", { kind: "changed", body }, { times: 9 });
    await followSenate(double.url, "2026-11-01", "2026-11-23");
    expect((await fetches(store, "senate"))["ptr/2026-11"]).toMatchObject({
      outcome: "failed",
      message: expect.stringContaining("2015-01-05"),
    });
  });
});

const realIndexes = [
  ["2022FD.xml", "2022"],
  ["2021FD.xml", "2021"],
  ["2020FD.xml", "2020"],
  ["2026FD.xml", "2026"],
  ["toddbrentlinger-2021-12/2018FD.xml", "2018"],
  ["toddbrentlinger-2021-12/2014FD.xml", "2014"],
] as const;
const present = hasRecords("house-clerk-index") && hasRecords("edgar-index");

describe.skipIf(!present)("a real index of the Clerk", () => {
  const xml = present ? readFileSync(join(sharedData, "house-clerk-index", "2022FD.xml"), "utf8") : "";
  const rows = [...xml.matchAll(/<Member>.*?<\/Member>/gs)].map(([row]) => row);
  const [head = ""] = xml.split("<Member>");
  const filed = (row: string) => {
    const [, month = "", day = "", year] = /<FilingDate>(\d+)\/(\d+)\/(\d+)</.exec(row) ?? [];
    return year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : null;
  };
  const houseRow = (row: string): HouseIndexRow => ({
    id: /<DocID>(\d+)</.exec(row)?.[1] ?? "",
    type: /<FilingType>(\w+)</.exec(row)?.[1] ?? "",
    filed: filed(row) ?? "",
  });
  const indexOf = (kept: string[], change = (text: string) => text) =>
    zipOf({ "2022FD.xml": Buffer.from(change(`${head}${kept.join("\n")}</FinancialDisclosure>`)) });

  async function statesAfter(zip: Buffer, today: string): Promise<Map<string, string>> {
    const isIndex = (path: string) => path.endsWith("/2022FD.zip");
    const double = await closeAfter(startDouble(({ path }) => (isIndex(path) ? { body: zip } : null)));
    await follow(store, housePublisher({ houseUrl: double.url }), { from: "2022-01-01", today, max: 0 });
    return await states("house", "2022-01-01", today < "2022-12-31" ? today : "2022-12-31");
  }

  it("that is whole proves its year", async () => {
    const found = await statesAfter(indexOf(rows), "2023-03-01");
    logCounts("the index of 2022", found);
    expect(daysIn(found, "failed")).toEqual([]);
    expect(daysIn(found, "empty").length).toBeGreaterThan(60);
  });

  it("whose tail was cut off proves nothing after its newest row", async () => {
    const found = await statesAfter(indexOf(rows.filter((row) => (filed(row) ?? "") <= "2022-09-15")), "2023-03-01");
    logCounts("the index of 2022 without its last quarter", found);
    const after = [...found].filter(([day]) => day > "2022-09-15");
    expect(new Set(after.map(([, state]) => state))).toEqual(new Set(["failed"]));
    expect((await fetches(store, "house"))["year-index/2022/since"]?.outcome).toBe("failed");
  });

  it("of the running year proves nothing after its newest row, and is stale after a week without any", async () => {
    const until = (day: string) => rows.filter((row) => (filed(row) ?? "9") <= day);
    const fresh = await statesAfter(indexOf(until("2022-05-20")), "2022-05-24");
    expect([...fresh].slice(-4)).toEqual([
      ["2022-05-21", "not_published"],
      ["2022-05-22", "not_published"],
      ["2022-05-23", "not_published"],
      ["2022-05-24", "not_published"],
    ]);
    const stale = await statesAfter(indexOf(until("2022-05-20")), "2022-06-10");
    expect(stale.get("2022-06-01")).toBe("failed");
  });

  it("with a gap of two weeks proves nothing of them", async () => {
    const isGone = (row: string) => (filed(row) ?? "") >= "2022-04-04" && (filed(row) ?? "") <= "2022-04-17";
    const found = await statesAfter(indexOf(rows.filter((row) => !isGone(row))), "2023-03-01");
    const gap = [...found].filter(([day]) => day >= "2022-04-04" && day <= "2022-04-17");
    expect(new Set(gap.map(([, state]) => state))).toEqual(new Set(["failed"]));
    // no row of the weekend before them either
    expect(daysIn(found, "failed")).toHaveLength(16);
  });

  it.each(houseGaps)("$name proves none of those days", async ({ name, change, from, to }) => {
    const found = await statesAfter(
      zipOf({ "2022FD.xml": Buffer.from(houseIndexXml(change(rows.map(houseRow)), 2022)) }),
      "2023-03-01",
    );
    logCounts(`the index of 2022 ${name}`, found);
    expect(daysIn(found, "empty").filter((day) => day >= from && day <= to)).toEqual([]);
  });

  it.each(realIndexes)("%s is accepted on whichever day of its year it was written", (path, year) => {
    const index = readIndexFile(readFileSync(join(sharedData, "house-clerk-index", path), "utf8"));
    const days = [...new Set(index?.entries.map(({ filedOn }) => filedOn ?? ""))].filter((day) => day.startsWith(year));
    for (const end of days.sort().filter((_, n) => n % 10 === 9)) {
      const entries = index?.entries.filter(({ filedOn }) => filedOn === null || filedOn <= end) ?? [];
      const { outcome, gaps } = judgeIndex({ entries, refused: [] }, { year: Number(year), end, listedBefore: 0 });
      expect([end, outcome, gaps]).toEqual([end, "listed", []]);
    }
  });

  it.each<[string, (text: string) => string]>([
    ["has lost the types of its rows", (text) => text.replace(/<FilingType>.*?<\/FilingType>/g, "")],
    ["has a field of another name", (text) => text.replaceAll("FilingType>", "DocumentType>")],
    [
      "has a type and a district that changed places",
      (text) =>
        text.replaceAll("FilingType>", "X>").replaceAll("StateDst>", "FilingType>").replaceAll("X>", "StateDst>"),
    ],
    ["has no report left", (text) => text.replace(/<Member>(?:(?!<\/Member>).)*<FilingType>P<.*?<\/Member>/gs, "")],
    ["has lost its dates", (text) => text.replace(/<FilingDate>[^<]*</g, "<FilingDate><")],
  ])("that %s is a failed fetch", async (_, change) => {
    const found = await statesAfter(indexOf(rows, change), "2023-03-01");
    expect(daysIn(found, "empty")).toEqual([]);
    expect((await fetches(store, "house"))["year-index/2022"]?.outcome).toBe("failed");
  });

  it("that has lost rows since the last fetch is a failed fetch, and loses no listed report", async () => {
    await statesAfter(indexOf(rows), "2023-03-01");
    await statesAfter(indexOf(rows.slice(0, 1500)), "2023-03-02");
    const { outcome, listed, message } = (await fetches(store, "house"))["year-index/2022"] ?? {};
    expect([outcome, listed]).toEqual(["failed", 624]);
    expect(message).toContain("has lost rows");
  });
});

describe.skipIf(!present)("a real index of EDGAR", { timeout: 120_000 }, () => {
  const day = present
    ? readFileSync(join(sharedData, "edgar-index/edgartools/index_files/form.20200318.idx"), "latin1")
    : "";
  const lines = day.split("\n");
  const path = "/Archives/edgar/daily-index/2020/QTR1/form.20200318.idx";

  async function outcomeOf(body: string): Promise<string | undefined> {
    const double = await closeAfter(
      startSecDouble({ dailyIndex: (requested) => (requested === "20200318" ? day : null) }),
    );
    if (body !== day) double.fault(path, { kind: "changed", body });
    await follow(store, secPublisher({ secUrl: double.url }), { from: "2020-03-18", today: "2020-03-20", max: 0 });
    return (await fetches(store, "form345"))["daily-index/2020-03-18"]?.outcome;
  }
  const isOwnership = (line: string) => /^[345](\/A)? /.test(line);

  it("that is whole is listed", async () => {
    expect(await outcomeOf(day)).toBe("listed");
  });

  it.each<[string, string]>([
    [
      "cut off within the ownership forms",
      `${lines
        .slice(
          0,
          lines.findIndex((line) => line.startsWith("4/A")),
        )
        .join("\n")}\n`,
    ],
    ["without an ownership form", lines.filter((line) => !isOwnership(line)).join("\n")],
    ["under the header of another layout", day.replace("Form Type   Company Name", "Company Name   Form Type")],
    ["of another day", day.replace("Mar 18, 2020", "Mar 17, 2020").replaceAll("20200318", "20200317")],
  ])("%s is a failed fetch", async (_, body) => {
    expect(await outcomeOf(body)).toBe("failed");
    const found = await states("form345", "2020-03-18", "2020-03-18");
    expect(["failed", "incomplete"]).toContain(found.get("2020-03-18"));
  });

  it("that lacks what EDGAR listed before is a failed fetch", async () => {
    await outcomeOf(day);
    await store.pool.query("UPDATE listing_fetches SET final = false");
    // one filing in five: a filing has a line for each of its filers
    const isLost = (line: string) => isOwnership(line) && Number(/-(\d{6})\.txt/.exec(line)?.[1]) % 5 === 0;
    expect(await outcomeOf(lines.filter((line) => !isLost(line)).join("\n"))).toBe("failed");
    expect((await fetches(store, "form345"))["daily-index/2020-03-18"]?.message).toContain("has lost lines");
  });

  it("of a quarter with a gap fetches the day's own index, and proves no day that neither names", async () => {
    const master = gunzipSync(readFileSync(join(sharedData, "edgar-index/yihch883/2023QTR2master.gz"))).toString(
      "latin1",
    );
    const without = (date: string, text: string) =>
      text
        .split("\n")
        .filter((line) => !line.includes(`|${date}|`))
        .join("\n");
    // the daily index of 10 May exists, that of 11 May cannot be fetched, and 12 May has none
    const withGaps = ["2023-05-10", "2023-05-11", "2023-05-12"].reduce((text, date) => without(date, text), master);
    const daily =
      master
        .split("\n")
        .find((line) => line.includes("|4|2023-05-10|"))
        ?.split("|") ?? [];
    const head = lines.slice(0, 10).join("\n").replace("Mar 18, 2020", "May 10, 2023");
    const [cik = "", name = "", form = "", , file = ""] = daily;
    const tenth = `${head}\n${form.padEnd(12)}${name.padEnd(62)}${cik.padEnd(12)}${"20230510".padEnd(12)}${file}\n`;
    const double = await closeAfter(
      startSecDouble({
        fullIndex: () => gzipSync(withGaps),
        dailyIndex: (requested) => (requested === "20230510" ? tenth : null),
      }),
    );
    double.fault(/20230511/, { kind: "status", status: 500 }, { times: 9 });
    await follow(store, secPublisher({ secUrl: double.url }), { from: "2023-04-01", today: "2023-07-10", max: 0 });
    const found = await states("form345", "2023-05-09", "2023-05-12");
    logCounts("a quarter without three days", await states("form345", "2023-04-01", "2023-06-30"));
    expect([...found.values()]).toEqual(["incomplete", "incomplete", "failed", "empty"]);
    expect((await fetches(store, "form345"))["full-index/2023/QTR2"]).toMatchObject({
      final: false,
      message: "the index lists no ownership form of 2023-05-11",
    });
  });
});
