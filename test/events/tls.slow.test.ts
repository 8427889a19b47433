// Receivers over TLS: the sender trusts what Node trusts, here also an authority of the operator's own
// (NODE_EXTRA_CA_CERTS).
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { endAll } from "../start/processes.ts";
import type { TestStore } from "../support/database.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { until } from "../support/until.ts";
import { startWatcher } from "./processes.ts";
import { storeEvents, subscribe } from "./sending.ts";

const fileOf = (name: string) => join(import.meta.dirname, "tls", `${name}.pem`);

let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await createSeededStore();
  folder = mkdtempSync(join(tmpdir(), "disclosed-tls-"));
});
afterAll(async () => {
  endAll();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A receiver with a certificate of `tls/` that counts its requests. */
async function startReceiver(certificate: string) {
  const pem = readFileSync(fileOf(certificate));
  let requests = 0;
  const server = createServer({ key: pem, cert: pem }, (request, response) => {
    requests++;
    request.resume().on("end", () => response.end());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/`,
    requests: () => requests,
    close: () => server.close().closeAllConnections(),
  };
}

/**
 * Sends one event to a receiver with each certificate. Returns the recorded attempts, each with its receiver's number
 * of requests.
 */
async function deliverTo(certificates: string[], settings: Record<string, string>) {
  const row = await store.prisma.insiderTrade.findFirstOrThrow();
  const watcher = startWatcher({ databaseUrl: store.databaseUrl, home: join(folder, "home"), more: settings });
  try {
    return await Promise.all(
      certificates.map(async (certificate) => {
        const receiver = await startReceiver(certificate);
        const { id } = await subscribe(store, { url: receiver.url });
        await storeEvents(store, { id, list: "trades" }, [{ position: 1, rowId: row.id }]);
        const attempt = () => store.prisma.delivery.findFirst({ where: { subscriptionId: id } });
        await until(async () => (await attempt()) !== null);
        receiver.close();
        return { status: (await attempt())?.status, error: (await attempt())?.error, requests: receiver.requests() };
      }),
    );
  } finally {
    watcher.child.kill("SIGTERM");
    await watcher.ended();
  }
}

it("a certificate of the own authority is accepted; another name and an expired one are refused before sending", async () => {
  const [valid, otherName, expired] = await deliverTo(["valid", "other-name", "expired"], {
    NODE_EXTRA_CA_CERTS: fileOf("ca"),
  });
  expect(valid).toEqual({ status: 200, error: null, requests: 1 });
  expect(otherName).toEqual({
    status: null,
    error: expect.stringMatching(/Host: localhost. is not in the cert/),
    requests: 0,
  });
  expect(expired).toEqual({ status: null, error: "certificate has expired", requests: 0 });
});

it("a certificate of an unknown authority is refused before sending", async () => {
  const [unknown] = await deliverTo(["valid"], {});
  expect(unknown).toEqual({ status: null, error: expect.stringMatching(/unable to verify/), requests: 0 });
});
