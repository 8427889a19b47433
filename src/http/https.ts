// Whether a caller came by https. We speak plain http: a proxy in front of us does the rest, and says so.
import type { IncomingMessage } from "node:http";

/**
 * `isProxy` tells whether TRUST_PROXY believes an address. A request to the host of an https PUBLIC_URL came by https too, even
 * where its proxy does not say so.
 */
export function httpsDetector(
  isProxy: (address: string | undefined) => boolean,
  publicUrl: string | undefined,
): (request: IncomingMessage) => boolean {
  const published = publicUrl?.startsWith("https:") ? new URL(publicUrl).host : undefined;
  return ({ socket, headers }) => {
    const said = headers["x-forwarded-proto"];
    if (said !== undefined && isProxy(socket.remoteAddress)) return String(said).split(",").at(-1)?.trim() === "https";
    return published !== undefined && headers.host === published;
  };
}
