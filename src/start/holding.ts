// What a store holds at the start of the service.
import { kindOf } from "../store/sample-data.ts";
import type { Store } from "../store/store.ts";

/** The content of the store: nothing (or an interrupted sample), invented records, or real ones. */
export type Holding = "empty" | "sample" | "real";

export async function holdingOf(store: Store): Promise<Holding> {
  const kind = await kindOf(store.pool);
  return kind === "filling" ? "empty" : kind;
}
