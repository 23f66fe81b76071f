import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { sendAnswers } from "~/control-panel/assignments/assignments.server";

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  sendAnswers(backendOf(context), request, params.id ?? "");
