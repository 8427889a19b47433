// The schema: every file of src/graph/types registers its types, queries and inputs on the builder; here it is built.
import { lexicographicSortSchema, printSchema } from "graphql";
import { auditMutations } from "./audited.ts";
import { builder } from "./builder.ts";
import "./types/account.ts";
import "./types/account-changes.ts";
import "./types/amendments.ts";
import "./types/attention.ts";
import "./types/cluster.ts";
import "./types/committee.ts";
import "./types/committee-seats.ts";
import "./types/company-directory.ts";
import "./types/company-page.ts";
import "./types/coverage.ts";
import "./types/filing-delays.ts";
import "./types/explanation.ts";
import "./types/filing-trace.ts";
import "./types/holding-position.ts";
import "./types/ingestion.ts";
import "./types/insider.ts";
import "./types/insider-directory.ts";
import "./types/insider-trade.ts";
import "./types/operations.ts";
import "./types/plan.ts";
import "./types/politician.ts";
import "./types/politician-directory.ts";
import "./types/politician-performance.ts";
import "./types/politician-trade.ts";
import "./types/price-line.ts";
import "./types/published-export.ts";
import "./types/quality.ts";
import "./types/quarantine.ts";
import "./types/service-summary.ts";
import "./types/signal-trade.ts";
import "./types/vocabulary.ts";
import "./types/vocabulary-counts.ts";

export const schema = auditMutations(builder.toSchema());

/** The schema as committed in schema.graphql: sorted, so that a diff shows only real changes. */
export const printGraphqlSchema = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
