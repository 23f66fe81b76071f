import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";

/**
 * Serves the services through Remix, for a process that does not mount them before it (remix-serve). Single fetch handles paths that
 * end in `.data`; ours have none. docs/decisions/0002-own-server-process.md.
 */
function serve({ request, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  return backendOf(context).serveServices(request, {
    ipAddress: context.ipAddress ?? null,
    requestId: context.requestId ?? crypto.randomUUID(),
    localAddress: null,
  });
}

export const loader = serve;
export const action = serve;
