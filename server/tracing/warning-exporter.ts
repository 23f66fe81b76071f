import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace-node";

/** Milliseconds within which further failures are not reported. */
const silence = 10 * 60_000;

/**
 * An exporter that reports failures in one line, however often they occur.
 * @param now the time in milliseconds
 */
export function warningExporter(
  exporter: SpanExporter,
  warn: (line: string) => void,
  now: () => number = Date.now,
): SpanExporter {
  let warnedAt: number | null = null;

  function note({ code, error }: ExportResult): void {
    if (code === ExportResultCode.SUCCESS) return;
    if (warnedAt !== null && now() - warnedAt < silence) return;
    warnedAt = now();
    warn(`Traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT (${reasonOf(error)}); they are dropped until they can`);
  }

  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        note(result);
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Node reports a host with several addresses as one error without a message. */
function reasonOf(error: Error | undefined): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return error?.message || (typeof code === "string" ? code : "no reason given");
}
