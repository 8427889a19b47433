// A built release in its folder: its commands and its service, on a database that other releases use too.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Running, run } from "../start/processes.ts";

export interface Release {
  name: string;
  /** Runs `disclosed <args> --json` and returns its parsed output. Throws with its error output when it fails. */
  command(...args: string[]): Promise<unknown>;
  /** Starts the service. */
  serve(): Promise<Served>;
  remove(): void;
}

interface Served {
  base: string;
  /** the end of its output */
  logs(): string;
  stop(): Promise<void>;
}

const execute = promisify(execFile);

export function releaseIn(folder: string, name: string, databaseUrl: string): Release {
  const home = mkdtempSync(join(tmpdir(), "disclosed-upgrade-"));
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    DISCLOSED_HOME: home,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "error",
  };
  return {
    name,
    async command(...args) {
      const given = [join(folder, "bin/disclosed.js"), ...args, "--json"];
      const { stdout } = await execute(process.execPath, given, { cwd: folder, env }).catch((error) => {
        throw new Error(`${name}: disclosed ${args.join(" ")}: ${error.stderr || error.message}`);
      });
      return JSON.parse(stdout);
    },
    async serve() {
      const service = run(process.execPath, ["dist/src/main.js"], { cwd: folder, env: { ...env, PORT: "0" } });
      const [, base = ""] = await service.prints(/Base URL {2}(\S+)\/api\/v1/, 120_000);
      return { base, logs: () => service.output().slice(-2000), stop: () => stop(service, name) };
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

async function stop({ child, ended, output }: Running, name: string): Promise<void> {
  child.kill("SIGTERM");
  const code = await ended();
  if (code !== 0) throw new Error(`${name}: the service ended with ${code}:\n${output()}`);
}
