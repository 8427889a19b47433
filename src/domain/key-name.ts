// The name that people give a key: one limit for the account page, the operator's page and the command.
import { AppError } from "../errors.ts";

/** maximum number of characters of a key's name */
export const maxKeyName = 60;

/** The name without surrounding spaces. @throws AppError bad_request for one that is too long or has invisible characters */
export function keyNameOf(text: string): string {
  const name = text.trim();
  if (name.length <= maxKeyName && /^[^\p{Cc}\p{Cf}]*$/u.test(name)) return name;
  throw new AppError("bad_request", `The name of a key has at most ${maxKeyName} visible characters`);
}
