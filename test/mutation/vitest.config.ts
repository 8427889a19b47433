// The tests of one part of the mutation run, MUTATION_TESTS, as `npm run test:mutation` starts them for each mutant.
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "../../vitest.config.ts";
import { noticesBrokenFiles } from "./broken-files.ts";

const files = (process.env.MUTATION_TESTS ?? "").split(",");
const position = ({ moduleId }: TestSpecification) => files.findIndex((file) => moduleId.endsWith(`/${file}`));

/** In the order in which the part names them: those that notice a mutant soonest come first. */
class AsNamed extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    return [...specifications].sort((one, other) => position(one) - position(other));
  }
}

export default defineConfig({
  ...base,
  plugins: [noticesBrokenFiles()],
  test: {
    ...base.test,
    projects: undefined,
    include: files,
    exclude: [],
    setupFiles: ["test/mutation/drop-databases.ts"],
    sequence: { sequencer: AsNamed },
    // a mutant has one thread, in which all its test files share what they import
    isolate: false,
    // a mutant that hangs ends at these limits, which a slow machine must not reach
    testTimeout: 10_000,
    hookTimeout: 20_000,
  },
});
