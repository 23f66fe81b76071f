import { context, propagation, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from "@opentelemetry/sdk-trace-node";
import { traceOutgoingCalls } from "./outgoing-calls";
import { warningExporter } from "./warning-exporter";

/** OpenTelemetry's SDK. Loaded only where traces are sent. */

export type OpenTelemetryOptions = {
  /** Origins of our own services, which alone receive the context of a trace. */
  ownOrigins: ReadonlySet<string>;
  /** Called with one line when traces cannot be sent. */
  warn(line: string): void;
  /** By default the one that the OTEL_EXPORTER_OTLP_* variables describe. */
  exporter?: SpanExporter;
};

export type OpenTelemetry = {
  /** Sends all ended spans now. */
  flush(): Promise<void>;
  /** Sends what has not been sent, for three seconds at most, and makes no further spans. */
  stop(): Promise<void>;
};

/** Milliseconds that a stop waits for the exporter. */
const stopPatience = 3000;

/** Longest attribute in characters: statements may list many placeholders. */
const longestAttribute = 4000;

/** Registers the SDK for the whole process. */
export function startOpenTelemetry({ ownOrigins, warn, exporter }: OpenTelemetryOptions): OpenTelemetry {
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES replace what is set here.
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "fabel" }))
    .merge(detectResources({ detectors: [envDetector] }));
  // The processor's queue is limited: while spans cannot be sent, the newest are dropped.
  const processor = new BatchSpanProcessor(warningExporter(exporter ?? new OTLPTraceExporter(), warn));
  const spanLimits = { attributeValueLengthLimit: longestAttribute };
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor], spanLimits });
  // Only the trace's context is passed on, no baggage.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  const endCalls = traceOutgoingCalls(ownOrigins);
  return {
    flush: () => provider.forceFlush(),
    async stop() {
      endCalls();
      const timeLimit = new Promise<void>((resolve) => setTimeout(resolve, stopPatience).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeLimit]);
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}
