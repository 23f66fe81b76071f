import type { LoaderFunctionArgs } from "@remix-run/node";
import { goToProvider } from "~/session/external.server";

export const loader = ({ request, params }: LoaderFunctionArgs) => goToProvider(request, String(params.provider));
