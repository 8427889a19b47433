// Messages of webhooks, signed according to Standard Webhooks 1.0.
import type { components } from "./generated/contract.ts";

type Schemas = components["schemas"];
type Change = "created" | "changed" | "withdrawn";
/** The row as its list returns it; if it no longer exists, only its id. */
type Changed<Row> = Row | { id: number };

interface EventOf<Type extends string, Data> {
  /** the same in every attempt, also in a replay */
  id: string;
  type: Type;
  data_version: string;
  /** ISO 8601 with a time zone */
  occurred_at: string;
  data: Data;
}

/** An event of a webhook; `test` is sent by `disclosed webhooks test`. */
export type DisclosedEvent =
  | EventOf<`trade.${Change}`, Changed<Schemas["InsiderTrade"]>>
  | EventOf<`politician_trade.${Change}`, Changed<Schemas["PoliticianTrade"]>>
  | EventOf<`cluster.${Change}`, Changed<Schemas["Cluster"]>>
  | EventOf<"test", unknown>;

/** The message was not sent by this webhook, or it is too old: respond with 401. */
export class SignatureError extends Error {}

export interface VerifyOptions {
  /** seconds that the message's clock and this one may differ; default 300, so that an old message cannot be replayed */
  tolerance?: number;
  /** the current time in milliseconds */
  now?: number;
}

type ReadHeaders = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

/**
 * The events of a message, if its signature is valid. `body`: as it was received, before it is parsed; `secret`: as shown
 * when the webhook was created. Throws SignatureError.
 */
export async function verify(
  body: string | Uint8Array,
  headers: ReadHeaders,
  secret: string,
  { tolerance = 300, now = Date.now() }: VerifyOptions = {},
): Promise<DisclosedEvent[]> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new SignatureError("a header of Standard Webhooks is missing");
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > tolerance)
    throw new SignatureError("the message is too old, or its timestamp is wrong");
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const key = await crypto.subtle.importKey("raw", keyOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const signature of signatures.split(" ")) {
    const bytes = signature.startsWith("v1,") ? bytesOf(signature.slice("v1,".length)) : undefined;
    if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, signed))) {
      const read: unknown = JSON.parse(text);
      return (Array.isArray(read) ? read : [read]) as DisclosedEvent[];
    }
  }
  throw new SignatureError("no signature is valid");
}

function headerOf(headers: ReadHeaders, name: string): string | undefined {
  const value = typeof headers.get === "function" ? headers.get(name) : (headers as Record<string, string>)[name];
  return typeof value === "string" ? value : undefined;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith("whsec_") ? bytesOf(secret.slice("whsec_".length)) : undefined;
  if (!key) throw new TypeError("the secret must begin with whsec_, as shown when the webhook was created");
  return key;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
