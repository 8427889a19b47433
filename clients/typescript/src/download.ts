// Files to the disk: a ready-made file, which goes on where an earlier attempt stopped, and a list as a table.
import { DisclosedError, errorOf } from "./failure.ts";
import type { components } from "./generated/contract.ts";
import type { Fetch } from "./retry.ts";

/** A row of /exports. */
export type ExportFile = components["schemas"]["ExportFile"];

interface DownloadSettings {
  send: Fetch;
  /** how often a download that breaks off is begun at most */
  attempts: number;
  /** base URL with /api/v1 */
  base: string;
  headers: Record<string, string>;
}

// loaded when they are used: the rest of the client runs where there is no disk
const files = () => import("node:fs/promises");

/** Bytes beside the target until the file is whole; the name says of which content they are. */
const partOf = (to: string, { sha256 }: ExportFile) => `${to}.${sha256.slice(0, 16)}.part`;

/**
 * Fetches the file into a part beside `to`, from the byte on that is missing, and gives it its name when its SHA-256 is right.
 * A file that is there already is not fetched. @throws DisclosedError where it is refused; what has come stays for the next call
 */
export async function download(
  { attempts, ...settings }: DownloadSettings,
  file: ExportFile,
  to: string,
): Promise<void> {
  const { rename, rm } = await files();
  if ((await sizeOf(to)) === file.bytes && (await sha256Of(to)) === file.sha256) return;
  const part = partOf(to, file);
  if ((await sizeOf(part)) > file.bytes) await rm(part);
  for (let attempt = 1; (await sizeOf(part)) < file.bytes; attempt++) {
    try {
      await fetchRest(settings, file, part, await sizeOf(part));
    } catch (error) {
      if (error instanceof DisclosedError || attempt >= attempts) throw error;
    }
  }
  if ((await sha256Of(part)) !== file.sha256) {
    await rm(part);
    throw new Error(`${file.name} came with another content than its SHA-256 says; the part was removed`);
  }
  await rename(part, to);
}

async function fetchRest(
  { send, base, headers }: Omit<DownloadSettings, "attempts">,
  { name, sha256 }: ExportFile,
  part: string,
  start: number,
): Promise<void> {
  const rest: Record<string, string> = start > 0 ? { Range: `bytes=${start}-`, "If-Range": `"${sha256}"` } : {};
  const response = await send(new Request(`${base}/exports/${name}`, { headers: { ...headers, ...rest } }));
  if (!response.ok) throw await errorOf(response);
  const { open } = await files();
  // 200: the service sends it from the beginning
  const handle = await open(part, response.status === 206 ? "a" : "w");
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) await handle.appendFile(chunk);
  } finally {
    await handle.close();
  }
}

/** Writes texts one after the other; the file has its name when it is whole. */
export async function write(to: string, texts: AsyncIterable<string>): Promise<void> {
  const { open, rename, rm } = await files();
  const part = `${to}.part`;
  const handle = await open(part, "w");
  try {
    for await (const text of texts) await handle.appendFile(text);
    await handle.close();
    await rename(part, to);
  } catch (error) {
    await handle.close();
    await rm(part, { force: true });
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  const { stat } = await files();
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function sha256Of(path: string): Promise<string> {
  const [{ createHash }, { createReadStream }] = await Promise.all([import("node:crypto"), import("node:fs")]);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}
