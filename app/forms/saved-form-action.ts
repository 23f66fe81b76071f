import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNotices } from "~/ui/notices";

/** Client action for forms: submitted input must not be lost if the request fails. */

const sending = new EventTarget();
const unsent = "unsent";

/** Milliseconds; long enough to read three sentences. */
const longNotice = 15_000;

/** Shows a notice if a form using `actionKeepingForm` could not be sent. */
export function useUnsentNotice(): void {
  const { show } = useNotices();
  const { t } = useTranslation("control-panel");
  useEffect(() => {
    const showUnsent = () => show({ type: "error", message: t("form.unsent"), duration: longNotice });
    sending.addEventListener(unsent, showUnsent);
    return () => sending.removeEventListener(unsent, showUnsent);
  }, [show, t]);
}

/**
 * If the network or the server is unavailable, the page keeps its input, as after a 503: loaders are not run again. On a redirect to
 * the step-up, the form's history entry is replaced by that of its draft, so that going back shows the input and not the
 * stored values. Decision 19.
 */
export async function actionKeepingForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (result) {
    if (isUnavailable(result)) {
      sending.dispatchEvent(new Event(unsent));
      return data(null, { status: 503 });
    }
    const location = result instanceof Response ? result.headers.get("location") : null;
    if (location) putDraftBehind(new URL(location, window.location.origin));
    throw result;
  }
}

/** No response, a response from another server such as a proxy, or a 503. */
function isUnavailable(result: unknown): boolean {
  if (result instanceof Response) return false;
  return isRouteErrorResponse(result) ? result.status === 503 : result instanceof Error;
}

function putDraftBehind({ pathname, searchParams }: URL): void {
  const target = pathname === "/login/escalate" ? searchParams.get("redirect") : null;
  if (!target || !URL.canParse(target, window.location.origin)) return;
  const form = new URL(target, window.location.origin);
  const isThisForm = form.origin === window.location.origin && form.pathname === window.location.pathname;
  if (isThisForm && form.searchParams.has("draft"))
    window.history.replaceState(window.history.state, "", form.pathname + form.search);
}
