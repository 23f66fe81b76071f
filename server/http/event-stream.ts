import type { ServerResponse } from "node:http";

/** Whether a response is a stream of server-sent events, which stays open until one side leaves. */
export function isEventStream(outgoing: Pick<ServerResponse, "getHeader">): boolean {
  return String(outgoing.getHeader("content-type") ?? "").startsWith("text/event-stream");
}
