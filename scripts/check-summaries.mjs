// Reads one ingestion summary per line; each must add up, and the last N (repeated input) must have found nothing new.
// DOCTOR is what `disclosed doctor --json` printed of the store: every title and asset must have a security class.
// Usage: check-summaries.mjs FILE N DOCTOR. Exit 1 with a line for each summary that fails.
import { readFileSync } from "node:fs";

const [file, repeated, doctor] = process.argv.slice(2);
const summaries = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const problems = [];
for (const [index, { source, records }] of summaries.entries()) {
  const sum = records.new + records.unchanged + records.amended + records.quarantined;
  if (records.found === 0) problems.push(`${index} ${source}: nothing found`);
  if (records.found !== sum) problems.push(`${index} ${source}: found ${records.found}, accounted for ${sum}`);
  if (index >= summaries.length - Number(repeated) && records.new + records.amended > 0)
    problems.push(`${index} ${source}: the same input again gave ${records.new} new, ${records.amended} amended`);
}
for (const { check, message } of JSON.parse(readFileSync(doctor, "utf8")).checks)
  if (check === "security classes") problems.push(message);
for (const problem of problems) console.error(problem);
console.log(`${summaries.length} runs, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
