// Where the time of a request goes, for traces. Work says here what it is; somebody listens only where tracing was switched on
// (src/start/tracing.ts), and otherwise it just runs. Imports nothing of ours.
import { AsyncResource } from "node:async_hooks";

interface Span {
  /** of a closed set: no keys, no addresses, no values */
  name: string;
  kind?: "server" | "client";
  attributes?: Record<string, string | number>;
}

/** What work may say of its span while it runs. */
interface Running {
  rename(name: string): void;
  note(attributes: Record<string, string | number>): void;
}

export type Trace = <Result>(span: Span, work: (running: Running) => Promise<Result>) => Promise<Result>;

const unheard: Running = { rename() {}, note() {} };
let listener: Trace | undefined;

/** From now on spans are heard; undefined ends it. What is opened later (pools, servers) is heard, too. */
export function traceWith(trace: Trace | undefined): void {
  listener = trace;
}

export const isTracing = (): boolean => listener !== undefined;

/** What runs work later as a part of the span that is current now; for work that is begun by somebody else's. */
export const thisSpan = (): (<Result>(work: () => Result) => Result) =>
  listener ? AsyncResource.bind((work) => work()) : (work) => work();

/** Runs the work, as a part of the span that it is begun in. */
export const inSpan: Trace = (span, work) => (listener ? listener(span, work) : work(unheard));
