// A proxy to a server that simulates failures of the network: it passes, refuses, swallows, delays, or cuts off in the middle
// of a response.
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface TcpProxy {
  port: number;
  /** passes everything on, as a healthy network does */
  pass(): Promise<void>;
  /** the port is closed, and open connections end */
  refuse(): Promise<void>;
  /** connections stay open and new ones are accepted, but no bytes pass in either direction */
  swallow(): void;
  /** everything arrives so many milliseconds later */
  delay(milliseconds: number): void;
  /** every connection breaks in the middle of its next response */
  cut(): void;
  close(): Promise<void>;
}

type Mode = { kind: "pass" } | { kind: "swallow" } | { kind: "delay"; ms: number } | { kind: "cut" };

/** Passes connections on to a port of 127.0.0.1. */
export async function startProxy(target: number): Promise<TcpProxy> {
  let mode: Mode = { kind: "pass" };
  const setMode = (to: Mode) => {
    mode = to;
  };
  const open = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;

  function join(near: Socket): void {
    const far = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on("error", () => {});
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
      // sequentially, whatever the delays: bytes stay in order
      let before: Promise<void> = Promise.resolve();
      from.on("data", (bytes) => {
        before = before.then(() => carry(bytes, to, from === far));
      });
    }
  }

  async function carry(bytes: Buffer, to: Socket, isResponse: boolean): Promise<void> {
    if (mode.kind === "delay") await sleep(mode.ms);
    // swallowed bytes arrive when the proxy passes again, as after a network failure
    while (mode.kind === "swallow" && !to.destroyed) await sleep(10);
    if (to.destroyed) return;
    if (mode.kind === "cut" && isResponse) {
      to.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => to.destroy());
      return;
    }
    to.write(bytes);
  }

  async function listen(): Promise<void> {
    if (server) return;
    const fresh = createServer(join);
    fresh.listen(port, "127.0.0.1");
    await once(fresh, "listening");
    const address = fresh.address();
    port = typeof address === "object" && address ? address.port : port;
    server = fresh;
  }

  async function refuse(): Promise<void> {
    const listening = server;
    server = undefined;
    listening?.close();
    for (const socket of open) socket.destroy();
    if (listening?.listening) await once(listening, "close");
  }

  await listen();
  return {
    port,
    async pass() {
      mode = { kind: "pass" };
      await listen();
    },
    refuse,
    swallow: () => setMode({ kind: "swallow" }),
    delay: (ms) => setMode({ kind: "delay", ms }),
    cut: () => setMode({ kind: "cut" }),
    async close() {
      mode = { kind: "pass" };
      await refuse();
    },
  };
}
