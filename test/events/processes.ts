// The process that matches and sends webhooks over a test's database, and fetches from no publisher.
import type { Running } from "../start/processes.ts";
import { type CommandOptions, startCommand } from "../support/start-command.ts";

export const startWatcher = (options: CommandOptions): Running => startCommand(["sync", "house", "--watch"], options);
