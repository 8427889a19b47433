// A key as its own account sees it.
import type { KeysQuery } from "../../generated/operations.ts";

export type OwnKey = KeysQuery["viewer"]["keys"][number];
