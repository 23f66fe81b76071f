import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { renewPolicy } from "~/reader/open-book.server";
import { withServiceErrors } from "~/reader/service-reply.server";
import { optionalUser } from "~/session/guard.server";

/** A fresh policy for the open reader after a 403. docs/product/reader.md#errors. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  const { searchParams } = new URL(request.url);
  const isOfBackEnd = searchParams.get("of") === "back-end";
  return withServiceErrors(async () => {
    const open = { isOfBackEnd, version: searchParams.get("version") };
    const { policy, headers } = await renewPolicy(backendOf(context), params.bookId ?? "", open, person.credentials);
    return Response.json({ policy }, { headers: { ...headers, "Cache-Control": "no-store" } });
  });
}
