// How a one-time link is printed: the link alone on standard output, so that it can be passed on.
import type { OneTimeLink } from "../accounts/people/links.ts";
import { type OutputOptions, printResult, say } from "./output.ts";

export function printLink(options: OutputOptions, { email, link, expiresAt }: OneTimeLink): void {
  printResult(options, { email, link, expires_at: expiresAt.toISOString() }, () => link);
  if (!options.json)
    say(
      `For ${email}, once, until ${expiresAt.toISOString()}: the person who opens it sets the password. Pass it on safely.`,
    );
}
