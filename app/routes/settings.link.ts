import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/composition/process-backend.server";
import { goToLink } from "~/settings/links.server";

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  goToLink(backendOf(context), request, String(params.provider));
