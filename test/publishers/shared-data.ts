// The publishers' own records, in the data folder beside the project. Nothing of it is copied.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/lib/package-root.ts";

export const sharedData = join(packageRoot, "..", "shared", "data");

/**
 * True if tests of real records run: they take minutes and seldom fail, so the everyday suite leaves them out (vitest.config.ts).
 * A checkout without these records has none of them either.
 */
export const hasRecords = (path = "") => process.env.SUITE !== undefined && existsSync(join(sharedData, path));
