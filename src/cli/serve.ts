// `disclosed serve`: the same as `npm start`, without the build before it.
import type { Command } from "commander";

export function registerServe(program: Command): void {
  program
    .command("serve")
    .description("start the service and serve until Ctrl-C; settings come from the environment")
    .action(async () => {
      const { runService } = await import("../start/run.ts");
      process.exit(await runService());
    });
}
