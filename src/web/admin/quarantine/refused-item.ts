// The type of a quarantined item as the dashboard's operation returns it.
import type { QuarantineItemQuery } from "../../generated/operations.ts";

export type RefusedItem = QuarantineItemQuery["quarantineItem"];
