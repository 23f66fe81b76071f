import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";

/**
 * Serves the services through Remix, for a process that does not mount them before it (remix-serve). Single fetch handles paths that
 * end in `.data`; ours have none. docs/decisions/0002-own-server-process.md.
 */
function serve({ request, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  return getWiring().serveServices(request, {
    ipAddress: context.ipAddress ?? null,
    requestId: context.requestId ?? crypto.randomUUID(),
    localAddress: null,
  });
}

export const loader = serve;
export const action = serve;
