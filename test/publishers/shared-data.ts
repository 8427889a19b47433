// Where the publishers' own records stand for the doubles: the data folder beside the project. Nothing of it is copied.
import { join } from "node:path";
import { packageRoot } from "../../src/package-root.ts";

export const sharedData = join(packageRoot, "..", "shared", "data");
