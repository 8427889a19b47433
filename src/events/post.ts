// One signed request to a receiver: bounded in time and in what is read of the response, redirects not followed. Its
// socket connects to the addresses that were judged, whatever the name resolves to at another look.
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector, request } from "undici";
import { now } from "../lib/calendar-date.ts";
import { retryAfterMs } from "../lib/http-headers.ts";
import { reasonOf } from "../lib/reason.ts";
import { storableText } from "../lib/text.ts";
import { type EventMessage, type Message, type Posted, signedHeaders } from "./event-message.ts";
import type { Courier } from "./sender.ts";
import { type AddressRules, allowedAddresses, bare, refusalOf } from "./webhook-address.ts";

// Sockets to checked addresses alone: the addresses that were judged are those that are connected to, whatever the name
// resolves to at another look.

/** Connects the sockets of undici's Agent. */
function checkedConnector(rules: AddressRules, timeoutMs: number): buildConnector.connector {
  const connectors: Readonly<Record<string, buildConnector.connector>> = Object.fromEntries(
    ["http:", "https:"].map((protocol) => [
      protocol,
      buildConnector({ timeout: timeoutMs, lookup: checkedLookup(rules, protocol) } as buildConnector.BuildOptions),
    ]),
  );
  return (options, callback) => {
    const hostname = bare(options.hostname);
    const connect = connectors[options.protocol];
    // no name is looked up for an address
    const check = isIP(hostname) ? allowedAddresses(hostname, options.protocol, rules) : Promise.resolve([hostname]);
    check.then(
      (allowed) => {
        if (connect && allowed.length > 0) connect(options, callback);
        else callback(refusalOf(hostname, options.protocol), null);
      },
      (error: Error) => callback(error, null),
    );
  };
}

const checkedLookup =
  (rules: AddressRules, protocol: string): LookupFunction =>
  (hostname, { all }, callback) => {
    allowedAddresses(hostname, protocol, rules).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (!first) callback(refusalOf(hostname, protocol), "", 0);
        else if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, "", 0),
    );
  };

export interface Receiver {
  url: string;
  secrets: readonly string[];
}

export interface Post {
  /** Never rejects, unless `signal` is aborted: then with its reason. */
  send(receiver: Receiver, message: Message, signal: AbortSignal): Promise<Posted>;
  close(): Promise<void>;
}

interface PostSetup {
  address: AddressRules;
  /** of this software */
  version: string;
  /** time limits in milliseconds; defaults: 10 s until the response's head, 1 s for its body */
  limits?: { headMs: number; bodyMs: number } | undefined;
}

const defaultLimits = { headMs: 10_000, bodyMs: 1_000 };
const maxResponseBytes = 4096;

/** What is signed and sent of a message: JSON, one event or an array. */
export const bodyOf = ({ id, events, isArray }: EventMessage): Message => ({
  id,
  body: JSON.stringify(isArray ? events : events[0]),
});

/** Sends the messages of claimed webhooks. */
export const webhookCourier = (post: Post): Courier => ({
  send: ({ url, secrets }, message, signal) => post.send({ url: url ?? "", secrets }, bodyOf(message), signal),
  close: () => post.close(),
});

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
    const { statusCode, headers, body } = await request(url, {
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
    const retryAfter = [headers["retry-after"]].flat()[0];
    return {
      status: statusCode,
      response: await beginningOf(body, limits.bodyMs),
      retryAfterMs: retryAfterMs(retryAfter, now()),
    };
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
        const exchanged = await exchange(receiver, message, ending.signal);
        const { status } = exchanged;
        const error = status >= 200 && status < 300 ? null : `The receiver responded with ${status}`;
        return { ...exchanged, error, durationMs: durationMs() };
      } catch (failure) {
        signal.throwIfAborted();
        const isLate = ending.signal.aborted;
        const error = isLate ? `The receiver did not respond within ${limits.headMs / 1000} s` : reasonOf(failure);
        return {
          status: null,
          response: null,
          retryAfterMs: null,
          error: storableText(error).slice(0, 500),
          durationMs: durationMs(),
        };
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
