import type { LoaderFunctionArgs } from "@remix-run/node";
import { comeFromProvider } from "~/session/external.server";

export const loader = ({ request, params }: LoaderFunctionArgs) => comeFromProvider(request, String(params.provider));
