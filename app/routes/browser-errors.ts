import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { receiveBrowserError } from "~/shell/browser-errors.server";

/** Receives error reports from browsers. */
export const action = ({ request }: ActionFunctionArgs) => receiveBrowserError(request);

export const loader = ({ request }: LoaderFunctionArgs) => receiveBrowserError(request);
