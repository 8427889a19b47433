// The e-mail addresses that people sign in with.
import { z } from "zod";
import { UsageError } from "../../errors.ts";

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
