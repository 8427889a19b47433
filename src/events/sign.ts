// Signatures of messages by Standard Webhooks 1.0. The library `standardwebhooks` signs with hash functions written in
// JavaScript and with one secret; node:crypto needs ten lines, and the library verifies them in the tests.
import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A secret of 256 bits. */
export const newSecret = (): string => prefix + randomBytes(32).toString("base64");

export interface Message {
  /** `webhook-id`: the same in every attempt, so that a receiver recognises a message that it has handled */
  id: string;
  body: string;
}

/** The three headers of a message that is sent at `at`: one signature for each secret. */
export function signedHeaders({ id, body }: Message, at: Date, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = (secret: string) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  };
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map(signature).join(" "),
  };
}
