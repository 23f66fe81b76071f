import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { takeBrowserError } from "~/shell/browser-errors.server";

/** Receives error reports from browsers. */
export const action = ({ request }: ActionFunctionArgs) => takeBrowserError(request);

export const loader = ({ request }: LoaderFunctionArgs) => takeBrowserError(request);
