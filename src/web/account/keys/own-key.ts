// The type of a key as its owner's operation returns it.
import type { KeysQuery } from "../../generated/operations.ts";

export type OwnKey = KeysQuery["viewer"]["keys"][number];
