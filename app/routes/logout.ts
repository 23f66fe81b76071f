import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { logOut } from "~/session/log-out.server";

export const loader = ({ request, context }: LoaderFunctionArgs) => logOut(backendOf(context), request);
