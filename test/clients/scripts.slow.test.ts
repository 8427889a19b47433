// The Python client and the examples for R and the shell against a running service. Tests of tools that are not
// installed are skipped with a message.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { companies, insiders } from "../support/seed.ts";
import { type Service, startSeededService } from "../support/service.ts";
import { codeBlocks, firstThatRuns, isolated, output, pythonWith } from "./examples.ts";
import { type FlakyProxy, openFlakyProxy } from "./flaky-client.ts";
import { addReadyMade, content } from "./ready-made.ts";

const clients = join(packageRoot, "clients");
const python = pythonWith("Python 3.9 or newer");
const withPandas = pythonWith("Python with pandas", "import pandas; pandas.DataFrame([{'a': 1}])");
const withPip = pythonWith("Python with pip, setuptools and wheel", "import setuptools, wheel, pip");
const mypy = firstThatRuns("mypy", ["mypy", "--version"]);
const rscript = firstThatRuns("R with jsonlite", ["Rscript", "-e", "library(jsonlite)"]);
const jq = firstThatRuns("curl", ["curl", "--version"]) && firstThatRuns("jq", ["jq", "--version"]);

let service: Service;
let proxy: FlakyProxy;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "disclosed-scripts-"));
  await mkdir(join(home, "exports"));
  service = await startSeededService({ exportsFolder: join(home, "exports") });
  await addReadyMade(service, join(home, "exports"));
  proxy = await openFlakyProxy(service.base);
});
afterAll(async () => {
  await proxy.close();
  await service.stop();
  await rm(home, { recursive: true, force: true });
});

const environment = async (url = service.base) => ({
  DISCLOSED_API_KEY: (await service.newKey("max")).key,
  DISCLOSED_URL: url,
});

async function runPython(program: string, text: string, url?: string): Promise<string> {
  const file = join(home, "program.py");
  await writeFile(file, text);
  const env = { ...(await environment(url)), PYTHONPATH: join(clients, "python"), PYTHONDONTWRITEBYTECODE: "1" };
  return await output(program, [...isolated, file], { cwd: home, env });
}

const purchases = async () =>
  (await service.get("/api/v1/trades?tradeTypes=P&pageSize=100", (await service.newKey("max")).key)).body.data as {
    id: number;
    filing_date: string;
    ticker: string;
  }[];

describe.skipIf(!python)("Python", () => {
  it("fetches all pages, caches responses by ETag, obeys Retry-After and raises the API's errors", async () => {
    proxy.next = [{ status: 429, headers: { "Retry-After": "1" } }, "cut"];
    const printed = await runPython(
      python ?? "",
      `import datetime, json, time
from disclosed import Client, DisclosedError
client = Client(max_wait=5)
started = time.monotonic()
plan = client.get("/usage")["data"]["plan"]
waited = time.monotonic() - started
ids = [row["id"] for row in client.rows("/trades", pageSize=7, includeDerivative=True, filedFrom=datetime.date(2000, 1, 1))]
first = client.get("/trades", tradeTypes=["P", "S"], q=None)
left = client.last_headers["X-DailyLimit-Remaining"]
again = client.get("/trades", tradeTypes=["P", "S"])
same = first == again and client.last_headers["X-DailyLimit-Remaining"] == left
problems = []
for path, parameters in [("/trades", {"pageSize": 1000}), ("/trades/{id}", {"id": "../usage"}), ("/trades/{id}", {"id": 1})]:
    try:
        client.get(path, **parameters)
    except DisclosedError as error:
        problems.append([error.status, str(error), error.request_id is not None])
print(json.dumps({"plan": plan, "waited": waited, "ids": ids, "same": same, "problems": problems}))
`,
      proxy.url,
    );
    const { body } = await service.get(
      "/api/v1/trades?pageSize=100&includeDerivative=true",
      (await service.newKey("max")).key,
    );
    const result = JSON.parse(printed);
    expect(result).toMatchObject({
      plan: "max",
      ids: body.data.map(({ id }: { id: number }) => id),
      same: true,
      problems: [
        [400, expect.stringMatching(/pageSize/), true],
        [400, expect.stringMatching(/id must be digits/), true],
        [404, expect.any(String), true],
      ],
    });
    expect(result.waited).toBeGreaterThan(1);
  });

  it("fetches a ready-made file, resumes an interrupted download, and writes lists as tables", async () => {
    proxy.next = [{ status: 503, headers: { "Retry-After": "0" } }];
    const folder = join(home, "fetched");
    await mkdir(folder);
    const printed = await runPython(
      python ?? "",
      `import json, os
from disclosed import Client, DisclosedError
client = Client()
[file] = client.rows("/exports", list="trades")
folder = ${JSON.stringify(folder)}
target = client.download(file, folder)
once = client.get("/usage")["data"]["file_bytes"]["used"]
part = f"{target}.{file['sha256'][:16]}.part"
os.rename(target, part)
os.truncate(part, file["bytes"] - 10)
client.download(file, folder)
client.download(file, folder)
twice = client.get("/usage")["data"]["file_bytes"]["used"]
bad = f"{folder}/bad.{file['sha256'][:16]}.part"
open(bad, "wb").write(b"x" * (file["bytes"] - 1))
try:
    client.download(file, folder + "/bad")
except ValueError as error:
    problem = str(error)
lines = sum((text.splitlines() for text in client.tables("/trades", format="ndjson", pageSize=7)), [])
client.save("/trades", folder + "/trades.csv", fields=["id", "ticker"], pageSize=7)
table = open(folder + "/trades.csv", newline="").read()
ids = [json.loads(line)["id"] for line in lines]
print(json.dumps({"once": once, "more": twice - once, "problem": problem, "ids": ids, "table": table, "files": sorted(os.listdir(folder))}))
`,
      proxy.url,
    );
    const { body } = await service.get("/api/v1/trades?pageSize=100", (await service.newKey("max")).key);
    const rows: { id: number; ticker: string | null }[] = body.data;
    const result = JSON.parse(printed);
    const { table, ...others } = result;
    const [name = ""] = await readdir(join(home, "exports"));
    expect(others).toEqual({
      once: content.length,
      more: 10,
      problem: expect.stringMatching(/does not match its SHA-256/),
      ids: rows.map(({ id }) => id),
      files: [name, "trades.csv"].sort(),
    });
    expect(table).toBe(["id,ticker", ...rows.map(({ id, ticker }) => `${id},${ticker ?? ""}`), ""].join("\r\n"));
    expect((await readFile(join(folder, name))).equals(content)).toBe(true);
  });

  it("resumes a file whose connection was closed, and reports an insufficient daily byte budget", async () => {
    const folder = join(home, "cut");
    await mkdir(folder);
    const { key, accountId } = await service.newKey("free");
    const { body } = await service.get("/api/v1/exports?list=trades", (await service.newKey("max")).key);
    const file = JSON.stringify(body.data[0]);
    const program = (url: string) => `import json
from disclosed import Client, DisclosedError
client = Client(api_key="${key}", url="${url}")
file = json.loads(${JSON.stringify(file)})
try:
    client.download(file, "${folder}")
    print("whole")
except DisclosedError as error:
    print(json.dumps([error.status, error.body.get("unit"), str(error)]))
`;
    proxy.next = ["half"];
    expect(await runPython(python ?? "", program(proxy.url))).toBe("whole\n");
    await service.store.pool.query("UPDATE download_days SET bytes = 99999999 WHERE account_id = $1", [accountId]);
    await rm(folder, { recursive: true });
    await mkdir(folder);
    expect(JSON.parse(await runPython(python ?? "", program(service.base)))).toEqual([
      429,
      "bytes",
      expect.stringMatching(/bytes of files/),
    ]);
  });

  it.skipIf(!withPandas)("runs every example of its README and the project's, data frames included", async () => {
    const examples = await codeBlocks(join(clients, "python/README.md"), "python");
    expect(examples.length).toBeGreaterThan(1);
    const first = await codeBlocks(join(packageRoot, "README.md"), "python");
    expect(first).toHaveLength(1);
    for (const example of [...first, ...examples]) expect(await runPython(withPandas ?? "", example)).not.toBe("");
  });

  it.skipIf(!withPandas)("runs every example of the guides", async () => {
    // the receivers of alerts.md run until they are stopped; alerts.slow.test.ts tests them
    const guides = (await readdir(join(packageRoot, "docs/guides")))
      .filter((name) => name !== "alerts.md")
      .map((name) => join(packageRoot, "docs/guides", name));
    const examples = (await Promise.all(guides.map((guide) => codeBlocks(guide, "python")))).flat();
    expect(examples.length).toBeGreaterThan(4);
    for (const example of examples) expect(await runPython(withPandas ?? "", example)).not.toBe("");
  });

  it.skipIf(!withPandas)("creates data frames with flat columns of the types that the contract states", async () => {
    const printed = await runPython(
      withPandas ?? "",
      `import json
from disclosed import Client, to_dataframe
client = Client()
frame = to_dataframe(client.rows("/trades", tradeTypes="P", include="outcomes"))
exact = to_dataframe(client.rows("/trades", tradeTypes="P"), decimals=True)
empty = to_dataframe(client.rows("/trades", ticker="NOSUCH"))
late = to_dataframe(client.rows("/politician-trades", include=["outcomes"]))
members = to_dataframe(client.rows("/politicians"))
print(json.dumps({
    "rows": len(frame), "empty": len(empty),
    # M: dates, in nanoseconds up to pandas 2 and in seconds or microseconds since
    "dates": [frame[name].dtype.kind for name in ["filing_date", "outcomes.entry_date"]],
    "moment": [frame["last_modified"].dtype.kind, str(frame["last_modified"].dt.tz)],
    "others": [str(frame[name].dtype) for name in ["id", "value", "outcomes.return_30d_pct", "is_10b5_1", "shares"]],
    "exact": [type(exact[name].dropna().iloc[0]).__name__ for name in ["shares", "shares_owned_after"]],
    "part": "outcomes" in frame.columns, "lists": isinstance(frame["joint_insiders"][0], list),
    "missing": [str(late["district"].dtype), int(late["district"].isna().sum()), str(members["stats.total_trades"].dtype)],
}))`,
    );
    const { body } = await service.get("/api/v1/politician-trades?pageSize=100", (await service.newKey("max")).key);
    const senators = body.data.filter(({ district }: { district: number | null }) => district === null).length;
    expect(senators).toBeGreaterThan(0);
    expect(JSON.parse(printed)).toEqual({
      rows: (await purchases()).length,
      empty: 0,
      dates: ["M", "M"],
      moment: ["M", "UTC"],
      others: ["Int64", "float64", "float64", "boolean", "float64"],
      exact: ["Decimal", "Decimal"],
      part: false,
      lists: true,
      missing: ["Int64", senators, "Int64"],
    });
  });

  it.skipIf(!withPandas)(
    "creates the columns of an empty list, windows as columns, and parts of a record with their types",
    async () => {
      const printed = await runPython(
        withPandas ?? "",
        `import json
from disclosed import Client, to_dataframe
client = Client()
empty = to_dataframe(client.rows("/trades", ticker="NOSUCH"))
picked = to_dataframe(client.rows("/trades", ticker="NOSUCH", fields=["ticker", "outcomes.return_30d_pct"]))
included = to_dataframe(client.rows("/trades", ticker="NOSUCH", include="outcomes"))
companies = to_dataframe(client.rows("/companies"))
unknown = to_dataframe(client.rows("/companies", q="nosuchcompany"))
part = to_dataframe(client.rows("/companies", q="nosuchcompany", fields="cik,windows.members"))
windows = to_dataframe(client.get("/companies/{cikOrTicker}", cikOrTicker="${companies.corvane}")["data"]["windows"])
ledger = to_dataframe(next(client.rows("/insider/{cik}/holdings", cik="${insiders.hargrove}"))["ledger"])
print(json.dumps({
    "sum": len(empty.groupby("ticker")["value"].sum()), "empty": [empty["filing_date"].dtype.kind, str(empty["value"].dtype)],
    "picked": list(picked.columns), "part": ["outcomes.status" in frame.columns for frame in [empty, included]],
    "windows": [str(companies["windows.30.insiders.net_value"].dtype), "windows" in companies.columns],
    "no windows": [len(unknown), sorted(unknown.columns) == sorted(companies.columns), str(unknown["windows.30.insiders.net_value"].dtype)],
    "of members": [column for column in part.columns if column.startswith("windows.30.")],
    "of one": [str(windows["days"].dtype), str(windows["insiders.net_value"].dtype)],
    "ledger": [ledger["date"].dtype.kind, str(ledger["trade_id"].dtype)],
    "other kinds": [str(to_dataframe([{"id": "F1", "days": [1]}])[name].dtype) for name in ["id", "days"]],
}))`,
      );
      expect(JSON.parse(printed)).toEqual({
        sum: 0,
        empty: ["M", "float64"],
        picked: ["ticker", "outcomes.return_30d_pct"],
        part: [false, true],
        windows: ["float64", false],
        "no windows": [0, true, "float64"],
        "of members": ["purchase_count", "sale_count", "amount_low", "amount_high"].map(
          (name) => `windows.30.members.${name}`,
        ),
        "of one": ["Int64", "float64"],
        ledger: ["M", "Int64"],
        "other kinds": ["object", "object"],
      });
    },
  );

  it.skipIf(!mypy)(
    "is typed: a checker accepts its rows, values and selected fields, and reports wrong ones",
    async () => {
      const check = async (program: string) => {
        const file = join(home, "typed.py");
        await writeFile(
          file,
          `from datetime import date\nfrom disclosed import Client\nclient = Client()\n${program}\n`,
        );
        const args = ["--strict", "--enable-incomplete-feature=Unpack", "--cache-dir", join(home, "mypy"), file];
        const env = { HOME: home, MYPYPATH: join(clients, "python") };
        return await output("mypy", args, { cwd: home, env }).catch((error: Error) => error.message);
      };
      expect(
        await check(`for trade in client.rows("/trades", tradeTypes=["P - Purchase"], filedFrom=date(2024, 1, 1), sort="value"):
    tier: str = trade["signal_tier"]
    price: float | None = trade["price"]
for part in client.rows("/trades", fields=["ticker", "outcomes.return_30d_pct"]):
    print(part["outcomes"])
count: int = client.get("/insider/{cik}", cik="1")["data"]["stats"]["buy_count"]
left: int | None = client.get("/usage")["data"]["day"]["remaining"]
client.rows("/politician-trades", chamber="House", tradeType="sale", minValue=1000.5)
client.rows("/companies", sort="netValue", window=30)`),
      ).toMatch(/^Success/);
      const wrong: [program: string, message: RegExp][] = [
        [`client.rows("/trades", sort="prize")`, /No overload variant/],
        [`client.rows("/trades", fields=["tickr"])`, /No overload variant/],
        [`client.rows("/trades", ownership="owned")`, /No overload variant/],
        [`client.rows("/politicians", chamber="hous")`, /No overload variant/],
        [`client.rows("/companies", window=31)`, /No overload variant/],
        [`client.rows("/trades", tickers=["X"])`, /No overload variant/],
        [`client.get("/insider/{cik}")`, /No overload variant/],
        [`print(next(client.rows("/trades"))["signal_teir"])`, /has no key "signal_teir"/],
      ];
      for (const [program, message] of wrong) expect(await check(program), program).toMatch(message);
    },
  );

  it.skipIf(!withPip)("can be installed by pip", async () => {
    // pip writes its build into the folder of the sources
    await cp(join(clients, "python"), join(home, "python"), { recursive: true });
    const target = join(home, "installed");
    const options = ["--quiet", "--no-deps", "--no-build-isolation", "--target", target];
    await output(withPip ?? "", [...isolated, "-m", "pip", "install", ...options, join(home, "python")], {
      env: { HOME: home },
    });
    const env = { ...(await environment()), PYTHONPATH: target };
    const args = [...isolated, "-c", `from disclosed import Client; print(Client().get("/usage")["data"]["plan"])`];
    expect(await output(withPip ?? "", args, { cwd: home, env })).toBe("max\n");
  });

  it("can be parsed by the oldest version that the README names", async () => {
    // 3.9 reads annotations lazily and has no match statement
    const source = await readFile(join(clients, "python/disclosed/__init__.py"), "utf8");
    expect(source).toContain("from __future__ import annotations");
    await runPython(
      python ?? "",
      `import ast\nast.parse(open(${JSON.stringify(join(clients, "python/disclosed/__init__.py"))}).read(), feature_version=(3, 9))`,
    );
  });
});

it.skipIf(!jq)("the shell example writes every purchase as CSV", async () => {
  const text = await output("sh", [join(clients, "examples/purchases.sh")], { env: await environment() });
  const [head, ...lines] = text.trim().split("\n");
  expect(head).toBe("id,filing_date,ticker,insider_name,value");
  const expected = await purchases();
  expect(lines.map((line) => Number(line.split(",")[0]))).toEqual(expected.map(({ id }) => id));
});

it.skipIf(!rscript)("the R example reads every purchase", async () => {
  const text = await output("Rscript", [join(clients, "examples/purchases.R")], { env: await environment() });
  expect(text).toContain(`${(await purchases()).length} purchases`);
});
