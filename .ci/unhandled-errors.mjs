// A reporter for vitest: writes the errors outside of tests, which its JSON report leaves out, a line each to the file UNHANDLED_ERRORS.
import { writeFileSync } from "node:fs";

const oneLine = ({ name, message, stack }) => `${name}: ${message} ${stack ?? ""}`.replace(/\s+/g, " ").slice(0, 1_000);

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors, reason) {
    const lines = errors.map(oneLine);
    // where a run was interrupted no test need have failed
    if (reason === "interrupted") lines.push("the run was interrupted");
    writeFileSync(process.env.UNHANDLED_ERRORS, lines.map((line) => `${line}\n`).join(""));
  }
}
