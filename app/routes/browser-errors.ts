import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import { receiveBrowserError } from "~/shell/browser-errors.server";

/** Receives error reports from browsers. */
export const action = ({ request, context }: ActionFunctionArgs) => receiveBrowserError(backendOf(context), request);

export const loader = ({ request, context }: LoaderFunctionArgs) => receiveBrowserError(backendOf(context), request);
