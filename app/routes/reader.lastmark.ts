import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { withEntryProfile } from "~/browser-outbox/entry-profile";
import { backendOf } from "~/clients/backend-of.server";
import { withServiceErrors } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

const bodySchema = z
  .object({
    position: z.coerce.string(),
    age: z.number().optional().catch(undefined),
    opening: z.string().optional().catch(undefined),
    known: z.string().nullable().optional().catch(undefined),
  })
  .catch({ position: "" });

/**
 * Saves the position of the open reader; service errors become the response. 204, or 200 with the position that another session of the book
 * has stored meanwhile. docs/product/reader.md#calls.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { clients } = backendOf(context);
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  const sent: unknown = await request.json().catch(() => null);
  const credentials = withEntryProfile(request, person.credentials);
  return withServiceErrors(async () => {
    const input = { params: { id: params.bookId ?? "" }, body: bodySchema.parse(sent) };
    const { elsewhere } = (await clients.library.setLastMark(input, credentials)).body;
    return elsewhere === null ? new Response(null, { status: 204 }) : Response.json({ elsewhere });
  });
}
