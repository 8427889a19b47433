// Where the running service of a home counts and keeps its data, for the commands: a file under DISCLOSED_HOME that only its
// owner can read. What a service left behind that no longer runs is not believed.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { processToken } from "../store/embedded/process-identity.ts";

const form = z.object({
  pid: z.number().int(),
  token: z.string(),
  databaseUrl: z.string().optional(),
  databaseDirectUrl: z.string().optional(),
  redisUrl: z.string().optional(),
  publicUrl: z.string().optional(),
});

/** Settings of the service that a command of the same home has to know. Absent: the embedded database, no Redis. */
export type ServicePlace = Pick<z.infer<typeof form>, "databaseUrl" | "databaseDirectUrl" | "redisUrl" | "publicUrl">;

const fileOf = (home: string) => join(home, "service.json");

/** Tells the commands of this home where the service keeps things. Returns what takes it back. */
export async function announcePlace(home: string, place: ServicePlace): Promise<() => Promise<void>> {
  const content = JSON.stringify({ ...place, pid: process.pid, token: processToken(process.pid) ?? "" });
  await mkdir(home, { recursive: true });
  // it may hold passwords; an old file keeps its mode, so it goes first
  await rm(fileOf(home), { force: true });
  await writeFile(fileOf(home), content, { mode: 0o600 });
  return async () => {
    if ((await read(home))?.pid === process.pid) await rm(fileOf(home), { force: true });
  };
}

/** What the running service of this home said, or nothing. */
export async function findPlace(home: string): Promise<ServicePlace> {
  const place = await read(home);
  return place && processToken(place.pid) === place.token ? place : {};
}

async function read(home: string): Promise<z.infer<typeof form> | null> {
  try {
    return form.parse(JSON.parse(await readFile(fileOf(home), "utf8")));
  } catch {
    return null;
  }
}
