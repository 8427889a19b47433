// Output of every command: results on standard output, progress and messages on standard error, so that `--json` can be
// piped.
import { userInfo } from "node:os";
import type { Command } from "commander";
import type { OneTimeLink } from "../accounts/people/links.ts";

/** One line for the person at the terminal: progress, advice, results. Never on standard output. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Options that every command has. */
export interface OutputOptions {
  json?: boolean;
}

/** Adds `--json` to a command, with the same description everywhere. */
export function withJson(command: Command): Command {
  return command.option("--json", "print the result as one JSON document on standard output");
}

/** Prints a result: one JSON document with `--json`, else text. */
export function printResult(options: OutputOptions, value: unknown, words: () => string): void {
  process.stdout.write(`${options.json ? JSON.stringify(value) : words()}\n`);
}

/** characters; a longer cell, such as the text of a footnote, makes its own line longer and no other */
const maxColumnWidth = 60;

/** A plain table with aligned columns; the heading alone when there are no rows. */
export function table(heading: string[], rows: string[][]): string {
  const widths = heading.map((title, column) => {
    const lengths = rows.map((row) => (row[column] ?? "").length).filter((length) => length <= maxColumnWidth);
    return Math.max(title.length, ...lengths);
  });
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [heading, ...rows].map(line).join("\n");
}

/** The actor in the audit log for a change made by a command. */
export function actor(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    // a container's user may have no name
    return `cli:uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Prints a one-time link: alone on standard output, so that it can be passed on. */
export function printLink(options: OutputOptions, { email, link, expiresAt }: OneTimeLink): void {
  printResult(options, { email, link, expires_at: expiresAt.toISOString() }, () => link);
  if (!options.json)
    say(
      `For ${email}, once, until ${expiresAt.toISOString()}: every person who opens it can set this user's password. Send it over a safe channel.`,
    );
}
