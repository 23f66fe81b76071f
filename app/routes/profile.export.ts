import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/composition/process-backend.server";
import { exportOwnData } from "~/profile/export.server";

export const loader = ({ request, context }: LoaderFunctionArgs) => exportOwnData(backendOf(context), request);
