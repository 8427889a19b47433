// Whose reports those of a chamber are.
import { house } from "../house/index.ts";
import { senate } from "../senate/index.ts";
import type { Chamber } from "./record.ts";

export const chambers: readonly Chamber[] = ["House", "Senate"];

export const sourceOfChamber = { House: house, Senate: senate } as const;
