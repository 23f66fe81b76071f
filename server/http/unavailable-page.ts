import type { ServerBuild } from "@remix-run/node";
import { isDatabaseUnavailable } from "~/db/.server/unavailable";
import type { RefusalReason } from "~/shell/refusal-reason";

/**
 * Responds 503 with the error page if a service or a database is unavailable, instead of 500. The error is reported as usual.
 * docs/product/shell.md#error-page.
 */

type Module = ServerBuild["routes"][string]["module"];
type Loader = NonNullable<Module["loader"]>;

/** The build with loaders and actions that respond 503 if a service or database is unavailable. */
export function withUnavailableResponses(build: ServerBuild): ServerBuild {
  const { handleError } = build.entry.module;
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route.module;
    const module: Module = { ...route.module };
    if (loader) module.loader = respondingUnavailable(loader, handleError);
    if (action) module.action = respondingUnavailable(action, handleError);
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function respondingUnavailable(loader: Loader, report: ServerBuild["entry"]["module"]["handleError"]): Loader {
  return async (args) => {
    try {
      return await loader(args);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      report?.(error, args);
      throw new Response("unavailable" satisfies RefusalReason, { status: 503 });
    }
  };
}

/** Compares by name, because the process and the pages are built separately and have different classes. */
function isUnavailable(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return true;
  if (!(error instanceof Error) || error.name !== "ServiceError" || !("code" in error)) return false;
  return error.code === "unreachable" || error.code === "timeout";
}
