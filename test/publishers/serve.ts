// `npm run publishers`: the doubles as a command. It prints the settings under which `npx disclosed sync` fetches from them instead of
// the publishers, and serves until Ctrl-C. They serve the files of ../shared/data beside the project.
import { existsSync } from "node:fs";
import { commandLine } from "../../scripts/command-line.mjs";
import { testContact } from "../support/contact.ts";
import { startedHouse } from "./house.ts";
import { startedLegislators } from "./legislators.ts";
import { startedPrices } from "./prices.ts";
import { startedSec } from "./sec-records.ts";
import { startedSenate } from "./senate.ts";
import { sharedData } from "./shared-data.ts";

commandLine(
  "npm run publishers",
  "Doubles of the publishers on loopback, and the settings under which commands fetch from them",
).parse();

if (!existsSync(sharedData)) {
  console.error(`publishers: ${sharedData} is not there, and the doubles serve nothing else`);
  process.exit(1);
}
const started = await Promise.all([
  startedSec(),
  startedHouse(),
  startedSenate(),
  startedLegislators(),
  startedPrices(),
]);
console.log("# settings for `npx disclosed sync` against the doubles; Ctrl-C ends them");
console.log(`export CONTACT="${testContact}"`);
for (const { settings } of started)
  for (const [name, value] of Object.entries(settings)) console.log(`export ${name}=${value}`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    await Promise.all(started.map(({ double }) => double.close()));
    process.exit(0);
  });
