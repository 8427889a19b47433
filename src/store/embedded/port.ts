// The port of the embedded server: one that is free at the first start, and the same one from then on.
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Place } from "./place.ts";

const portFile = (place: Place) => join(place.directory, "port");

/** The port of the last start; `taken`: that port is in use, so another one is chosen. */
export async function choosePort(place: Place, { taken }: { taken: boolean }): Promise<number> {
  const last = taken ? 0 : Number.parseInt(await readFile(portFile(place), "utf8").catch(() => ""), 10);
  return last || (await freePort());
}

export async function rememberPort(place: Place, port: number): Promise<void> {
  await writeFile(portFile(place), `${port}\n`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = address !== null && typeof address === "object" ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
