// Runs a source over files without reading archives, in a real context over a real store, as the runner does.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { RunContext } from "../../src/ingest/run/run-context.ts";
import { type IngestOptions, type InputFile, type Source, silent } from "../../src/ingest/source.ts";
import type { Store } from "../../src/store/store.ts";

/** A file with the given content. */
export function inputFile(path: string, content: string | Buffer): InputFile {
  return { path, name: basename(path), read: async () => Buffer.from(content) };
}

/** Ingests the files that the source accepts in one batch. Returns the context with its counts and changes. */
export async function ingestFiles(
  store: Store,
  source: Source,
  files: InputFile[],
  { today = "2026-07-31", ...options }: IngestOptions & { today?: string } = {},
): Promise<RunContext> {
  const { id: runId } = await store.prisma.ingestionRun.create({ data: { source: source.name } });
  const home = mkdtempSync(join(tmpdir(), "disclosed-ingest-"));
  const context = new RunContext({
    store,
    source: source.name,
    options,
    runId,
    home,
    today,
    progress: silent,
  });
  const run = source.open(context);
  await run.take(files.filter((file) => source.accepts(file)));
  await run.finish?.();
  await context.flush();
  return context;
}
