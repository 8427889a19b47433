// What a newer release reads or matches otherwise in the forms that are stored already.
import type { Store } from "../../store/store.ts";
import { matchAmendmentsAgain } from "./stored-amendments.ts";
import { readPlansAgain } from "./stored-plans.ts";

/** Does what the notes of migrations request, before the derivation that takes the changed rows along. */
export async function correctStoredForms(store: Pick<Store, "pool">): Promise<void> {
  await readPlansAgain(store);
  await matchAmendmentsAgain(store);
}
