// GraphQL over HTTP: Yoga with its defaults, without the page for people and the log.
import { createServer } from "node:http";
import { createYoga } from "graphql-yoga";
import { schema } from "./schema.ts";
import { report } from "./started.ts";

report(createServer(createYoga({ schema, graphiql: false, logging: false })));
