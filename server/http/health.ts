import { createMiddleware } from "hono/factory";
import type { ProcessBackend } from "~/composition/process-backend.server";
import type { Metrics } from "./metrics";
import { Rejection } from "./rejection";
import type { PipelineEnv } from "./request-context";

/** `/readyz`: 200 while the databases respond and the process is not stopping. */
export function readiness(parts: { isStopping(): boolean; backend(): Promise<ProcessBackend> }) {
  return createMiddleware<PipelineEnv>(async (c) => {
    const isReady = async () => (await parts.backend()).isReady();
    const ready = !parts.isStopping() && (await isReady().catch(() => false));
    return ready ? c.text("ready") : c.text("not ready", 503);
  });
}

/** `/metrics`: only from the loopback address, or with the token. */
export function metricsPage({ registry }: Metrics, token: string | null) {
  return createMiddleware<PipelineEnv>(async (c) => {
    // A proxy on this machine says for whom it asks, whether or not we trust what it says.
    const isLocal = !c.var.isForwarded && /^(::1|(::ffff:)?127\.)/.test(c.var.ipAddress ?? "");
    const hasToken = token !== null && c.req.header("authorization") === `Bearer ${token}`;
    if (!isLocal && !hasToken) {
      throw new Rejection(403, "forbidden", "Metrics are for this machine, or for whoever has the token", null);
    }
    return c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType });
  });
}
