// REST that SOFA derives from the same GraphQL schema, with its defaults.
import { createServer } from "node:http";
import { useSofa } from "sofa-api";
import { schema } from "./schema.ts";
import { report } from "./started.ts";

report(createServer(useSofa({ basePath: "/api", schema })));
