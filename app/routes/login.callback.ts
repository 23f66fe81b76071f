import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { finishSignIn } from "~/session/sign-in/sign-in.server";

export const loader = ({ request, context }: LoaderFunctionArgs) => finishSignIn(backendOf(context), request);
