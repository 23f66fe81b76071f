import { redirect } from "@remix-run/node";
import { currentClientInfo } from "~/clients/client-info.server";
import { getWiring } from "~/clients/wiring.server";
import { sayReasons } from "~/control-panel/frame/messages";
import { getTranslator } from "~/i18n/i18n.server";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";

/** What a page does when a service refuses: sign in again, not found, not allowed. Everything else is thrown on. */
export async function orRefuse<T>(call: Promise<T>, request: Request): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw refusalOf(error, request);
  }
}

export function refusalOf(error: unknown, request: Request): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.status === 401)
    return redirect(`/login?reauthenticate=true&redirect=${encodeURIComponent(pathOf(request))}`);
  if (error.code === "secure_login_needed") return redirect(stepUpPath(request));
  // An id that the service cannot parse is a 404 as well.
  const isNowhere = error.status === 400 && request.method === "GET";
  // A page that no form sent, or a version that went by: the visitor's, never a failure of ours.
  if (error.status < 500) return new Response(null, { status: isNowhere ? 404 : error.status });
  return error;
}

/** Whether the service failed, in this process or in another. Unexpected errors are reported. */
export function isFailure(error: unknown): boolean {
  if (error instanceof Response) return false;
  if (error instanceof ServiceError) return error.status >= 500;
  getWiring().errors.report(error, { where: "page", requestId: currentClientInfo()?.requestId });
  return true;
}

/**
 * Back to a page with a word on why something was not done: for acts that have no field to say it beside. docs/product/control-panel.md#errors.
 * @throws Response for what a page cannot say, as `orRefuse` does
 */
export async function sayRefused(error: unknown, request: Request, to: string): Promise<Response> {
  const reasons = Object.values(reasonsOf(error) ?? {}).flat();
  if (error instanceof ServiceError && error.status === 409) reasons[0] ??= formMessages.conflict;
  if (reasons.length === 0) {
    const refusal = refusalOf(error, request);
    if (refusal instanceof Response) throw refusal;
    isFailure(error);
    reasons.push(formMessages.errorOccurred);
  }
  const t = await getTranslator(request, "control-panel");
  return redirectWithNotice(to, "error", sayReasons(t, reasons).join(" "));
}

/** The page that a form was sent from, its search included, without what the framework adds to addresses. */
export function pathOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of ["_data", "_routes", "index"]) searchParams.delete(name);
  const query = searchParams.toString();
  return query ? `${pathname}?${query}` : pathname;
}

/** Where a second factor is proved, and back. */
export function stepUpPath(request: Request, back: string = pathOf(request)): string {
  return `/login/escalate?redirect=${encodeURIComponent(back)}`;
}

/** What a form chooses among what is there. */
const chosen: readonly string[] = ["organizations", "organization", "parent", "groups", "students"];

/**
 * The reasons of a refused write by attribute; null for errors that are no such thing. A service only reports an unknown id as
 * invalid; since the id was chosen from a page, the message says that it has been removed.
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
