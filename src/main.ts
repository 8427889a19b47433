// `npm start`: runs the service until it is told to end. What is behind `npm start --` is read as that of `disclosed serve`.
import { runService } from "./start/run.ts";

const args = process.argv.slice(2);
// connections that still linger must not keep a process whose work is done
process.exit(args.length === 0 ? await runService() : await serveAs(args));

async function serveAs(words: string[]): Promise<number> {
  const { run } = await import("./cli/main.ts");
  return await run(["serve", ...words]);
}
