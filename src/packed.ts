// Bytes that are sent to many callers, compressed once in each coding.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A content coding; `identity` is none. */
export type Coding = "br" | "gzip" | "identity";

export type Packed = Record<Coding, Buffer>;

const packGzip = promisify(gzip);
const packBrotli = promisify(brotliCompress);

export function packAs(coding: Coding, plain: Buffer): Promise<Buffer> {
  if (coding === "br") return packBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return coding === "gzip" ? packGzip(plain) : Promise.resolve(plain);
}

export async function packed(plain: Buffer): Promise<Packed> {
  const [br, small] = await Promise.all([packAs("br", plain), packAs("gzip", plain)]);
  return { br, gzip: small, identity: plain };
}

/** The coding that makes the answer smallest, of those that the caller takes. */
export function codingFor(request: { acceptsEncodings(coding: string): string | false }): Coding {
  // browsers name gzip first; which of two equal forms is smaller is ours to know
  if (request.acceptsEncodings("br")) return "br";
  return request.acceptsEncodings("gzip") ? "gzip" : "identity";
}
