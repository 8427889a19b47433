// Where the service listens, and the address that a caller on this machine uses.
import { createServer } from "node:net";
import type { Config } from "../config/config.ts";
import { StartError } from "./lifecycle.ts";

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

/** An address to listen on, and the settings that name it. */
export interface ListenAddress {
  port: number;
  host: string;
  settings: { port: string; host: string };
}

export const addressOf = ({ port, host }: Pick<Config, "port" | "host">): ListenAddress => ({
  port,
  host,
  settings: { port: "PORT", host: "HOST" },
});

/** Where the service serves its metrics; undefined without METRICS_PORT. */
export const metricsAddressOf = (config: Pick<Config, "metricsPort" | "metricsHost">) =>
  onMetricsHost(config, "METRICS_PORT", config.metricsPort);

/** Where `sync --watch` serves its metrics; undefined without SYNC_METRICS_PORT. */
export const syncMetricsAddressOf = (config: Pick<Config, "syncMetricsPort" | "metricsHost">) =>
  onMetricsHost(config, "SYNC_METRICS_PORT", config.syncMetricsPort);

function onMetricsHost(
  { metricsHost: host }: Pick<Config, "metricsHost">,
  setting: string,
  port: number | undefined,
): ListenAddress | undefined {
  return port === undefined ? undefined : { port, host, settings: { port: setting, host: "METRICS_HOST" } };
}

/** Fails immediately if the port cannot be bound, so that no database is started needlessly. */
export async function checkPort(address: ListenAddress): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error) => reject(listenError(error, address)));
    probe.listen(address.port, address.host, () => probe.close(() => resolve()));
  });
}

/** The one-line message for a port or address that cannot be listened on. */
export function listenError(error: unknown, { port, host, settings }: ListenAddress): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return new StartError(`Port ${port} on ${host} is in use; set ${settings.port} to another one (0: any free one)`, {
      cause: error,
    });
  if (code === "EACCES")
    return new StartError(
      `${settings.port}=${port} may not be used by this user; set ${settings.port} to 1024 or more`,
    );
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new StartError(
      `${settings.host}=${host} is not an address of this machine; set ${settings.host} to 127.0.0.1, or 0.0.0.0 for all`,
    );
  return error;
}
