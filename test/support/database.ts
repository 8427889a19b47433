// A database of its own for a test file: a clone of the migrated template.
import { openStore, type Store } from "../../src/store/store.ts";
import { cloneTemplate } from "./clone.ts";

export interface TestStore extends Store {
  databaseUrl: string;
}

/** Creates an empty, migrated database and opens it. Close it in afterAll; the end of the run drops the database. */
export async function createTestStore(): Promise<TestStore> {
  const databaseUrl = await cloneTemplate();
  return { ...openStore({ databaseUrl }), databaseUrl };
}

type QueryEvents = { $on(event: "query", listener: (event: { query: string }) => void): void };

/** Calls the listener with each statement that Prisma sends. */
export function onStatement(store: Store, listener: (statement: string) => void): void {
  (store.prisma as unknown as QueryEvents).$on("query", ({ query }) => listener(query));
}

/** Whether a statement is about the data: not BEGIN, the isolation level or COMMIT. */
export const isAboutData = (statement: string): boolean => !/^(BEGIN|COMMIT|ROLLBACK|SET TRANSACTION)/.test(statement);

/** The tables that a statement names, in their order. */
export const tablesIn = (statement: string): string[] =>
  [...statement.matchAll(/(?:FROM|JOIN)\s+(?:"public"\.)?"?(\w+)/g)].map((match) => match[1] ?? "");
