// Carries the messages of mail subscriptions, for the sender that webhooks have too.
import type { Courier } from "../events/sender.ts";
import { letterOfEvents, unsubscribeHeaders } from "./event-letter.ts";
import { rendered } from "./letter.ts";
import type { SmtpServer } from "./smtp.ts";

/** `publicUrl`: base URL that callers see. */
export const mailCourier = (smtp: SmtpServer, publicUrl: string): Courier => ({
  send: (claimed, { id, events }, signal) =>
    smtp.send(
      {
        ...rendered(letterOfEvents({ ...claimed, events }, publicUrl)),
        to: claimed.address ?? "",
        id,
        headers: unsubscribeHeaders(claimed, publicUrl),
      },
      signal,
    ),
  // each mail has a connection of its own
  close: async () => {},
});
