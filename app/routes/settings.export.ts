import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportOwnData } from "~/settings/export.server";

export const loader = ({ request }: LoaderFunctionArgs) => exportOwnData(request);
