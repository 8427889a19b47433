// Sends spans to an OpenTelemetry collector (OTLP over HTTP, protobuf). Loaded only where the standard variables
// request it; the SDK reads them itself: endpoint and headers, sampler, batches, resource.
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  createTraceState,
  isSpanContextValid,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { asAppError } from "../errors.ts";
import { type Trace, traceWith, untraced } from "../lib/spans.ts";

type Caller = Parameters<Trace>[0]["caller"];

/** The current span, and the root of its trace: a request's, or that of work that began a trace. */
interface Current {
  span: OtelSpan;
  root: OtelSpan;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Starts tracing. Returns the function that sends the remaining spans and stops it. */
export function openTracing(version: string): () => Promise<void> {
  const own = resourceFromAttributes({ "service.name": "disclosed", "service.version": version });
  const provider = new BasicTracerProvider({
    // the operator's environment takes precedence
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("disclosed", version);
  const current = new AsyncLocalStorage<Current>();
  const recorded: Trace = async ({ name, kind, begins, attributes, caller }, work) => {
    const isRoot = kind === "server" || begins === true;
    const around = isRoot ? undefined : current.getStore();
    // other background work is not traced, even if a request started it: an idle service sends nothing
    if (!isRoot && !around?.root.isRecording()) return await work(untraced);
    const context = around ? trace.setSpan(ROOT_CONTEXT, around.span) : contextOf(caller);
    const options = { ...(kind && { kind: kinds[kind] }), ...(attributes && { attributes }) };
    const span = tracer.startSpan(name, options, context);
    const running = {
      rename: (text: string) => void span.updateName(text),
      note: (more: Record<string, string | number>) => void span.setAttributes(more),
    };
    try {
      // awaited inside: a Prisma promise starts its query only when it is awaited
      return await current.run({ span, root: around?.root ?? span }, async () => await work(running));
    } catch (error) {
      // only the code: a message may contain values of the request
      span.setStatus({ code: SpanStatusCode.ERROR, message: asAppError(error).code });
      throw error;
    } finally {
      span.end();
    }
  };
  traceWith(recorded);
  return async () => {
    traceWith(undefined);
    await provider.shutdown();
  };
}

/** The caller's trace, by W3C Trace Context; a new one where the headers name none. */
function contextOf(caller: Caller): Context {
  // a later version may append further fields
  const form = /^(?:00-(?=.{52}$)|(?!00|ff)[0-9a-f]{2}-(?=.{52}(?:-|$)))([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;
  const [, traceId = "", spanId = "", flags = "0"] = form.exec(caller?.traceparent ?? "") ?? [];
  const traceFlags = Number.parseInt(flags, 16) & 1;
  const parent = { traceId, spanId, traceFlags, isRemote: true };
  if (!isSpanContextValid(parent)) return ROOT_CONTEXT;
  const traceState = caller?.tracestate === undefined ? undefined : createTraceState(caller.tracestate);
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, ...(traceState && { traceState }) });
}
