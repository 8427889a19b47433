// Processes of the `disclosed` command that match and send webhooks over a test's database, and that ask no publisher.
import { type Running, run } from "../start/processes.ts";
import { testContact } from "../support/contact.ts";

interface Where {
  databaseUrl: string;
  /** DISCLOSED_HOME */
  home: string;
  /** further environment variables */
  more?: Record<string, string>;
}

export function startCommand(args: string[], { databaseUrl, home, more = {} }: Where): Running {
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

export const startWatcher = (where: Where): Running => startCommand(["sync", "house", "--watch"], where);
