// The command line of the project's own tools (`npm run bench`, `npm run fuzz` ...): `--help` lists the options and
// exits with 0; invalid usage prints one line and exits with 2, as `disclosed` does.
import { Command, InvalidArgumentError } from "commander";

/** A command without options; the caller adds them and parses. */
export function commandLine(name, description) {
  return new Command(name)
    .description(description)
    .allowExcessArguments(false)
    .showSuggestionAfterError()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

/** Parses an option as a whole number. */
export function wholeNumber(min, max) {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It takes a whole number from ${min} to ${max}.`);
  };
}

/** Parses a comma-separated list. */
export function listOf(read) {
  return (text) => text.split(",").map((part) => read(part.trim()));
}

/** Accepts one of the names. */
export function oneOf(names) {
  return (text) => {
    if (names.includes(text)) return text;
    throw new InvalidArgumentError(`There are ${names.join(", ")}.`);
  };
}
