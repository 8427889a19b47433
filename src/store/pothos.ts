// What Pothos reads of the database client, which only src/store imports.
export type { default as PrismaTypes } from "./client/pothos-types.ts";
export { getDatamodel } from "./client/pothos-types.ts";
