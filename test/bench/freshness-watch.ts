// `disclosed sync form345 --watch` for the benchmark, with the clock at a time of day at which EDGAR accepts filings. It fetches
// from today on, and sends webhooks.
import { Registry } from "prom-client";
import { loadConfig } from "../../src/config/config.ts";
import { derivePending } from "../../src/derive/derive.ts";
import { threads } from "../../src/ingest/isolated/isolated.ts";
import { loadPublisher } from "../../src/ingest/load-source.ts";
import { openOutbound } from "../../src/ingest/outbound/outbound.ts";
import { watch } from "../../src/ingest/sync/watch.ts";
import { todayUtc } from "../../src/lib/calendar-date.ts";
import { startWebhookSender } from "../../src/start/senders.ts";
import { openStore } from "../../src/store/store.ts";
import { testContact } from "../support/contact.ts";

threads.module = new URL("../support/typescript-thread.mjs", import.meta.url).href;
const config = loadConfig();
const { home, databaseUrl = "" } = config;
const store = openStore({ databaseUrl });
await startWebhookSender("watch", {
  config: { webhooks: { ...config.webhooks, allowsLoopback: true } },
  store,
  directUrl: databaseUrl,
  version: "0.0.0",
  registry: new Registry(),
  report: (report) => console.error(report),
});
await watch(["form345"], {
  store,
  outbound: openOutbound({ store, home, contact: testContact }),
  home,
  from: todayUtc(),
  publisher: (source) => loadPublisher(source, config),
  watcher: { update: () => {}, say: (line) => console.error(line) },
  signal: new AbortController().signal,
  derive: async () => void (await derivePending(store, { today: todayUtc() })),
  today: todayUtc,
  // a Friday evening in New York
  now: () => new Date("2026-07-10T22:00:00Z"),
  schedules: {},
  onReport: (report) => console.error(JSON.stringify(report)),
});
