// What people sign in with: an e-mail address, a password and perhaps a second factor. Passwords are stored by argon2id
// with the parameters of OWASP's cheat sheet (19 MiB, two passes, one lane), about 30 ms of one core.

import { hash, verify } from "@node-rs/argon2";
import { z } from "zod";
import { AppError, UsageError } from "../../errors.ts";
import type { Db } from "../../store/store.ts";

// the form that better-auth accepts; longer addresses cannot receive mail (RFC 5321, 4.5.3.1.3)
const form = z.email().max(254);

/**
 * Normalises to lower case, so that one mailbox is one user. Throws UsageError for a malformed address and for a domain
 * without a dot.
 */
export function emailThatSignsIn(text: string): string {
  const email = text.trim().toLowerCase();
  if (form.safeParse(email).success) return email;
  throw new UsageError(`"${text}" is not an e-mail address that can sign in; it needs a domain such as example.com`);
}

/** in characters */
export const passwordLength = { min: 10, max: 128 } as const;

// the library's number for argon2id: its names are a const enum, which cannot be imported here
const argon2id = 2;
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Normalises characters that can be typed in several ways (NIST SP 800-63B, 3.1.1.2). */
const normalised = (password: string) => password.normalize("NFKC");

export const hashPassword = (password: string): Promise<string> => hash(normalised(password), parameters);

export const verifyPassword = ({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> =>
  verify(stored, normalised(password));

/** Throws AppError `bad_request` for a password that may not be chosen. */
export function checkNewPassword(password: string, email?: string): void {
  const { min, max } = passwordLength;
  if (password.length < min || password.length > max)
    throw new AppError("bad_request", `The password must have ${min} to ${max} characters`);
  if (new Set(password).size < 4 || password.toLowerCase() === email?.toLowerCase())
    throw new AppError("bad_request", "The password is too easy to guess");
}

/** Turns the second factor of a user off, in the caller's transaction. */
export async function removeSecondFactor(db: Db, userId: string): Promise<void> {
  await db.twoFactor.deleteMany({ where: { userId } });
  await db.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } });
}
