// Starts the `disclosed` command as a process of its own over a test's database, with no schedule of a publisher and
// without the index.
import { type Running, run } from "../start/processes.ts";
import { testContact } from "./contact.ts";

export interface CommandOptions {
  databaseUrl: string;
  /** DISCLOSED_HOME */
  home: string;
  /** further environment variables */
  more?: Record<string, string>;
  /** modules that are loaded before the command */
  imports?: string[];
}

export function startCommand(args: string[], { databaseUrl, home, more = {}, imports = [] }: CommandOptions): Running {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: databaseUrl,
    DISCLOSED_HOME: home,
    CONTACT: testContact,
    SYNC_SCHEDULES: "house=off",
    TRADE_INDEX: "false",
    WEBHOOKS_ALLOW_LOOPBACK: "true",
    ...more,
  };
  const flags = ["tsx", ...imports].flatMap((module) => ["--import", module]);
  return run(process.execPath, [...flags, "test/support/command.ts", ...args], { env });
}
