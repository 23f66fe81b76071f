import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { withServiceErrors } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

/** A fresh policy for an open sample book after a 403. docs/product/reader.md#errors. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { credentials, backend } = await optionalUser(backendOf(context), request);
  const version = new URL(request.url).searchParams.get("version");
  return withServiceErrors(async () => {
    const input = { params: { id: params.bookId ?? "" }, query: version === null ? {} : { version } };
    const { body, headers } = await backend.clients.library.getSamplePolicy(input, credentials);
    return Response.json(body, { headers: { ...headers, "Cache-Control": "no-store" } });
  });
}
