// A process that sends webhooks, for the failure tests: matching and a sender with short timeouts. Names that end in
// `.example.com` resolve to the receivers' address the first time, and later to closed addresses. It prints every
// address that one of its sockets tries.
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { startMatching } from "../../src/events/matching.ts";
import { openPost, webhookCourier } from "../../src/events/post.ts";
import { startSender } from "../../src/events/sender.ts";
import { type Resolve, resolveBySystem } from "../../src/events/webhook-address.ts";
import { openRowsById } from "../../src/export/rows.ts";
import { openListener } from "../../src/store/connections/listen.ts";
import { openStore } from "../../src/store/store.ts";
import { vocabulary } from "../rest/vocabulary.ts";

const closedAddresses = ["10.0.0.7", "169.254.169.254", "192.168.1.1", "100.64.0.1", "fd00::1", "::ffff:127.0.0.1"];
const lookUps = new Map<string, number>();

const resolve: Resolve = async (name) => {
  if (!name.endsWith(".example.com")) return await resolveBySystem(name);
  const lookUp = lookUps.get(name) ?? 0;
  lookUps.set(name, lookUp + 1);
  return lookUp === 0 ? ["127.0.2.1"] : [closedAddresses[lookUp % closedAddresses.length] ?? ""];
};

subscribe("net.client.socket", (message) => {
  const { socket } = message as { socket: Socket };
  socket.on("connectionAttempt", (address: string) => console.log(`tries ${address}`));
});

const databaseUrl = process.env.DATABASE_URL ?? "";
const store = openStore({ databaseUrl });
const listener = openListener(databaseUrl);
const printFailure = (error: unknown) => console.log(`failed ${error}`);
startSender({
  channel: "webhook",
  store,
  listener,
  rowsById: openRowsById(store, vocabulary),
  courier: webhookCourier(
    openPost({
      address: { allowsLoopback: true, resolve },
      version: "0.0.0",
      limits: { headMs: 1_500, bodyMs: 300 },
    }),
  ),
  report: (report) => report.kind === "failed" && printFailure(report.error),
  limits: { leaseSeconds: 5 },
});
startMatching({ store, listener, failed: printFailure });
console.log("sending");
