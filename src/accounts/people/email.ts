// The e-mail addresses that people sign in with.
import { z } from "zod";
import { UsageError } from "../../errors.ts";

// better-auth takes no others; longer ones cannot be written to (RFC 5321, 4.5.3.1.3)
const form = z.email().max(254);

/** In lower case, so that one mailbox is one person. Throws UsageError for what is none, or has no domain with a dot. */
export function emailThatSignsIn(text: string): string {
  const email = text.trim().toLowerCase();
  if (form.safeParse(email).success) return email;
  throw new UsageError(`"${text}" is not an e-mail address that can sign in; it needs a domain such as example.com`);
}
