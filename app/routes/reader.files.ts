import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadPlan } from "~/offline/download-plan.server";
import { optionalUser } from "~/session/guard.server";

/** Files that a device needs to download a book. docs/product/reader.md#offline. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const person = await optionalUser(request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  if (person.user.isImpersonated) return Response.json({ error: "forbidden" }, { status: 403 });
  return downloadPlan(params.bookId ?? "", person);
}
