import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { sendOwnerReading } from "~/control-panel/reading/reading.server";

export const loader = ({ request, params: { id = "" }, context }: LoaderFunctionArgs) =>
  sendOwnerReading(backendOf(context), request, { kind: "groups", id });
