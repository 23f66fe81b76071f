import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/composition/process-backend.server";
import { downloadPlan } from "~/offline/download-plan.server";
import { optionalUser } from "~/session/guard.server";

/** Files that a device needs to download a book. docs/product/reader.md#offline. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  if (person.user.isImpersonated) return Response.json({ error: "forbidden" }, { status: 403 });
  return downloadPlan(params.bookId ?? "", person);
}
