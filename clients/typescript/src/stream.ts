// The changes of a list as they happen: Server-Sent Events that continue after a lost connection.
import { errorOf } from "./failure.ts";
import { attemptOf, type Fetch, passing, type RetryOptions, retryAfter, usualRetry, wait } from "./retry.ts";
import type { DisclosedEvent } from "./webhooks.ts";

/** Stands for more changes than are sent one by one: read the list again. */
export interface GapEvent {
  type: "gap";
  data_version: string;
  /** ISO 8601 with a time zone */
  occurred_at: string;
  message: string;
}

/** An event of a stream. */
export type StreamEvent = Exclude<DisclosedEvent, { type: "test" }> | GapEvent;

/** Lists whose changes are streamed. */
export type StreamPath = "/trades" | "/politician-trades" | "/clusters" | "/late-filings";

export interface StreamOptions {
  /** closes the connection and ends the iteration, without an error */
  signal?: AbortSignal;
  /** continues after this id, received by `onPosition`; without it the stream begins with the next change */
  lastEventId?: string;
  /**
   * Called with each id to continue from, after you have received the event before it. Store the newest one to continue after a
   * restart of your program.
   */
  onPosition?: (id: string) => void;
}

interface Setup {
  send: Fetch;
  retry: RetryOptions | false;
  /** with the list and its filters */
  url: string;
  headers: Record<string, string>;
}

/** milliseconds: between two heartbeats are 15,000 */
const maxSilence = 60_000;
/** seconds, until the service names others */
const defaultPause = 3;
const maxPause = 60;

/**
 * The events, without end. After a lost connection it continues after the last event: it waits for the time that the service
 * names, then twice as long each time, up to a minute. The first connection is attempted as often as any request.
 * @throws DisclosedError if the service refuses: 410 means that the changes after `lastEventId` are no longer stored
 */
export async function* streamEvents(setup: Setup, options: StreamOptions): AsyncGenerator<StreamEvent, void> {
  const stream = new EventStream(setup, options);
  try {
    while (!stream.isEnded) {
      const body = await stream.open();
      if (body) yield* stream.read(body);
      await stream.pause();
    }
  } finally {
    stream.close();
  }
}

class EventStream {
  readonly #setup: Setup;
  readonly #options: StreamOptions;
  readonly #retry: Required<Pick<RetryOptions, "attempts" | "maxWait">> & Pick<RetryOptions, "onWait">;
  readonly #ending = new AbortController();
  #position: string | undefined;
  #pauseSeconds = defaultPause;
  #hasOpened = false;
  /** since the last event */
  #failures = 0;
  /** the reason of the last failure, and the wait that the service names */
  #failure: { reason: string; seconds?: number | undefined } = { reason: "" };

  constructor(setup: Setup, options: StreamOptions) {
    this.#setup = setup;
    this.#options = options;
    this.#retry = { ...usualRetry, ...(setup.retry || { attempts: 1 }) };
    this.#position = options.lastEventId;
    options.signal?.addEventListener("abort", this.close, { once: true });
    if (options.signal?.aborted) this.close();
  }

  get isEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  readonly close = (): void => {
    this.#options.signal?.removeEventListener("abort", this.close);
    this.#ending.abort();
  };

  /** Undefined if a retry is worthwhile. */
  async open(): Promise<ReadableStream<Uint8Array> | undefined> {
    const { send, url, headers } = this.#setup;
    const all: Record<string, string> = { ...headers, Accept: "text/event-stream" };
    if (this.#position !== undefined) all["Last-Event-ID"] = this.#position;
    const outcome = await attemptOf(send, new Request(url, { headers: all, signal: this.#ending.signal }));
    if ("error" in outcome) return this.#fail({ reason: "the network failed" }, outcome.error);
    const { response } = outcome;
    if (response.ok && response.body) {
      this.#hasOpened = true;
      return response.body;
    }
    const seconds = retryAfter(response);
    const error = await errorOf(response);
    if (!passing.has(response.status) || (seconds ?? 0) > this.#retry.maxWait) throw error;
    return this.#fail({ reason: `HTTP ${response.status}`, seconds }, error);
  }

  /** The events until the connection ends, for whatever reason. */
  async *read(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void> {
    for await (const { id, data, retry } of blocksOf(body)) {
      if (retry !== undefined) this.#pauseSeconds = retry / 1000;
      if (data !== undefined) {
        this.#failures = 0;
        yield JSON.parse(data) as StreamEvent;
      }
      if (id === undefined || id === this.#position) continue;
      this.#position = id;
      this.#options.onPosition?.(id);
    }
    this.#fail({ reason: "the connection ended" }, new Error("the stream has ended"));
  }

  async pause(): Promise<void> {
    if (this.isEnded) return;
    const { reason, seconds: asked } = this.#failure;
    const own = Math.min(this.#pauseSeconds * 2 ** (this.#failures - 1), maxPause) * (1 + Math.random() / 10);
    const seconds = asked ?? own;
    this.#retry.onWait?.({ seconds, attempt: this.#failures, reason });
    // the wait is over, or the stream is closed
    await wait(seconds, this.#ending.signal).catch(() => {});
  }

  /** Throws `error` if there is no further attempt. */
  #fail(failure: { reason: string; seconds?: number | undefined }, error: unknown): undefined {
    if (this.isEnded) return;
    this.#failures++;
    this.#failure = failure;
    if (this.#setup.retry === false || (!this.#hasOpened && this.#failures >= this.#retry.attempts)) throw error;
  }
}

interface Block {
  id?: string;
  data?: string;
  /** milliseconds */
  retry?: number;
}

/** The blocks of a stream until it ends, is cut, or is silent for a minute. The connection is closed at the end. */
async function* blocksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Block, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const part = await partOf(reader);
      if (!part) return;
      text += decoder.decode(part, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      yield* blocks.map(blockOf);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Undefined if nothing more arrives. */
async function partOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), maxSilence);
  });
  const next = reader.read().then(
    ({ value }) => value,
    () => undefined,
  );
  return await Promise.race([next, silence]).finally(() => clearTimeout(timer));
}

/** A block as the service writes it: each field at most once; lines that start with a colon are comments. */
function blockOf(text: string): Block {
  const block: Block = {};
  for (const line of text.split("\n")) {
    const [, name, value = ""] = /^(id|data|retry): ?(.*)$/.exec(line) ?? [];
    if (name === "id" || name === "data") block[name] = value;
    else if (name === "retry" && /^\d+$/.test(value)) block.retry = Number(value);
  }
  return block;
}
