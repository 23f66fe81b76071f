import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { sendChildReading } from "~/reading-statistics/children.server";

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  sendChildReading(backendOf(context), request, params.id ?? "");
