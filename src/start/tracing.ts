// Sends spans to an OpenTelemetry collector (OTLP over HTTP, protobuf). Loaded only where the standard variables ask for it; the
// SDK reads them itself: endpoint and headers, sampler, batches, resource.
import { AsyncLocalStorage } from "node:async_hooks";
import { type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { asAppError } from "../errors.ts";
import { type Trace, traceWith } from "../spans.ts";

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Begins to trace. Returns what sends the spans that are left and ends it. */
export function openTracing(version: string): () => Promise<void> {
  const own = resourceFromAttributes({ "service.name": "disclosed", "service.version": version });
  const provider = new BasicTracerProvider({
    // what the operator's environment says comes last
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("disclosed", version);
  const current = new AsyncLocalStorage<OtelSpan>();
  const heard: Trace = async ({ name, kind, attributes }, work) => {
    const parent = current.getStore();
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    const options = { ...(kind && { kind: kinds[kind] }), ...(attributes && { attributes }) };
    const span = tracer.startSpan(name, options, context);
    const running = {
      rename: (text: string) => void span.updateName(text),
      note: (more: Record<string, string | number>) => void span.setAttributes(more),
    };
    try {
      // awaited within: a promise of Prisma begins its work only then
      return await current.run(span, async () => await work(running));
    } catch (error) {
      // the code alone: a message may hold what was asked
      span.setStatus({ code: SpanStatusCode.ERROR, message: asAppError(error).code });
      throw error;
    } finally {
      span.end();
    }
  };
  traceWith(heard);
  return async () => {
    traceWith(undefined);
    await provider.shutdown();
  };
}
