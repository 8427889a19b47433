// A database of its own with the hand-made store of seed.ts.
import { openStore } from "../../src/store/store.ts";
import { cloneTemplate, filledTemplate } from "./clone.ts";
import type { TestStore } from "./database.ts";
import { seedStore } from "./seed.ts";

/** As createTestStore, with the seed's rows: a run fills one store, and each call clones it. */
export async function createSeededStore(): Promise<TestStore> {
  const template = await filledTemplate("seeded", async (databaseUrl) => {
    const store = openStore({ databaseUrl });
    await seedStore(store).finally(() => store.close());
  });
  const databaseUrl = await cloneTemplate(template);
  return { ...openStore({ databaseUrl }), databaseUrl };
}
