import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { exportOwnData } from "~/profile/export.server";

export const loader = ({ request, context }: LoaderFunctionArgs) => exportOwnData(backendOf(context), request);
