import type { LoaderFunctionArgs } from "@remix-run/node";
import { goToProvider } from "~/session/sign-in/external-sign-in.server";

export const loader = ({ request, params }: LoaderFunctionArgs) => goToProvider(request, String(params.provider));
