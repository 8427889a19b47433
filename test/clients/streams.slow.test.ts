// The iterators of the clients over a stream: what arrives, where they continue after a lost connection, and how they
// end.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDisclosed, type StreamEvent } from "../../clients/typescript/src/index.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import { type Service, startSeededService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { isolated, pythonWith } from "./examples.ts";
import { type FlakyProxy, openFlakyProxy } from "./flaky-client.ts";

const python = pythonWith("Python 3.9 or newer");
let service: Service;
let proxy: FlakyProxy;
beforeAll(async () => {
  service = await startSeededService({ streams: { heartbeatMs: 50 }, cacheBytes: 1_000_000 });
  proxy = await openFlakyProxy(service.base);
});
beforeEach(() => {
  proxy.next = [];
  proxy.requests = [];
});
afterAll(async () => {
  await proxy.close();
  await service.stop();
});

/** Changes the first purchase; returns its id. */
async function changePurchase(): Promise<number> {
  return await inTransaction(service.store, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `UPDATE insider_trades SET value = value + 1, last_modified = now() WHERE id = (
         SELECT min(id) FROM insider_trades
         WHERE transaction_code = 'P' AND superseded_by_id IS NULL AND NOT is_derivative) RETURNING id`,
    );
    await client.query("SELECT disclosed_bump_data_version()");
    return Number(rows[0]?.id);
  });
}

const newKey = async () => (await service.newKey("max")).key;
const opened = () => proxy.requests.filter((line) => line.startsWith("GET /api/v1/stream?")).length;

describe("the TypeScript client", () => {
  it("yields each change once across lost connections, obeys Retry-After, and ends by its signal", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: proxy.url });
    const abort = new AbortController();
    const positions: string[] = [];
    const events: StreamEvent[] = [];
    const reading = (async () => {
      const options = { signal: abort.signal, onPosition: (id: string) => void positions.push(id) };
      for await (const event of disclosed.events("/trades", { tradeTypes: ["P"] }, options)) events.push(event);
    })();
    await until(() => positions.length === 1);
    const id = await changePurchase();
    await until(() => events.length === 1);
    // the next attempt is refused and the one after it cut; changes in between are not lost
    proxy.next = [{ status: 503, headers: { "Retry-After": "1" } }, "cut"];
    proxy.cutAll();
    await changePurchase();
    await changePurchase();
    await until(() => events.length === 3);
    expect(opened()).toBe(4);
    expect(events.map((event) => [event.type, "data" in event && event.data.id])).toEqual(
      Array(3).fill(["trade.changed", id]),
    );
    expect(new Set(events.map((event) => "id" in event && event.id)).size).toBe(3);
    abort.abort();
    await reading;
    await until(() => positions.length >= 4);
    expect(positions.at(-1)).toBe("id" in (events[2] as object) && (events[2] as { id: string }).id);
  });

  it("continues after an id of an earlier run, and throws the service's error for one that is not stored", async () => {
    const disclosed = createDisclosed({ apiKey: await newKey(), url: service.base });
    let lastEventId = "";
    const first = disclosed.events("/trades", {}, { onPosition: (id) => (lastEventId = id) });
    const waiting = first.next();
    await until(() => lastEventId !== "");
    await changePurchase();
    expect((await waiting).value).toMatchObject({ type: "trade.changed" });
    await first.return();
    const again = disclosed.events("/trades", {}, { lastEventId });
    expect((await again.next()).value).toMatchObject({ type: "trade.changed" });
    await again.return();
    const gone = disclosed.events("/trades", {}, { lastEventId: "evt_1_999999999_changed" });
    await expect(gone.next()).rejects.toMatchObject({
      status: 410,
      message: expect.stringContaining("Read the list with updatedSince"),
    });
  });

  it("throws a refusal that no retry resolves, and the last error after all allowed attempts", async () => {
    const refused = createDisclosed({ apiKey: "disc_live_wrong", url: service.base }).events("/clusters");
    await expect(refused.next()).rejects.toMatchObject({ status: 401 });
    const waits: number[] = [];
    const retry = { attempts: 2, onWait: ({ seconds }: { seconds: number }) => void waits.push(seconds) };
    proxy.next = [{ status: 500, headers: { "Retry-After": "1" } }, { status: 500 }];
    const failing = createDisclosed({ apiKey: await newKey(), url: proxy.url, retry }).events("/clusters");
    await expect(failing.next()).rejects.toMatchObject({ status: 500 });
    expect(waits).toEqual([1]);
  });
});

describe.skipIf(!python)("the Python client", () => {
  /** Runs a program; `lines` grows as it prints. */
  function run(text: string, key: string, url: string) {
    const lines: string[] = [];
    const child = spawn(python ?? "", [...isolated, "-u", "-c", text], {
      env: {
        ...{ PATH: process.env.PATH, PYTHONPATH: join(packageRoot, "clients/python"), PYTHONDONTWRITEBYTECODE: "1" },
        ...{ DISCLOSED_API_KEY: key, DISCLOSED_URL: url },
      },
    });
    let errors = "";
    child.stderr.on("data", (part) => {
      errors += part;
    });
    let rest = "";
    child.stdout.on("data", (part) => {
      const parts = (rest + part).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts);
    });
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    return { lines, ended, errors: () => errors };
  }

  it("yields each change once across lost connections, and ends by close from another thread", async () => {
    const program = run(
      `import threading
from disclosed import Client
positions = []
stream = Client().events("/trades", tradeTypes=["P"], on_position=lambda id: (positions.append(id), print("at", flush=True)))
count = 0
for event in stream:
    count += 1
    print(event["type"], event["data"]["id"], flush=True)
    if count == 3:
        threading.Timer(0.5, stream.close).start()
print("ended", len(set(positions)) == len(positions))
`,
      await newKey(),
      proxy.url,
    );
    await until(() => program.lines.includes("at"));
    const id = await changePurchase();
    const events = () => program.lines.filter((line) => line.startsWith("trade."));
    await until(() => events().length === 1);
    proxy.next = [{ status: 503, headers: { "Retry-After": "1" } }, "cut"];
    proxy.cutAll();
    await changePurchase();
    await changePurchase();
    await until(() => events().length === 3);
    expect(events()).toEqual(Array(3).fill(`trade.changed ${id}`));
    expect(opened()).toBe(4);
    expect([await program.ended, program.lines.at(-1), program.errors()]).toEqual([0, "ended True", ""]);
  });

  it("goes on after any number of failures", async () => {
    const program = run(
      `from disclosed import _stream
_stream._MAX_PAUSE = 0.0
failures = 0
def fail(position):
    global failures
    failures += 1
    if failures == 1200:
        stream.close()
    raise ConnectionError()
stream = _stream.EventStream(fail, last_event_id=None, on_position=None, attempts=10_000, max_wait=0)
print(list(stream), failures)
`,
      await newKey(),
      service.base,
    );
    expect([await program.ended, program.errors(), program.lines]).toEqual([0, "", ["[] 1200"]]);
  });

  it("raises the service's error for an id that is not stored, and a refusal that no retry resolves", async () => {
    const program = run(
      `from disclosed import Client, DisclosedError
for client, options in [(Client(), {"last_event_id": "evt_1_999999999_changed"}), (Client("disc_live_wrong"), {})]:
    try:
        next(client.events("/trades", **options))
    except DisclosedError as error:
        print(error.status, "updatedSince" in str(error))
with Client().events("/clusters") as stream:
    pass
print(list(stream))
`,
      await newKey(),
      service.base,
    );
    expect([await program.ended, program.errors()]).toEqual([0, ""]);
    expect(program.lines).toEqual(["410 True", "401 False", "[]"]);
  });
});
