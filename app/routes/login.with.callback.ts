import type { LoaderFunctionArgs } from "@remix-run/node";
import { handleProviderCallback } from "~/settings/links.server";

/** Callback of the providers, for sign-in and for linking an account. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  handleProviderCallback(request, String(params.provider));
