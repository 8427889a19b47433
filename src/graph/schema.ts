// The schema: every noun registers its type, queries and inputs on the builder; here they are put together once.
import { lexicographicSortSchema, printSchema } from "graphql";
import { builder } from "./builder.ts";
import "./types/cluster.ts";
import "./types/committee.ts";
import "./types/coverage.ts";
import "./types/insider.ts";
import "./types/insider-trade.ts";
import "./types/operations.ts";
import "./types/politician.ts";
import "./types/politician-performance.ts";
import "./types/politician-trade.ts";

export const schema = builder.toSchema();

/** The schema as committed in schema.graphql: sorted, so that a difference shows what changed and nothing else. */
export const printGraphqlSchema = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
