import { createMiddleware } from "hono/factory";
import type { ProcessBackend } from "~/composition/process-backend.server";
import type { PipelineEnv } from "./request-context";
import { pagelessPolicy } from "./security-headers";

/** Passes requests to the services' Hono app. The framework never handles these paths, because it would strip `.data` from them. */
export function services(backend: () => Promise<ProcessBackend>) {
  return createMiddleware<PipelineEnv>(async (c) => {
    const { requestId, ipAddress, localAddress, arrivedAt, previousResponseAt } = c.var;
    const { outgoing } = c.env;
    const client = { ipAddress, requestId, localAddress, arrivedAt, previousResponseAt };
    const response = await (await backend()).serveServices(c.req.raw, client);
    outgoing.setHeader("Cache-Control", "no-store");
    if (response.headers.get("content-type")?.includes("json")) {
      outgoing.setHeader("Content-Security-Policy", pagelessPolicy);
    }
    return response;
  });
}
