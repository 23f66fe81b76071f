import { ServiceError } from "~/services/contracts/service-error";

/** What a service said to a call of the open reader, as a response: body and version, or the refusal as it came. */
export async function answered(
  call: () => Promise<{ body: unknown; headers?: Record<string, string> }>,
): Promise<Response> {
  try {
    const { body, headers } = await call();
    return Response.json(body, { headers: { ETag: headers?.etag ?? "", "Cache-Control": "no-store" } });
  } catch (error) {
    if (error instanceof ServiceError) return Response.json(error, { status: error.status });
    throw error;
  }
}

/** The version that a request says it has read, as the header of the service's call. */
export function readVersion(request: Request): { "if-match"?: string } {
  const read = request.headers.get("if-match");
  return read === null ? {} : { "if-match": read };
}
