// Corrects stored forms if a newer release reads or matches them differently.
import type { Store } from "../../store/store.ts";
import { settleAmendmentsAgain } from "./amendments/settle-all.ts";
import { readPlansAgain } from "./stored-plans.ts";
import { readTitlesAgain } from "./stored-titles.ts";

/** Executes the pending requests of migrations, before the derivation that uses the changed rows. */
export default async function correctStoredForms(store: Pick<Store, "pool">): Promise<void> {
  await readPlansAgain(store);
  await readTitlesAgain(store);
  await settleAmendmentsAgain(store);
}
