import type { CallContext } from "~/clients/client";
import { getWiring } from "~/clients/wiring.server";
import { ServiceError } from "~/services/contracts/service-error";

/** Saves where a person is in a book; what the service refuses is answered as it says. */
export async function saveLastMark(bookId: string, body: unknown, credentials: CallContext): Promise<Response> {
  const { position = "", age } =
    ((typeof body === "object" ? body : null) as { position?: unknown; age?: unknown }) ?? {};
  try {
    await getWiring().clients.library.setLastMark(
      { params: { id: bookId }, body: { position: String(position), ...(typeof age === "number" && { age }) } },
      credentials,
    );
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof ServiceError) return Response.json(error, { status: error.status });
    throw error;
  }
}
