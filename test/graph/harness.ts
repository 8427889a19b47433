// Runs a document against the seeded store as the facade does, and tells how many statements that cost the database.
import { graphql } from "graphql";
import { createContext } from "../../src/graph/context.ts";
import { createExecutor } from "../../src/graph/executor.ts";
import { schema } from "../../src/graph/schema.ts";
import type { QueryResult } from "../../src/ports/execution.ts";
import { isAboutData, onStatement, type TestStore } from "../support/database.ts";
import { seedToday } from "../support/seed.ts";
import { createSeededStore } from "../support/seeded-store.ts";

interface Ran extends QueryResult {
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that its own document selects
  data: any;
  /** statements of the operation without BEGIN, isolation level and COMMIT */
  statements: string[];
}

export interface Harness {
  store: TestStore;
  run(document: string, variables?: Record<string, unknown>): Promise<Ran>;
  /** executes as an administrator's dashboard; throws what a resolver threw */
  runAsAdmin(document: string, variables?: Record<string, unknown>): Promise<Pick<Ran, "data" | "statements">>;
}

export async function seededGraph(): Promise<Harness> {
  const store = await createSeededStore();
  let statements: string[] = [];
  onStatement(store, (statement) => {
    if (isAboutData(statement)) statements.push(statement);
  });
  return {
    store,
    async run(document, variables = {}) {
      const execute = createExecutor(store, new Map([["document", document]]), { today: () => seedToday });
      statements = [];
      const result = await execute("document", variables);
      return { ...result, statements };
    },
    async runAsAdmin(source, variableValues = {}) {
      statements = [];
      const contextValue = createContext(store.prisma, { role: "admin", actor: "tests" }, seedToday);
      const { data, errors } = await graphql({ schema, source, variableValues, contextValue });
      if (errors?.[0]) throw errors[0];
      return { data, statements };
    },
  };
}

/** version and snapshot, then total and ids of the page, then the rows */
export const listStatements = 3;
