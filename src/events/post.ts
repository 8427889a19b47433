// One signed request to a receiver: bounded in time and in what is read of the response, redirects not followed.
import { Agent, request } from "undici";
import { reasonOf } from "../lib/reason.ts";
import { storableText } from "../lib/storable.ts";
import { checkedConnector } from "./checked-connector.ts";
import { type Message, signedHeaders } from "./sign.ts";
import type { AddressRules } from "./webhook-address.ts";

/** What came of a request. */
export interface Posted {
  /** HTTP status; null where no response came */
  status: number | null;
  /** a sentence for the owner; null: a 2xx came in time */
  error: string | null;
  durationMs: number;
  /** the first 4 kB of the body */
  response: string | null;
}

export interface Receiver {
  url: string;
  secrets: readonly string[];
}

export interface Post {
  /** Never rejects, unless `signal` is aborted: then with its reason. */
  send(receiver: Receiver, message: Message, signal: AbortSignal): Promise<Posted>;
  close(): Promise<void>;
}

export interface PostSetup {
  address: AddressRules;
  /** of this software */
  version: string;
  /** time limits in milliseconds; defaults: 10 s until the response's head, 1 s for its body */
  limits?: { headMs: number; bodyMs: number } | undefined;
}

const defaultLimits = { headMs: 10_000, bodyMs: 1_000 };
const maxResponseBytes = 4096;

export function openPost({ address, version, limits = defaultLimits }: PostSetup): Post {
  const agent = new Agent({
    connect: checkedConnector(address, limits.headMs),
    headersTimeout: limits.headMs,
    maxHeaderSize: 16_384,
    // a receiver that closes an idle connection while a message is sent would cost an attempt
    keepAliveTimeout: 2_000,
    pipelining: 1,
  });
  async function exchange({ url, secrets }: Receiver, message: Message, signal: AbortSignal) {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": `Disclosed-Webhooks/${version}`,
        ...signedHeaders(message, new Date(), secrets),
      },
      body: message.body,
      signal,
    });
    return { status: statusCode, response: await beginningOf(body, limits.bodyMs) };
  }
  return {
    async send(receiver, message, signal) {
      const started = performance.now();
      const ending = new AbortController();
      const stop = () => ending.abort(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      const timer = setTimeout(() => ending.abort(new Error("late")), limits.headMs);
      const durationMs = () => Math.round(performance.now() - started);
      try {
        signal.throwIfAborted();
        const { status, response } = await exchange(receiver, message, ending.signal);
        const error = status >= 200 && status < 300 ? null : `The receiver responded with ${status}`;
        return { status, response, error, durationMs: durationMs() };
      } catch (failure) {
        signal.throwIfAborted();
        const isLate = ending.signal.aborted;
        const error = isLate ? `The receiver did not respond within ${limits.headMs / 1000} s` : reasonOf(failure);
        return { status: null, response: null, error: storableText(error).slice(0, 500), durationMs: durationMs() };
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
      }
    },
    close: () => agent.destroy(),
  };
}

interface ResponseBody extends AsyncIterable<Uint8Array> {
  destroy(error?: Error): void;
  on(event: "error", listener: () => void): unknown;
}

/** The beginning of a body, as far as it came in time. Whether the whole of it comes does not matter. */
async function beginningOf(body: ResponseBody, ms: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  body.on("error", () => {});
  const timer = setTimeout(() => body.destroy(), ms);
  try {
    for await (const part of body) {
      parts.push(part.subarray(0, maxResponseBytes - size));
      size += part.length;
      // leaving the loop closes the connection
      if (size >= maxResponseBytes) break;
    }
  } catch {
    // the receiver closed the connection, or was too slow
  } finally {
    clearTimeout(timer);
  }
  return storableText(Buffer.concat(parts).toString("utf8"));
}
