import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { goToProvider } from "~/session/sign-in/external-sign-in.server";

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  goToProvider(backendOf(context), request, String(params.provider));
