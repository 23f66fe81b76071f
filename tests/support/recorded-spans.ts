import { InMemorySpanExporter, type ReadableSpan } from "@opentelemetry/sdk-trace-node";
import { startOpenTelemetry } from "#server/tracing/open-telemetry";

/** A recorded span with the spans below it, in the order of their start. */
export type SpanTree = { name: string; span: ReadableSpan; children: SpanTree[] };

export type RecordedSpans = {
  /** All ended spans since the last call. */
  take(): Promise<ReadableSpan[]>;
  stop(): Promise<void>;
};

/** Records the spans of this process in memory. */
export function recordSpans(ownOrigins: string[] = []): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  const warn = (line: string) => {
    throw new Error(line);
  };
  const telemetry = startOpenTelemetry({ ownOrigins: new Set(ownOrigins), warn, exporter });
  return {
    async take() {
      await telemetry.flush();
      const spans = exporter.getFinishedSpans();
      exporter.reset();
      return spans;
    },
    stop: telemetry.stop,
  };
}

/** The trees of the spans without a recorded parent. */
export function spanTrees(spans: ReadableSpan[]): SpanTree[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const below = (parentId: string | undefined) => (span: ReadableSpan) => span.parentSpanContext?.spanId === parentId;
  const treeOf = (span: ReadableSpan): SpanTree => ({
    name: span.name,
    span,
    children: spans.filter(below(span.spanContext().spanId)).sort(byStart).map(treeOf),
  });
  return spans
    .filter(({ parentSpanContext }) => !parentSpanContext || !ids.has(parentSpanContext.spanId))
    .sort(byStart)
    .map(treeOf);
}

function byStart(
  { startTime: [seconds, nanos] }: ReadableSpan,
  { startTime: [otherSeconds, otherNanos] }: ReadableSpan,
) {
  return seconds - otherSeconds || nanos - otherNanos;
}

/** Every span of a tree, the topmost first. */
export function spansOf(tree: SpanTree): SpanTree[] {
  return [tree, ...tree.children.flatMap(spansOf)];
}
