import { z } from "zod";
import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { withServiceErrors } from "./service-reply.server";

const bodySchema = z
  .object({
    position: z.coerce.string(),
    age: z.number().optional().catch(undefined),
    opening: z.string().optional().catch(undefined),
    known: z.string().nullable().optional().catch(undefined),
  })
  .catch({ position: "" });

/**
 * Saves a user's position in a book; service errors become the response. 204, or 200 with the position that another
 * session of the book has stored meanwhile.
 */
export function submitLastMark(
  backend: Backend,
  bookId: string,
  sent: unknown,
  credentials: CallContext,
): Promise<Response> {
  const { library } = backend.clients;
  return withServiceErrors(async () => {
    const input = { params: { id: bookId }, body: bodySchema.parse(sent) };
    const { elsewhere } = (await library.setLastMark(input, credentials)).body;
    return elsewhere === null ? new Response(null, { status: 204 }) : Response.json({ elsewhere });
  });
}
