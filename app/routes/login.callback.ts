import type { LoaderFunctionArgs } from "@remix-run/node";
import { finishSignIn } from "~/session/sign-in/sign-in.server";

export const loader = ({ request }: LoaderFunctionArgs) => finishSignIn(request);
