// What the tests of this folder share: an ingestion context that records what the source reports, and members in YAML.
import { createHash } from "node:crypto";
import legislatorsSource from "../../../src/ingest/legislators/source.ts";
import type { IngestContext, IngestOptions, InputFile } from "../../../src/ingest/source.ts";
import type { Store } from "../../../src/store/store.ts";
import { type Change, removePending } from "../../../src/store/transaction.ts";

interface RunResult {
  counts: { new: number; amended: number; unchanged: number };
  files: string[];
  records: { ref: string; reason: string }[];
  changes: Change[];
}

let runs = 0;

/** Runs the source over the files that it accepts, one batch, as the runner does. */
export async function ingest(store: Store, files: InputFile[], options: IngestOptions = {}): Promise<RunResult> {
  const result: RunResult = { counts: { new: 0, amended: 0, unchanged: 0 }, files: [], records: [], changes: [] };
  await removePending(store.pool);
  const context: IngestContext = {
    store,
    options,
    runId: `run-${++runs}`,
    today: "2026-07-01",
    home: "unused",
    async keep(file, bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const values = [sha256, file.name, bytes.length];
      await store.pool.query(
        "INSERT INTO source_files (sha256, source, name, bytes) VALUES ($1, 'legislators', $2, $3) ON CONFLICT DO NOTHING",
        values,
      );
      return { sha256 };
    },
    readStored: () => Promise.reject(new Error("these tests store no files")),
    count(loaded) {
      for (const outcome of ["new", "amended", "unchanged"] as const) result.counts[outcome] += loaded[outcome];
    },
    async quarantineFile(file, reason) {
      result.files.push(`${file.name} ${reason}`);
    },
    async quarantineRecord(_file, ref, reason) {
      result.records.push({ ref, reason });
    },
  };
  const run = legislatorsSource.open(context);
  await run.take(files.filter((file) => legislatorsSource.accepts(file)));
  await run.finish?.();
  result.changes = await removePending(store.pool);
  return result;
}

/** A member in the layout of legislators-current.yaml; a term is `rep 2013-01-03 2015-01-03 OH-4 Democrat`. */
export function memberYaml(id: string, name: string, terms: string[], more = ""): string {
  const [first, ...rest] = name.split(" ");
  const termYaml = terms.map((term) => {
    const [type, start, end, seat, party] = term.split(" ");
    const [, state, district] = /^([A-Z]+)(?:-(-?\d+))?$/.exec(seat ?? "") ?? [];
    return `  - type: ${type}\n    start: '${start}'\n    end: '${end}'\n    state: ${state}\n${
      district ? `    district: ${district}\n` : "    class: 1\n"
    }    party: ${party}\n`;
  });
  return `- id:\n    bioguide: ${id}\n  name:\n    first: ${first}\n    last: ${rest.join(" ")}\n${more}  bio:\n    birthday: '1960-02-03'\n  terms:\n${termYaml.join("")}`;
}
