// A proxy before several processes of the service: the distribution's haproxy, as an operator would set it up.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";

const program = process.env.HAPROXY || "haproxy";

/** Without haproxy the tests that need it are skipped, with a warning. */
export const withoutHaproxy = spawnSync(program, ["-v"]).status !== 0;
if (withoutHaproxy) console.warn("SKIPPED: no haproxy on the PATH (or in HAPROXY), so no test runs behind a proxy");

/** Requests only read and may be retried. So a process that dies with one causes no error for its caller. */
const configuration = (port: number, servers: string[]) => `
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  option forwardfor
  option redispatch
  retries 4
  retry-on conn-failure empty-response
  option httpchk GET /readyz
  timeout check 3s
  default-server check inter 500ms fall 1 rise 1
frontend callers
  bind 127.0.0.1:${port}
  default_backend service
backend service
  balance leastconn
${servers.map((address, index) => `  server s${index} ${address}\n`).join("")}`;

/** `bases`: base URLs of the processes. */
export async function startHaproxy(bases: string[]): Promise<{ base: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "disclosed-proxy-"));
  const file = join(folder, "haproxy.cfg");
  const port = await freePort();
  const servers = bases.map((base) => new URL(base).host);
  writeFileSync(file, configuration(port, servers));
  const child = spawn(program, ["-f", file, "-db"], { stdio: "ignore" });
  for (let waited = 0; !(await isOpen(port)); waited += 50) {
    if (waited > 10_000 || child.exitCode !== null) throw new Error("haproxy did not start");
    await sleep(50);
  }
  return { base: `http://127.0.0.1:${port}`, close: () => end(child, folder) };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.unref().end();
  });
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}
