// Runs a command line in this process and returns what it wrote. Its listeners for signals, which would end with a process of its
// own, are removed.
import { vi } from "vitest";
import { run } from "../../src/cli/main.ts";

interface Outcome<Written> {
  code: number;
  stdout: Written;
  stderr: Written;
}

const streams = ["stdout", "stderr"] as const;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The exit code of `disclosed <args>` and the bytes on both streams. The caller resets `env` with vi.unstubAllEnvs(). */
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

/** As runForBytes, with both streams as text. */
export async function runCommand(args: string[], env: Record<string, string>): Promise<Outcome<string>> {
  const { code, stdout, stderr } = await runForBytes(args, env);
  return { code, stdout: stdout.toString(), stderr: stderr.toString() };
}
