// Runs a command line in this process, with what it wrote and nothing left behind: its listeners for signals would end with its
// own process, and so would its environment.
import { vi } from "vitest";
import { run } from "../../src/cli/main.ts";

interface Outcome<Written> {
  code: number;
  stdout: Written;
  stderr: Written;
}

const streams = ["stdout", "stderr"] as const;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The exit code of `disclosed <args>` and the bytes on both streams. The caller takes `env` back with vi.unstubAllEnvs(). */
export async function runForBytes(args: string[], env: Record<string, string>): Promise<Outcome<Buffer>> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const spies = streams.map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((chunk, done?: unknown) => {
      written[stream].push(Buffer.from(chunk));
      if (typeof done === "function") done();
      return true;
    }),
  );
  const before = signals.map((name) => process.listeners(name));
  try {
    const code = await run(args);
    return { code, stdout: Buffer.concat(written.stdout), stderr: Buffer.concat(written.stderr) };
  } finally {
    for (const [index, name] of signals.entries())
      for (const listener of process.listeners(name))
        if (!before[index]?.includes(listener)) process.removeListener(name, listener);
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
  }
}

/** The same with texts. */
export async function runCommand(args: string[], env: Record<string, string>): Promise<Outcome<string>> {
  const { code, stdout, stderr } = await runForBytes(args, env);
  return { code, stdout: stdout.toString(), stderr: stderr.toString() };
}
