// A database of its own for a test file: a clone of the migrated template.
import { openStore, type Store } from "../../src/store/store.ts";
import { cloneTemplate } from "./clone.ts";

export interface TestStore extends Store {
  databaseUrl: string;
}

/** Creates an empty, migrated database and opens it. Close it in afterAll; the run's end drops the database. */
export async function createTestStore(): Promise<TestStore> {
  const databaseUrl = await cloneTemplate();
  return { ...openStore({ databaseUrl }), databaseUrl };
}
