import type { LoaderFunctionArgs } from "@remix-run/node";
import { logOut } from "~/session/log-out.server";

export const loader = ({ request }: LoaderFunctionArgs) => logOut(request);
