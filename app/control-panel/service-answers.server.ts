import { redirect } from "@remix-run/node";
import { ServiceError } from "~/services/contracts/service-error";

/** What a page does when a service refuses: sign in again, not found, not allowed. Everything else is thrown on. */
export async function orRefuse<T>(answer: Promise<T>, request: Request): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw refusalOf(error, request);
  }
}

export function refusalOf(error: unknown, request: Request): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.status === 401)
    return redirect(`/login?reauthenticate=true&redirect=${encodeURIComponent(pathOf(request))}`);
  if (error.code === "secure_login_needed") return redirect(stepUpPath(request));
  // What is asked for by an address that the service cannot even read is not there either.
  const isNowhere = error.status === 400 && request.method === "GET";
  if (error.status === 404 || isNowhere) return new Response(null, { status: 404 });
  if (error.status === 403) return new Response(null, { status: 403 });
  return error;
}

/** The page of the request, without what the framework adds to addresses. */
function pathOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of ["_data", "_routes", "index"]) searchParams.delete(name);
  const query = searchParams.toString();
  return query ? `${pathname}?${query}` : pathname;
}

/** Where a second factor is proved, and back. */
export function stepUpPath(request: Request, back: string = pathOf(request)): string {
  return `/login/escalate?redirect=${encodeURIComponent(back)}`;
}

/** The reasons of a refused write by attribute; null for errors that are no such thing. */
export function reasonsOf(error: unknown): Record<string, string[]> | null {
  if (!(error instanceof ServiceError) || !error.details || ![400, 403, 409].includes(error.status)) return null;
  const reasons: Record<string, string[]> = {};
  for (const { attribute, reason } of error.details) {
    reasons[attribute] = [...(reasons[attribute] ?? []), reason];
  }
  return reasons;
}

export function isStale(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 412;
}
