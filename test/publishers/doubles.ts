// All publisher doubles, for the command. A double of one more publisher is one more line here.
import { startedHouse } from "./house.ts";
import type { StartedDouble } from "./kit.ts";
import { startedLegislators } from "./legislators.ts";
import { startedPrices } from "./prices.ts";
import { startedSec } from "./sec-records.ts";
import { startedSenate } from "./senate.ts";

export const doubles: (() => Promise<StartedDouble>)[] = [
  startedSec,
  startedHouse,
  startedSenate,
  startedLegislators,
  startedPrices,
];
