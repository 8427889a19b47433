// `npm run lint` fails on a regular expression that takes more than linear time: foreign text could stop a process. With
// --print the verdicts are printed, for `npm run generate`. A program of its own, because it has to load the modules
// that make expressions itself.
import { writeSync } from "node:fs";
import { faultsOf, judgeProject, printVerdicts } from "./expressions/judge.ts";

const verdicts = await judgeProject();
if (process.argv.includes("--print")) writeSync(1, printVerdicts(verdicts));
else {
  const faults = await faultsOf(verdicts);
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log(`${verdicts.expressions.length} regular expressions take linear time`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
// recheck's own process would keep this one alive
process.exit();
