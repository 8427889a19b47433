// REST made from the same GraphQL schema by SOFA, with its defaults.
import { createServer } from "node:http";
import { useSofa } from "sofa-api";
import { schema } from "./schema.ts";
import { report } from "./started.ts";

report(createServer(useSofa({ basePath: "/api", schema })));
