import { ServiceError } from "~/services/contracts/service-error";

/** The response to a call of the open reader; what a service refuses is answered as it says. */
export async function withServiceErrors(respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof ServiceError) return Response.json(error, { status: error.status });
    throw error;
  }
}

/** The same for what the reader sends and reads no answer to. */
export function acknowledge(send: () => Promise<unknown>): Promise<Response> {
  return withServiceErrors(async () => {
    await send();
    return new Response(null, { status: 204 });
  });
}

/** What a service said, as a response: body, and version where it has one. */
export function replyWith(call: () => Promise<{ body: unknown; headers?: Record<string, string> }>): Promise<Response> {
  return withServiceErrors(async () => {
    const { body, headers } = await call();
    const responseHeaders = new Headers({ "Cache-Control": "no-store" });
    if (headers?.etag !== undefined) responseHeaders.set("ETag", headers.etag);
    return Response.json(body, { headers: responseHeaders });
  });
}

/** The version that a request says it has read, as the header of the service's call. */
export function readVersion(request: Request): { "if-match"?: string } {
  const read = request.headers.get("if-match");
  return read === null ? {} : { "if-match": read };
}
