// Processes of the `disclosed` command that match and send webhooks over a test's database, and fetch from no
// publisher.
import { type Running, run } from "../start/processes.ts";
import { testContact } from "../support/contact.ts";

interface CommandOptions {
  databaseUrl: string;
  /** DISCLOSED_HOME */
  home: string;
  /** further environment variables */
  more?: Record<string, string>;
}

export function startCommand(args: string[], { databaseUrl, home, more = {} }: CommandOptions): Running {
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
  return run(process.execPath, ["--import", "tsx", "test/support/command.ts", ...args], { env });
}

export const startWatcher = (options: CommandOptions): Running => startCommand(["sync", "house", "--watch"], options);
