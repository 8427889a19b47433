// Bounds the headers in which a caller states preferences. Choosing among them costs more than reading them, it is done
// before the caller is known, and libraries do it too. A header beyond the bound counts as absent, which RFC 9110
// (sections 12.4.1 and 12.5) allows: a preference may be disregarded. Imports nothing of this project.
import type { IncomingHttpHeaders } from "node:http";

/** letters; what browsers and programs send is shorter than 300 */
const maxNegotiated = 1_000;

const negotiated = ["accept", "accept-charset", "accept-encoding", "accept-language"] as const;

/** The value of a header that states preferences; undefined where it is absent or beyond the bound. */
export const withinBound = (value: string | undefined): string | undefined =>
  value !== undefined && value.length > maxNegotiated ? undefined : value;

/** Removes those beyond the bound, so that nothing behind this reads them. */
export function dropLongPreferences(headers: IncomingHttpHeaders): void {
  for (const name of negotiated) if ((headers[name]?.length ?? 0) > maxNegotiated) delete headers[name];
}
