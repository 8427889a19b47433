// The links in mail that work without signing in. Each has a token of its own, which only the mail contains.

import { trimEndOf } from "../lib/text-ends.ts";
import type { MailLinkAction } from "../ports/mail-links.ts";

export const linkTo = (publicUrl: string, action: MailLinkAction, token: string): string =>
  `${trimEndOf(publicUrl, "/")}/mail/${action}/${token}`;
