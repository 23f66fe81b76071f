import { ServiceError } from "~/services/contracts/service-error";

/** The response to a request of the open reader; service errors become the response. */
export async function withServiceErrors(respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof ServiceError) return Response.json(error, { status: error.status });
    throw error;
  }
}

/** The same for requests whose response the reader ignores. */
export function acknowledge(send: () => Promise<unknown>): Promise<Response> {
  return withServiceErrors(async () => {
    await send();
    return new Response(null, { status: 204 });
  });
}

/** A service's result as a response, with its version as ETag if it has one. */
export function replyWith(call: () => Promise<{ body: unknown; headers?: Record<string, string> }>): Promise<Response> {
  return withServiceErrors(async () => {
    const { body, headers } = await call();
    const responseHeaders = new Headers({ "Cache-Control": "no-store" });
    if (headers?.etag !== undefined) responseHeaders.set("ETag", headers.etag);
    return Response.json(body, { headers: responseHeaders });
  });
}

/** The version in a request's If-Match, as the header of the service's call. */
export function readVersion(request: Request): { "if-match"?: string } {
  const read = request.headers.get("if-match");
  return read === null ? {} : { "if-match": read };
}
