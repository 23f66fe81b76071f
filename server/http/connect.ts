import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createMiddleware } from "hono/factory";
import type { PipelineEnv } from "./request-context";

/** A middleware on Node's own messages (serve-static, compression, Vite): it sends the response itself or calls `next`. */
export type ConnectMiddleware = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Adapts a Connect middleware to the pipeline. */
export function fromConnect(middleware: ConnectMiddleware) {
  return createMiddleware<PipelineEnv>(async (c, next) => {
    const { incoming, outgoing } = c.env;
    const isSent = await new Promise<boolean>((resolve, reject) => {
      const onClose = () => resolve(true);
      outgoing.once("close", onClose);
      middleware(incoming, outgoing, (error) => {
        outgoing.off("close", onClose);
        if (error) reject(error);
        else resolve(false);
      });
    });
    if (isSent) return RESPONSE_ALREADY_SENT;
    await next();
  });
}
