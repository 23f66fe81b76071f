import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/composition/process-backend.server";
import { sendAnswers } from "~/control-panel/assignments/assignments.server";

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  sendAnswers(backendOf(context), request, params.id ?? "");
