import type { ServerBuild } from "@remix-run/node";
import { isDatabaseUnavailable } from "~/db/.server/unavailable";
import type { RefusalReason } from "~/http/refusal-reason";
import { FormRequest } from "~/http/unreadable-form.server";

/**
 * Responds with the error page where a loader or action would fail with 500 through no fault of the product: 503 if a service or a
 * database is unavailable, which is reported as usual, and 415 or 400 for a form that cannot be read. docs/product/shell.md#error-page.
 */

type Module = ServerBuild["routes"][string]["module"];
type Loader = NonNullable<Module["loader"]>;

/** The build with such loaders and actions. */
export function withFailureResponses(build: ServerBuild): ServerBuild {
  const { handleError } = build.entry.module;
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route.module;
    const module: Module = { ...route.module };
    if (loader) module.loader = respondingUnavailable(loader, handleError);
    if (action) module.action = respondingUnavailable(readingForms(action), handleError);
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function readingForms(action: Loader): Loader {
  return (args) => action({ ...args, request: new FormRequest(args.request) });
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
