// Limits that an account's pages, the operator's pages and mail state alike: the length of a key's name, and when a
// limit of the account is nearly used up.
import { AppError } from "../errors.ts";

/** maximum number of characters of a key's name */
export const maxKeyName = 60;

/** The name without surrounding spaces. @throws AppError bad_request for one that is too long or has invisible characters */
export function keyNameOf(text: string): string {
  const name = text.trim();
  if (name.length <= maxKeyName && /^[^\p{Cc}\p{Cf}]*$/u.test(name)) return name;
  throw new AppError("bad_request", `The name of a key has at most ${maxKeyName} visible characters`);
}

// When a limit of an account is nearly used up: mail, the account's pages and the operator's pages begin there to say so.

/** percent of a limit that is used */
export const nearLimitPercent = 80;
