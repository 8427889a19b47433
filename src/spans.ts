// Where the time of a request goes, for traces. Each piece of work is named here; there is a listener only where tracing is switched on
// (src/start/tracing.ts), otherwise the work just runs. Imports nothing of ours.
import { AsyncResource } from "node:async_hooks";

interface Span {
  /** of a closed set: no keys, no addresses, no values */
  name: string;
  /** `server`: a request, which begins a trace. Any other span is one only within a request that is not over; else it is background work. */
  kind?: "server" | "client";
  /** of a `server` span: the trace of the caller that it goes on with, as the W3C's headers have it */
  caller?: { traceparent: string; tracestate: string | undefined } | undefined;
  attributes?: Record<string, string | number>;
}

/** What work may say of its span while it runs. */
interface Running {
  rename(name: string): void;
  note(attributes: Record<string, string | number>): void;
}

export type Trace = <Result>(span: Span, work: (running: Running) => Promise<Result>) => Promise<Result>;

/** For work that has no span. */
export const unheard: Running = { rename() {}, note() {} };
let listener: Trace | undefined;

/** From now on spans are heard; undefined ends it. What is opened later (pools, servers) is heard, too. */
export function traceWith(trace: Trace | undefined): void {
  listener = trace;
}

export const isTracing = (): boolean => listener !== undefined;

/** What runs work later as a part of the span that is current now; for work that another request's span would otherwise own. */
export const thisSpan = (): (<Result>(work: () => Result) => Result) =>
  listener ? AsyncResource.bind((work) => work()) : (work) => work();

/** Runs the work, as a part of the span that it is begun in. */
export const inSpan: Trace = (span, work) => (listener ? listener(span, work) : work(unheard));
