import type { Environment } from "~/environment.server";

/**
 * Sends the process's traces by OTLP over HTTP where OTEL_EXPORTER_OTLP_ENDPOINT is set. The SDK is loaded only then; without it every span
 * is a no-op of the API. docs/operating.md; docs/decisions/0076-traces.md.
 * @param warn called with one line when traces cannot be sent
 */
export async function startTracing(
  { tracesEndpoint, serviceUrls }: Pick<Environment, "tracesEndpoint" | "serviceUrls">,
  warn: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  if (tracesEndpoint === null) return { stop: async () => undefined };
  const { startOpenTelemetry } = await import("./open-telemetry");
  const ownUrls = Object.values(serviceUrls).flatMap((url) => url ?? []);
  return startOpenTelemetry({ ownOrigins: new Set(ownUrls.map((url) => new URL(url).origin)), warn });
}
