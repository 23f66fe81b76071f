import type { ServerBuild } from "@remix-run/node";
import { isDatabaseAway } from "~/db/.server/away";
import type { RefusalReason } from "~/shell/refusal-reason";

/**
 * A page that a service or a database out of reach keeps from being made answers 503 and says so, instead of an error that nobody can do
 * anything about. The failure is reported as any other. Spec 1, section 2 "Error page".
 */

type Module = ServerBuild["routes"][string]["module"];
type Work = NonNullable<Module["loader"]>;

export function tellingWhatIsAway(build: ServerBuild): ServerBuild {
  const { handleError } = build.entry.module;
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route.module;
    const module: Module = { ...route.module };
    if (loader) module.loader = telling(loader, handleError);
    if (action) module.action = telling(action, handleError);
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function telling(work: Work, report: ServerBuild["entry"]["module"]["handleError"]): Work {
  return (args) => {
    try {
      const made = work(args);
      return made instanceof Promise ? made.catch((error) => tell(error, args)) : made;
    } catch (error) {
      return tell(error, args);
    }
  };

  function tell(error: unknown, args: Parameters<Work>[0]): never {
    if (!isAway(error)) throw error;
    report?.(error, args);
    throw new Response("away" satisfies RefusalReason, { status: 503 });
  }
}

/** The process and the pages are built apart, so that the one's class is not the other's. */
function isAway(error: unknown): boolean {
  if (isDatabaseAway(error)) return true;
  if (!(error instanceof Error) || error.name !== "ServiceError" || !("code" in error)) return false;
  return error.code === "unreachable" || error.code === "timeout";
}
