// What the links in mail do, for the pages that they open.

export const mailLinkActions = ["confirm", "unsubscribe", "verify"] as const;
export type MailLinkAction = (typeof mailLinkActions)[number];

export interface MailLinks {
  /** What the link would do, as a text for its page; null where the token is not valid. Changes nothing. */
  describe(action: MailLinkAction, token: string): Promise<string | null>;
  /** Does it; false where the token is not valid. Doing it again changes nothing. */
  carryOut(action: MailLinkAction, token: string): Promise<boolean>;
}
