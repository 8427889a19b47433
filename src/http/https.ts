// Detects whether a caller used https. The service itself speaks plain http; a proxy in front of it terminates TLS and
// says so in X-Forwarded-Proto.
import type { IncomingMessage } from "node:http";

/**
 * `isProxy`: whether an address is in TRUST_PROXY. A request to the host of an https PUBLIC_URL counts as https, even
 * where the proxy does not say so.
 */
export function httpsDetector(
  isProxy: (address: string | undefined) => boolean,
  publicUrl: string | undefined,
): (request: IncomingMessage) => boolean {
  const published = publicUrl?.startsWith("https:") ? new URL(publicUrl).host : undefined;
  return ({ socket, headers }) => {
    const protocol = headers["x-forwarded-proto"];
    if (protocol !== undefined && isProxy(socket.remoteAddress))
      return String(protocol).split(",").at(-1)?.trim() === "https";
    return published !== undefined && headers.host === published;
  };
}
