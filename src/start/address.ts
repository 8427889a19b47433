// Where the service listens, and the address that a caller on this machine uses.
import { createServer } from "node:net";
import type { Config } from "../config.ts";
import { StartError } from "./failure.ts";

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/i;

export function isLoopback(host: string): boolean {
  return loopback.test(host);
}

/**
 * PUBLIC_URL, else the address that the service listens on; "all addresses" becomes this machine's loopback address.
 */
export function publicUrlOf(config: Config, port: number): string {
  if (config.publicUrl) return config.publicUrl;
  const host = config.host === "0.0.0.0" ? "127.0.0.1" : config.host === "::" ? "::1" : config.host;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Fails immediately where the port cannot be bound, before a database is started in vain. */
export async function checkPort({ port, host }: Pick<Config, "port" | "host">): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error) => reject(listenError(error, port, host)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** The one-line message for a port or address that cannot be listened on. */
export function listenError(error: unknown, port: number, host: string, setting = "PORT"): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return new StartError(`Port ${port} on ${host} is taken; set ${setting} to another one (0: any free one)`, {
      cause: error,
    });
  if (code === "EACCES")
    return new StartError(`${setting}=${port} may not be used by this user; set ${setting} to 1024 or more`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new StartError(`HOST=${host} is no address of this machine; set HOST to 127.0.0.1, or 0.0.0.0 for all`);
  return error;
}
