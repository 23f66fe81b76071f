import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

/**
 * Spans of OpenTelemetry. Only its API is imported here: unless the process has started the SDK (server/tracing/), every function below
 * does nothing but run the work. Attributes name no person: docs/decisions/0076-traces.md.
 */

const tracer = trace.getTracer("fabel");

/** Runs `work` in a span below the current one. Without a current span, or if it is not recorded, just runs it. */
export function inSpan<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
  if (!isTraced()) return work();
  return runIn(tracer.startSpan(name, { attributes }), work);
}

/** Runs work in the background as a trace of its own: name and kind of a message's processing. */
export function inBackgroundSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return runIn(tracer.startSpan(name, { kind: SpanKind.CONSUMER, root: true }), work);
}

/** Whether there is a current span that is recorded. */
export function isTraced(): boolean {
  return trace.getActiveSpan()?.isRecording() ?? false;
}

async function runIn<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    // Awaited within the context: drizzle sends a statement when it is awaited.
    return await context.with(trace.setSpan(context.active(), span), async () => await work());
  } catch (error) {
    noteFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Sets `error.type`, and the span's status unless the caller was at fault. Never the message, which may contain personal data. */
export function noteFailure(span: Span, error: unknown): void {
  if (!span.isRecording()) return;
  span.setAttribute("error.type", errorType(error));
  if (!isClientError(error)) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The HTTP status of a service's error, the code of PostgreSQL or Node, or the class. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  const { status, code } = error as { status?: unknown; code?: unknown };
  if (typeof status === "number") return String(status);
  return typeof code === "string" && /^[A-Z0-9_]{3,40}$/.test(code) ? code : error.name;
}

function isClientError(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === "number" && status < 500;
}
