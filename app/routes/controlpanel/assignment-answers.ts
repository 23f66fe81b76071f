import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendAnswers } from "~/control-panel/assignments/assignments.server";

export const loader = ({ request, params }: LoaderFunctionArgs) => sendAnswers(request, params.id ?? "");
