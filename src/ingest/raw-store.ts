// Raw files as published, stored content-addressed and gzipped under DISCLOSED_HOME/raw/ab/cdef..., so that every row
// can be rebuilt. An existing file is never written again.
import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Lower-case hex SHA-256 of the bytes: the identity of a raw file. */
function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Path of the raw file with that hash. */
export function rawPath(home: string, hash: string): string {
  return join(home, "raw", hash.slice(0, 2), `${hash.slice(2)}.gz`);
}

/**
 * Stores the bytes and returns their hash. Writes a temporary file and renames it, so that a crash leaves no partial
 * file.
 */
export async function keepRaw(home: string, bytes: Buffer): Promise<string> {
  const hash = sha256(bytes);
  const path = rawPath(home, hash);
  if (await exists(path)) return hash;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, await compress(bytes, { level: 4 }));
    await rename(draft, path);
  } catch (error) {
    // a full disk must not retain a partial file
    await rm(draft, { force: true });
    throw error;
  }
  return hash;
}

/** The bytes of a stored file. Throws if it does not exist, or if its bytes no longer match its hash. */
export async function readRaw(home: string, hash: string): Promise<Buffer> {
  const bytes = await decompress(await readFile(rawPath(home, hash)));
  if (sha256(bytes) !== hash) throw new Error(`raw file ${hash} is damaged`);
  return bytes;
}

/** True if the raw file with that hash is on this machine. */
export async function hasRaw(home: string, hash: string): Promise<boolean> {
  return await exists(rawPath(home, hash));
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
