// `disclosed sync` without its command line, for the failure tests: "today" is a day of the invented corpus, and the
// doubles receive requests faster than publishers do.
import { loadConfig } from "../../src/config/config.ts";
import { derivePending } from "../../src/derive/derive.ts";
import { threads } from "../../src/ingest/isolated/isolated.ts";
import { loadPublisher } from "../../src/ingest/load-source.ts";
import { openOutbound } from "../../src/ingest/outbound/outbound.ts";
import { isFine, type SourceReport } from "../../src/ingest/sync/report.ts";
import { syncAll } from "../../src/ingest/sync/sync-all.ts";
import { openStore } from "../../src/store/store.ts";
import { testContact } from "../support/contact.ts";

threads.module = new URL("../support/typescript-thread.mjs", import.meta.url).href;
const config = loadConfig();
const { home, databaseUrl = "" } = config;
const today = process.argv[2] ?? "";
const store = openStore({ databaseUrl });
const fast = { sec: 500, house: 500, senate: 500, legislators: 500, prices: 500 };
const outbound = openOutbound({ store, home, contact: testContact, requestsPerSecond: fast });
const print = (line: string) => void process.stderr.write(`${line}\n`);
const reports = await syncAll(["legislators", "form345", "house"], {
  store,
  outbound,
  home,
  today,
  from: "2024-01-01",
  publisher: (source) => loadPublisher(source, config),
  watcher: { update: () => {}, say: print },
  signal: new AbortController().signal,
  derive: async () => void (await derivePending(store, { today })),
});
print(JSON.stringify(reports));
await outbound.close();
await store.close();
// the corpus has weeks without a row, whose listings cannot be proven complete; here it matters that every document was
// loaded
const hasAllDocuments = (report: SourceReport) =>
  isFine(report) || (report.status === "behind" && report.failed === report.failed_listings);
process.exitCode = reports.every(hasAllDocuments) ? 0 : 1;
