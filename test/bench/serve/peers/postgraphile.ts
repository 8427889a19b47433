// A GraphQL API that PostGraphile generates from the tables: read only, with its filter plugin, and with filters on columns of every
// kind. It is measured without hand-written code: rows by offset, and `totalCount`, which it counts each time.
import { createServer, type RequestListener } from "node:http";
import pg from "pg";
import { loadLibrary } from "../../libraries.ts";
import { report } from "./started.ts";

interface PostGraphile {
  postgraphile(pool: pg.Pool, schema: string, options: Record<string, unknown>): RequestListener;
}

const { postgraphile } = loadLibrary<PostGraphile>("postgraphile");
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const middleware = postgraphile(pool, "public", {
  appendPlugins: [loadLibrary<unknown>("postgraphile-plugin-connection-filter")],
  disableDefaultMutations: true,
  disableQueryLog: true,
  dynamicJson: true,
  graphiql: false,
  ignoreIndexes: true,
  ignoreRBAC: true,
  simpleCollections: "omit",
});

report(createServer(middleware));
