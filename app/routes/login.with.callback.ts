import type { LoaderFunctionArgs } from "@remix-run/node";
import { comeBack } from "~/settings/links.server";

/** Callback of the providers, for sign-in and for linking an account. */
export const loader = ({ request, params }: LoaderFunctionArgs) => comeBack(request, String(params.provider));
