// Writes the database client (src/store/client) of prisma/schema.prisma by Prisma's generators. Prisma's command would do the same; it
// brings its studio, a development server and their libraries, 170 MB that nothing here uses.
import { createRequire } from "node:module";

// the packages' forms for `import` name files without their endings, which Node does not find
const require = createRequire(import.meta.url);
const { PrismaClientTsGenerator } = require("@prisma/client-generator-ts");
const { enginesVersion } = require("@prisma/engines-version");
const { getGenerators, loadSchemaContext } = require("@prisma/internals");

/** Rejects where the schema has a fault. Runs in the root of the project. */
export async function generateDatabaseClient() {
  const schemaContext = await loadSchemaContext({
    schemaPath: { cliProvidedPath: "prisma/schema.prisma" },
    printLoadMessage: false,
  });
  const generators = await getGenerators({
    schemaContext,
    registry: { "prisma-client": { type: "in-process", generator: new PrismaClientTsGenerator() } },
    skipDownload: true,
    cliCommand: "generate",
    version: enginesVersion,
  });
  try {
    for (const generator of generators) await generator.generate();
  } finally {
    for (const generator of generators) generator.stop();
  }
}
