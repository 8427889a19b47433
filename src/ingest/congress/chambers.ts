// The source of each chamber's reports.
import { house } from "../house/index.ts";
import type { Chamber } from "../legislators/member.ts";
import { senate } from "../senate/index.ts";

export const chambers: readonly Chamber[] = ["House", "Senate"];

export const sourceOfChamber = { House: house, Senate: senate } as const;
