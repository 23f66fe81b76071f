import type { LoaderFunctionArgs } from "@remix-run/node";
import { comeBack } from "~/settings/links.server";

/** Where providers send people back to: to sign in, or to link an account to their own. */
export const loader = ({ request, params }: LoaderFunctionArgs) => comeBack(request, String(params.provider));
