// `npm start`: runs the service until it receives a signal to stop. Arguments after `npm start --` are those of
// `disclosed serve`.
import { currentFolder, lostFolderProblem } from "./config/start-errors.ts";

if (currentFolder() === undefined) {
  process.stderr.write(`disclosed: ${lostFolderProblem}\n`);
  process.exit(2);
}
// some libraries need the current folder when they are loaded
const { runService } = await import("./start/run.ts");

const args = process.argv.slice(2);
// exits explicitly, because open connections would keep a finished process running
process.exit(args.length === 0 ? await runService() : await serveAs(args));

async function serveAs(words: string[]): Promise<number> {
  const { run } = await import("./cli/main.ts");
  return await run(["serve", ...words]);
}
