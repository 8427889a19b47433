// No hidden state: what changes while a program runs belongs to an object that its start makes (src/start, src/cli), so that two
// services in one process know nothing of each other. A module may hold constants.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageRoot } from "../../src/package-root.ts";

/** What is the process's own, or says the same for any caller. */
const reviewed: Record<string, string> = {
  "src/spans.ts: listener": "OpenTelemetry is of a process",
  "src/fast/index/order-thread.ts: sorted": "a thread that is one object to those who start it",
  "src/ingest/isolated/isolated.ts: threads": "where tests find the thread; set before the first file is read",
  "src/ingest/isolated/isolated.ts: thread": "one reader at a time: what it is bounded by is the memory of the process",
  "src/ingest/isolated/isolated.ts: memoryAtFirst": "as above",
  "src/ingest/isolated/isolated.ts: last": "as above",
  "src/store/schema-engine.ts: loaded": "the package of the engine has one instance a process",
  "src/fast/index/bit-space.ts: compiled": "compiled code of a constant",
  "src/http/last-answer.ts: ending": "something of a connection, which ends with it",
  "src/graph/types/filters.ts: enumerations": "types of the one schema, while it is built",
  "rest/limit-headers.ts: lastAround":
    "the same text for the same figures; without it a cached response takes 0.8 µs more",
};

const variable = /^(?:export )?let (\w+)/;
/** a collection that is filled later */
const collection = /^(?:export )?const (\w+)[^=]*= (?:new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\});?$/;

async function modules(): Promise<string[]> {
  const folders = ["src", "rest"].map(async (folder) => {
    const files = await readdir(join(packageRoot, folder), { recursive: true });
    return files.filter((file) => file.endsWith(".ts")).map((file) => join(folder, file));
  });
  // the generated client of the database, and the pages, each of which is one document's own
  const others = ["src/store/client/", "src/web/"];
  return (await Promise.all(folders)).flat().filter((file) => !others.some((folder) => file.startsWith(folder)));
}

it("no module holds state, but for what was reviewed", async () => {
  const found = (await modules()).map(async (file) => {
    const lines = (await readFile(join(packageRoot, file), "utf8")).split("\n");
    return lines.flatMap((line) => {
      const name = variable.exec(line)?.[1] ?? collection.exec(line)?.[1];
      return name ? [`${file}: ${name}`] : [];
    });
  });
  expect((await Promise.all(found)).flat().sort()).toEqual(Object.keys(reviewed).sort());
});
