import type { LoaderFunctionArgs } from "@remix-run/node";
import { goToLink } from "~/settings/links.server";

export const loader = ({ request, params }: LoaderFunctionArgs) => goToLink(request, String(params.provider));
