// Runs documents against the seeded store as the facade does, and records the statements that the database runs for them; serves
// the GraphQL endpoint.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { graphql } from "graphql";
import { createContext } from "../../src/graph/context.ts";
import { createExecutor } from "../../src/graph/executor.ts";
import { schema } from "../../src/graph/schema.ts";
import { createGraphqlHandler, type GraphqlOptions } from "../../src/graph/server.ts";
import type { QueryResult } from "../../src/ports/execution.ts";
import { isAboutData, onStatement, type TestStore } from "../support/database.ts";
import { seedToday } from "../support/seed.ts";
import { createSeededStore } from "../support/seeded-store.ts";

interface GraphResult extends QueryResult {
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that its own document selects
  data: any;
  /** statements of the operation without BEGIN, isolation level and COMMIT */
  statements: string[];
}

export interface Harness {
  store: TestStore;
  run(document: string, variables?: Record<string, unknown>): Promise<GraphResult>;
  /** executes as the dashboard of an administrator; throws what a resolver threw */
  runAsAdmin(document: string, variables?: Record<string, unknown>): Promise<Pick<GraphResult, "data" | "statements">>;
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

export interface Endpoint {
  url: string;
  close(): void;
}

/** Serves the GraphQL endpoint on a free port of this machine. */
export async function serveGraphql(options: GraphqlOptions): Promise<Endpoint> {
  const handler = createGraphqlHandler(options);
  const server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** version and snapshot, then total and ids of the page, then the rows */
export const listStatements = 3;
