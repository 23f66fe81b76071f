import { createMiddleware } from "hono/factory";
import { isEventStream } from "./event-stream";
import type { Metrics } from "./metrics";
import type { ProcessLog } from "./process-log";
import type { PipelineEnv } from "./request-context";

/**
 * Logs and counts a request when its response is closed. The log entry contains neither IP addresses nor the query, which carries
 * signatures, tokens and search terms. docs/security.md, line 25.
 */
export function accessLog(log: ProcessLog, metrics: Metrics) {
  return createMiddleware<PipelineEnv>(async (c, next) => {
    const { incoming, outgoing } = c.env;
    const began = performance.now();
    outgoing.once("close", () => {
      const line = {
        requestId: c.var.requestId,
        method: incoming.method ?? "GET",
        path: c.req.path,
        status: outgoing.statusCode,
        milliseconds: Math.round((performance.now() - began) * 10) / 10,
        /** Whether the client disconnected before the response was complete. */
        aborted: !outgoing.writableFinished,
      };
      // How long a stream stays open is no time that somebody waits.
      metrics.observe({ ...line, milliseconds: isEventStream(outgoing) ? null : line.milliseconds });
      if (!/^\/(healthz|readyz|metrics)$/.test(line.path)) log.info(line);
    });
    await next();
  });
}
