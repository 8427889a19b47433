// The secret that signs people's cookies: SESSION_SECRET, or a file in the home that only its owner can read, created
// at the first start.
import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { homeError } from "../store/embedded/home.ts";
import { StartError } from "./lifecycle.ts";

/**
 * When several processes start concurrently, one creates it and all read the same. Throws StartError for a damaged
 * file.
 */
export async function sessionSecret({ sessionSecret: given, home }: Config): Promise<string> {
  if (given) return given;
  const file = join(home, "session-secret");
  const secret = (await read(file)) ?? (await make(home, file).catch((error) => throwHomeError(error, home)));
  if (secret.length >= 32) return secret;
  throw new StartError(`${file} is damaged; remove it (all users must then sign in again) or set SESSION_SECRET`);
}

function throwHomeError(error: unknown, home: string): never {
  throw homeError(error, home);
}

async function read(file: string): Promise<string | null> {
  try {
    const text = (await readFile(file, "utf8")).trim();
    await chmod(file, 0o600);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Written completely under a temporary name, then linked to its final name, which succeeds only once. */
async function make(home: string, file: string): Promise<string> {
  await mkdir(home, { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await read(file)) ?? "";
}
