// The public data pages: their documents, the thread that renders them, their cache and their limit.
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Request } from "express";
import type { PublicReads } from "../graph/endpoint-plugins.ts";
import { visitorOf } from "../http/auth.ts";
import { todayUtc } from "../lib/calendar-date.ts";
import { packageRoot } from "../lib/package-root.ts";
import type { Built } from "../pages/built.ts";
import { createDataPages } from "../pages/data/data-pages.ts";
import { createPageCache, createRenderer } from "../pages/data/renderer.ts";
import type { Visitors } from "../pages/viewer.ts";
import type { Execute } from "../ports/execution.ts";
import { createVisitLimiter } from "../quota/limiter.ts";
import type { DataVersionWatch } from "../store/connections/listen.ts";
import type { openExecution } from "./execute-documents.ts";
import type { Parts } from "./parts.ts";

/** the caller for whom pages are read in the fair share: all visitors together */
const visitorsShare = { accountId: "visitors" };

export async function openPublicPages(
  { config, metrics, closers, log, publicUrl }: Parts,
  { executeFor }: Pick<Awaited<ReturnType<typeof openExecution>>, "executeFor">,
  dataVersion: DataVersionWatch,
) {
  const { mode, perMinute, cacheMb } = config.publicPages;
  const documents = new Map(
    Object.entries<string>(JSON.parse(await readFile(join(packageRoot, "src/web/generated/public.json"), "utf8"))),
  );
  const admit = createVisitLimiter(perMinute);
  const publicReads: PublicReads = {
    documents: new Set(mode === "off" ? [] : documents.keys()),
    isOpen: mode === "open",
    admit: (request: IncomingMessage) => admit(visitorOf(request as Request).address),
  };
  const cache = createPageCache(cacheMb * 1024 * 1024);
  const { statistics } = cache;
  metrics.observe("page_cache_hits_total", "Data pages that were sent from the cache", () => statistics.hits);
  metrics.observe("page_cache_misses_total", "Data pages that were rendered", () => statistics.misses);
  metrics.observe("page_cache_bytes", "Size of the cached data pages in bytes", statistics.bytes);
  const renderer = createRenderer(join(packageRoot, "dist/web/server/render-worker.js"));
  closers.add(() => renderer.close());
  // each is prepared when a page first needs it: all of them together would delay the start, or other requests
  const executors = new Map<string, Execute>();
  const executorOf = (hash: string): Execute => {
    const text = documents.get(hash);
    if (text === undefined) throw new Error(`a page needs ${hash}, which is not a public document`);
    const execute = executors.get(hash) ?? executeFor(new Map([[hash, text]]));
    executors.set(hash, execute);
    return execute;
  };
  const pages = (built: Built, visitors: Visitors) =>
    createDataPages({
      built,
      mode,
      visitors,
      origin: () => publicUrl().replace(/\/$/, ""),
      hashes: new Map([...documents].map(([hash, text]) => [/^query (\w+)/.exec(text)?.[1] ?? "", hash])),
      read: async (hash, variables) => await executorOf(hash)(hash, variables, visitorsShare),
      version: () => dataVersion.current(),
      today: todayUtc,
      admit,
      renderer,
      cache,
      log,
    });
  return { publicReads, pages };
}
