// Writes files to the disk: a ready-made file, continuing an interrupted download, and a list as a table.
import { DisclosedError, errorOf } from "./failure.ts";
import type { components } from "./generated/contract.ts";
import type { Fetch } from "./retry.ts";

/** A row of /exports. */
export type ExportFile = components["schemas"]["ExportFile"];

interface DownloadSettings {
  send: Fetch;
  /** max attempts of a download that is interrupted */
  attempts: number;
  /** base URL with /api/v1 */
  base: string;
  headers: Record<string, string>;
}

// loaded when they are used, because the rest of the client also runs without a disk
const files = () => import("node:fs/promises");

/** The bytes beside the target until the file is complete; the name says which content they belong to. */
const partOf = (to: string, { sha256 }: ExportFile) => `${to}.${sha256.slice(0, 16)}.part`;

/**
 * Downloads the missing bytes of the file into a part beside `to`, and gives it its name if its SHA-256 is right.
 * A file that is already complete is not fetched. @throws DisclosedError if it is refused; the part stays for the next call
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
      if ((await sizeOf(part)) < file.bytes)
        throw new Error(`${file.name} ended before all of its bytes were received`);
    } catch (error) {
      if (error instanceof DisclosedError || attempt >= attempts) throw error;
    }
  }
  if ((await sha256Of(part)) !== file.sha256) {
    await rm(part);
    throw new Error(`${file.name} does not match its SHA-256; the part was removed`);
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

/** Writes texts one after the other; the file gets its name when it is complete. */
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
