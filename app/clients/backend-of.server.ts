import type { AppLoadContext } from "@remix-run/node";
import type { Backend } from "./backend";

let backendOfProcess: (() => Backend) | undefined;

/**
 * Names the backend of requests without one in their load context. `app/composition/process-backend.server.ts` does so, which the entry of
 * the pages loads: pages depend on what they call, not on what makes it.
 */
export function provideBackend(find: () => Backend): void {
  backendOfProcess = find;
}

/**
 * The backend of a loader or action: our own process passes it in the load context; another one that runs the build (remix-serve) passes
 * none and gets its own.
 */
export function backendOf(context: AppLoadContext): Backend {
  const backend = context.backend ?? backendOfProcess?.();
  if (!backend) throw new Error("The load context has no backend, and app/composition is not loaded");
  return backend;
}
