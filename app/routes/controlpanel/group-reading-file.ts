import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendOwnerReading } from "~/control-panel/reading/reading.server";

export const loader = ({ request, params: { id = "" } }: LoaderFunctionArgs) =>
  sendOwnerReading(request, { kind: "groups", id });
