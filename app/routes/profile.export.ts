import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportOwnData } from "~/profile/export.server";

export const loader = ({ request }: LoaderFunctionArgs) => exportOwnData(request);
