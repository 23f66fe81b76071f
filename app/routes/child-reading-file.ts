import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendChildReading } from "~/reading-statistics/children.server";

export const loader = ({ request, params }: LoaderFunctionArgs) => sendChildReading(request, params.id ?? "");
