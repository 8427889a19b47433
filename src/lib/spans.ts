// Spans of requests, for traces. Code wraps each piece of work in a span. A listener exists only where tracing is
// switched on (src/start/tracing.ts); otherwise the work just runs. This module imports no other of this project.
import { AsyncResource } from "node:async_hooks";

interface Span {
  /** from a fixed set: no keys, addresses or values */
  name: string;
  /** `server`: a request, which begins a trace */
  kind?: "server" | "client";
  /**
   * Background work that begins a trace because something has happened. Any other span is recorded only
   * within one that began a trace.
   */
  begins?: true;
  /** of a `server` span: the caller's trace that it continues, from the W3C trace context headers */
  caller?: { traceparent: string; tracestate: string | undefined } | undefined;
  attributes?: Record<string, string | number>;
}

/** The span of running work, which the work may rename and annotate. */
interface Running {
  rename(name: string): void;
  note(attributes: Record<string, string | number>): void;
}

export type Trace = <Result>(span: Span, work: (running: Running) => Promise<Result>) => Promise<Result>;

/** The span of work that is not traced. */
export const untraced: Running = { rename() {}, note() {} };
let listener: Trace | undefined;

/** Sets the listener of all spans from now on; undefined removes it. Also applies to pools and servers opened later. */
export function traceWith(trace: Trace | undefined): void {
  listener = trace;
}

export const isTracing = (): boolean => listener !== undefined;

/**
 * A function that runs work later within the span that is current now; for work that would otherwise run in another
 * request's span.
 */
export const thisSpan = (): (<Result>(work: () => Result) => Result) =>
  listener ? AsyncResource.bind((work) => work()) : (work) => work();

/** Runs the work in a new span, a child of the current one. */
export const inSpan: Trace = (span, work) => (listener ? listener(span, work) : work(untraced));
