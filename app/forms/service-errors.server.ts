import { redirect } from "@remix-run/node";
import type { Backend } from "~/clients/backend";
import { currentClientInfo } from "~/clients/client-info.server";
import type { RefusalReason } from "~/http/refusal-reason";
import { formMessages } from "~/services/contracts/form-messages";
import { forbidden, ServiceError } from "~/services/contracts/service-error";
import { withheldCode } from "~/services/contracts/withheld-books";

/** Converts a service's refusal to a page response: sign in again, step up, not found, forbidden. Other errors are rethrown. */
export async function orThrowResponse<T>(call: Promise<T>, request: Request): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw refusalOf(error, request);
  }
}

export function refusalOf(error: unknown, request: Request): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.status === 401)
    return redirect(`/login?reauthenticate=true&redirect=${encodeURIComponent(formPathOf(request))}`);
  if (error.code === "secure_login_needed") return redirect(stepUpPath(request));
  if (error.code === withheldCode) return new Response("withheld" satisfies RefusalReason, { status: 403 });
  // An id that the service cannot parse counts as 404.
  const isNowhere = error.status === 400 && request.method === "GET";
  // A crafted request or an outdated version: the client's error, so it is not reported.
  if (error.status < 500) return new Response(null, { status: isNowhere ? 404 : error.status });
  return error;
}

/**
 * Reports a missing shelf as forbidden: the service responds with 404 for a school unit or class out of scope, and a user who removes a
 * book there must see that they may not. docs/product/control-panel.md#errors.
 */
export async function missingAsForbidden<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof ServiceError && error.status === 404 ? forbidden() : error;
  }
}

/** Whether the service failed. Unexpected errors are reported. */
export function isFailure(backend: Backend, error: unknown): boolean {
  if (error instanceof Response) return false;
  if (error instanceof ServiceError) return error.status >= 500;
  backend.errors.report(error, { where: "page", requestId: currentClientInfo()?.requestId });
  return true;
}

/** Path and query of the form's page: Remix removes its own parameters before a loader or action runs. */
export function formPathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** URL of the step-up, which redirects back. */
export function stepUpPath(request: Request, back: string = formPathOf(request)): string {
  return `/login/escalate?redirect=${encodeURIComponent(back)}`;
}

/** Fields that refer to existing items. */
const chosen: readonly string[] = ["organizations", "organization", "parent", "groups", "students"];

/**
 * Reasons of a refused write by attribute; null for other errors. A service only reports an unknown id as
 * invalid; since the id was chosen from a page, the message says that the item was deleted.
 */
export function reasonsOf(error: unknown): Record<string, string[]> | null {
  if (!(error instanceof ServiceError) || !error.details || ![400, 403, 409].includes(error.status)) return null;
  const reasons: Record<string, string[]> = {};
  for (const { attribute, reason } of error.details) {
    const isGone = reason === formMessages.incorrectFormat && chosen.includes(attribute);
    reasons[attribute] = [...(reasons[attribute] ?? []), isGone ? formMessages.gone : reason];
  }
  return reasons;
}

export function isStale(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 412;
}
