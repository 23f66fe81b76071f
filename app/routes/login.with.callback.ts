import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { handleProviderCallback } from "~/settings/links.server";

/** Callback of the providers, for sign-in and for linking an account. */
export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  handleProviderCallback(backendOf(context), request, String(params.provider));
