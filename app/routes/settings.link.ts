import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { goToLink } from "~/settings/links.server";

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  goToLink(backendOf(context), request, String(params.provider));
