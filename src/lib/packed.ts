// Compresses bytes that are sent to many callers, once in each coding.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A content coding; `identity` is uncompressed. */
export type Coding = "br" | "gzip" | "identity";

export type Packed = Record<Coding, Buffer>;

const packGzip = promisify(gzip);
const packBrotli = promisify(brotliCompress);

/** `often`: for bytes that are compressed for each response: in a third of the time, a tenth larger. */
export function packAs(coding: Coding, plain: Buffer, often = false): Promise<Buffer> {
  if (coding === "br") return packBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: often ? 3 : 5 } });
  return coding === "gzip" ? packGzip(plain, { level: often ? 1 : 6 }) : Promise.resolve(plain);
}

export async function packed(plain: Buffer): Promise<Packed> {
  const [br, small] = await Promise.all([packAs("br", plain), packAs("gzip", plain)]);
  return { br, gzip: small, identity: plain };
}

/** The coding with the smallest response, of those that the caller accepts. */
export function codingFor(request: { acceptsEncodings(coding: string): string | false }): Coding {
  // browsers name gzip first; brotli is preferred because it is smaller
  if (request.acceptsEncodings("br")) return "br";
  return request.acceptsEncodings("gzip") ? "gzip" : "identity";
}
