import type { LoaderFunctionArgs } from "@remix-run/node";
import { logOut } from "~/session/leaving.server";

export const loader = ({ request }: LoaderFunctionArgs) => logOut(request);
